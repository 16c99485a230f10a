;;; termhost.el --- Shell commands for AI agents, with results to trust  -*- lexical-binding: t; -*-

;; Author: The termhost authors
;; SPDX-License-Identifier: Apache-2.0
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: processes, terminals, tools
;; URL: https://github.com/termhost/termhost

;;; Commentary:

;; AI agents ask to run commands.  termhost runs them in terminals of this Emacs and answers with what really happened:
;; the output as a user would have seen it, the exit code and how it is known.  If the output is too long, a file has all
;; of it.
;;
;; M-x termhost-run runs a command, M-x termhost-list shows what runs and has run, `termhost-execute' is for other
;; packages.  `termhost-mode' shows the state in the mode line.  `termhost-command-map' has all commands on keys: bind it
;; to a prefix key of your choice.

;;; Code:

(require 'termhost-agents)
(require 'termhost-approval)
(require 'termhost-call)
(require 'termhost-input)
(require 'termhost-list)
(require 'termhost-output)

(autoload 'termhost-gptel-register "termhost-gptel")

;;; Commands

(defvar termhost--history nil
  "History of the commands that the user has run.")

;;;###autoload
(defun termhost-run (line &optional directory)
  "Run the command LINE in DIRECTORY, by default that of the current buffer.
Show its result at its end.  You are not asked, because you have typed the
command, but a rule can still deny it."
  (interactive (list (read-shell-command "Run: " nil 'termhost--history)))
  (termhost-execute line #'termhost-output-report :directory directory :agreed t))

(defun termhost--read-command (prompt)
  "Let the user choose a running command with PROMPT; the default is the newest.
If only one command runs, return it without a question."
  (let* ((running (or (termhost-commands-running) (user-error "No command is running")))
         (labels (mapcar (lambda (command)
                           (cons (format "%s  [%s]" (termhost-command-ran command) (termhost-command-key command))
                                 command))
                         running)))
    (if (cdr running)
        (cdr (assoc (termhost-question-choose prompt (termhost-question-completions labels #'termhost--progress) (caar labels))
                    labels))
      (car running))))

(defun termhost--progress (command)
  "Return the state, the directory and the duration of COMMAND, in words."
  (let ((seconds (termhost-commands-seconds command)))
    (string-join (delq nil (list (termhost-list--progress command)
                                 (and (termhost-command-tried command) "in a trial")
                                 (and-let* ((directory (termhost-command-directory command)))
                                   (concat "in " (abbreviate-file-name (directory-file-name directory))))
                                 (and seconds (termhost-list-duration seconds))))
                 ", ")))

;;;###autoload
(defun termhost-stop (command)
  "Stop COMMAND, which is running.
If several commands run, the user chooses one of them."
  (interactive (list (termhost--read-command "Stop")))
  (termhost-call-stop command)
  (message "Stopped: %s" (car (split-string (termhost-command-ran command) "\n"))))

;;;###autoload
(defun termhost-background (command)
  "Let COMMAND go on, and give its caller the output so far.
If several commands run, the user chooses one of them."
  (interactive (list (termhost--read-command "Go on in the background")))
  (termhost-call-background command))

;;;###autoload
(defun termhost-show-waiting ()
  "Go to the terminal of the command that waits for your input.
If the command runs on another machine, read the input here."
  (interactive)
  (termhost-input-give (or (car (termhost-commands-awaiting)) (user-error "No command waits for your input"))))

;;;###autoload
(defun termhost-restart (&optional ask)
  "End the server, and start a new one.
The commands of agents end with the server, and attached agents must be
restarted.  If ASK is non-nil, as in an interactive call, ask first."
  (interactive (list t))
  (let ((loss (and ask (cond ((termhost-commands-at-work) "Commands are running, and the commands of agents would end.")
                             (termhost-agents-admitted "Connected agents must be restarted after the restart of termhost.")))))
    (when (and loss (not (y-or-n-p (concat loss "  Restart termhost? ")))) (user-error "Not restarted")))
  (termhost-server-stop)
  (termhost--start))

(defun termhost--start ()
  "Start the server, and tell the user the reason if it cannot be started."
  (termhost-server-start)
  (when (stringp (termhost-server-state)) (display-warning 'termhost (termhost-server-state) :error)))

;;;###autoload
(defun termhost-log ()
  "Show the log of the server."
  (interactive)
  (pop-to-buffer (termhost-server-log-buffer)))

;;; The commands on keys

(defvar termhost-command-map
  (let ((map (make-sparse-keymap)))
    (define-key map "a" #'termhost-approve)
    (define-key map "b" #'termhost-background)
    (define-key map "c" #'termhost-connect)
    (define-key map "f" #'termhost-forget-agents)
    (define-key map "k" #'termhost-stop)
    (define-key map "l" #'termhost-list)
    (define-key map "r" #'termhost-run)
    (define-key map "w" #'termhost-show-waiting)
    ;; As in the list.
    (define-key map "L" #'termhost-log)
    (define-key map "R" #'termhost-restart)
    (define-key map "!" #'termhost-run)
    map)
  "The commands of termhost, each on a key.
No key is bound to this keymap by default.  To have it on \\`C-c t':

  (global-set-key (kbd \"C-c t\") \='termhost-command-map)")

;;;###autoload (autoload 'termhost-command-map "termhost" nil nil 'keymap)
(fset 'termhost-command-map termhost-command-map)

;;; Leaving Emacs

(defun termhost--leave-p ()
  "Return non-nil if Emacs may exit; ask the user if this ends commands."
  (or (not confirm-kill-processes)
      (not (termhost-commands-at-work))
      (yes-or-no-p (format "Commands of termhost run: %s.  Kill them and exit anyway? "
                           (mapconcat (lambda (command) (format "`%s'" (termhost-command-short command)))
                                      (termhost-commands-at-work) ", ")))))

(add-hook 'kill-emacs-query-functions #'termhost--leave-p)

;;; The mode line

(defvar termhost-mode-line-map
  (let ((map (make-sparse-keymap)))
    (define-key map [mode-line mouse-1] #'termhost-list)
    (define-key map [mode-line mouse-3] #'termhost-log)
    map)
  "Keymap of the state in the mode line.")

(defun termhost-mode-line ()
  "The state of termhost, for the mode line."
  (let ((waiting (termhost-approval-count))
        (running (length (termhost-commands-at-work)))
        (queued (length (termhost-commands-queued)))
        (awaiting (car (termhost-commands-awaiting)))
        (machines (termhost-commands-machines (termhost-commands-at-work)))
        (failed (seq-find (lambda (server) (stringp (termhost-server-state server))) (termhost-server-all))))
    (pcase-let ((`(,text ,face ,help)
                 (cond ((stringp (termhost-server-state)) (list " termhost!" 'error (termhost-server-state)))
                       ((termhost-approval-agent-waits-p)
                        (list " termhost:agent" 'warning
                              (concat "An agent asks to use this Emacs: " (termhost-server-keys-of 'termhost-approve))))
                       ((> waiting 0)
                        (list (format " termhost:approve%s" (if (> waiting 1) (format "(%d)" waiting) "")) 'warning
                              (concat "A command waits for your approval: " (termhost-server-keys-of 'termhost-approve))))
                       (awaiting (list (if (termhost-command-awaits-secret-p awaiting) " termhost:password" " termhost:input")
                                       'warning (concat "A command waits for your input: "
                                                        (termhost-server-keys-of 'termhost-show-waiting))))
                       ((> running 0) (list (format " termhost:%d%s" running (if machines (concat " on " (string-join machines ", ")) ""))
                                              'mode-line-emphasis "Commands are running"))
                       ((> queued 0) (list (format " termhost:%d waiting" queued) 'shadow "Commands wait for a terminal"))
                       (failed (list " termhost!" 'error (termhost-server-state failed))) ; another machine: the next call tries again
                       ((eq (termhost-server-state) 'ready) (list " termhost" nil "termhost is ready"))
                       (t (list (format " termhost:%s" (termhost-server-state)) 'shadow "termhost is not running")))))
      (propertize text 'face face 'mouse-face 'mode-line-highlight 'local-map termhost-mode-line-map
                  'help-echo (concat help "\nmouse-1: commands, mouse-3: log")))))

(defconst termhost--mode-line-entry '(termhost-mode (:eval (termhost-mode-line)))
  "The entry that `termhost-mode' adds to `mode-line-misc-info'.")

(defun termhost--mode-line-changed ()
  "Draw the mode lines again."
  (force-mode-line-update t))

(defconst termhost--mode-line-hooks
  '(termhost-server-changed-hook termhost-commands-changed-hook termhost-approval-changed-hook)
  "The hooks that change the mode line.")

;;; The mode

;;;###autoload
(define-minor-mode termhost-mode
  "Run termhost, and show its state in the mode line.
Commands of termhost work without the mode too; they start the server when it
is needed.  When the mode is turned off, the server ends and its terminals are
closed."
  :global t
  :group 'termhost
  (if termhost-mode (termhost--enable) (termhost--disable)))

(defun termhost--enable ()
  "Turn on `termhost-mode'."
  (add-to-list 'mode-line-misc-info termhost--mode-line-entry t)
  (dolist (hook termhost--mode-line-hooks) (add-hook hook #'termhost--mode-line-changed))
  (add-hook 'kill-emacs-hook #'termhost-server-stop)
  (termhost-agents-work-in-folders)
  (if (or after-init-time noninteractive)
      (termhost--start)
    (add-hook 'after-init-hook #'termhost--start-after-init)))

;; The rules of the user may be in the rest of the init file.
(defun termhost--start-after-init ()
  "Start the server, unless the init file has turned `termhost-mode' off again."
  (when termhost-mode (termhost--start)))

(defun termhost--disable ()
  "Turn off `termhost-mode'."
  (setq mode-line-misc-info (delete termhost--mode-line-entry mode-line-misc-info))
  (dolist (hook termhost--mode-line-hooks) (remove-hook hook #'termhost--mode-line-changed))
  (remove-hook 'kill-emacs-hook #'termhost-server-stop)
  (termhost-server-stop)
  (termhost-terminal-close-all))

(provide 'termhost)
;;; termhost.el ends here
