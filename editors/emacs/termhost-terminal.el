;;; termhost-terminal.el --- Terminals that the server asks for  -*- lexical-binding: t; -*-

;;; Commentary:

;; The server says which shell to start (source "bytes"); Emacs starts it on a terminal of its own, shows it in an
;; ordinary terminal buffer, and forwards what it prints, as it is.  Terminals that the server runs itself (owned ones)
;; are shown in the same kind of buffer.  Nothing here knows what a command is.

;;; Code:

(require 'cl-lib)
(require 'termhost-outbox)
(require 'termhost-screen)
(require 'termhost-server)
(require 'termhost-typing)

(cl-defstruct termhost-terminal
  "A terminal.  OWNED means that the server runs it."
  id name buffer process screen outbox owned request cwd shell busy command typing)

(defvar termhost-terminal--all nil
  "The terminals that are open, the newest first.")

(defvar termhost-terminal-changed-hook nil
  "Run when a terminal was opened, was closed, or became busy or idle.")

(defvar termhost-terminal--last 0
  "The number of the last terminal.")

(defvar termhost-terminal--timer nil
  "The timer that forwards and shows what terminals have printed.")

(defvar-local termhost-terminal--here nil
  "The terminal of the current buffer.")

(defconst termhost-terminal--batch-seconds 0.02
  "Seconds for which output is collected.")

(defconst termhost-terminal--forward-seconds 0.015
  "Longest time, in seconds, that Emacs forwards output without a break.")

(defconst termhost-terminal--flood-bytes 262144
  "If terminals print more bytes than this in a second, it is a flood.")

(defconst termhost-terminal--flood-garbage 16777216
  "The least value of `gc-cons-threshold' during a flood, in bytes.")

(defvar termhost-terminal--recent-bytes 0
  "Number of bytes that terminals have printed since the last check.")

(defvar termhost-terminal--calm nil
  "During a flood, a cons of its timer and the earlier `gc-cons-threshold'.")

(defun termhost-terminal-list ()
  "Return the open terminals, the newest first."
  termhost-terminal--all)

(defun termhost-terminal-find (id)
  "Return the terminal ID of the current server, or nil.
Emacs shows only terminals of this machine, and the servers of other machines
use the same ids."
  (and (termhost-server-local-p)
       (seq-find (lambda (terminal) (equal (termhost-terminal-id terminal) id)) termhost-terminal--all)))

(defun termhost-terminal--of (params)
  "Return the terminal that PARAMS name, or signal an error."
  (or (termhost-terminal-find (plist-get params :terminalId))
      (error "There is no terminal %s" (plist-get params :terminalId))))

;;; To open one

(cl-defmethod termhost-server-answer ((_method (eql 'terminal/create)) params)
  "Open the terminal that PARAMS describe."
  (let ((terminal (make-termhost-terminal
                   :id (termhost-terminal--new-id params)
                   :name (plist-get params :name)
                   :request (plist-get params :requestId)
                   :cwd (plist-get params :cwd)
                   :owned (eq t (plist-get params :owned))
                   :shell (and-let* ((argv (plist-get params :argv))) (aref argv 0)))))
    (setf (termhost-terminal-typing terminal)
          (make-termhost-typing :tell (lambda () (termhost-terminal--interacted terminal))))
    (termhost-terminal--open terminal params)
    (push terminal termhost-terminal--all)
    (unless (termhost-terminal-owned terminal) (termhost-terminal--announce terminal))
    (run-hooks 'termhost-terminal-changed-hook)
    (list :terminalId (termhost-terminal-id terminal))))

(defun termhost-terminal--new-id (params)
  "Return an id for the terminal of PARAMS.
The server names owned terminals, because their output may come before the
answer."
  (cl-incf termhost-terminal--last)
  (if (eq t (plist-get params :owned))
      (plist-get params :requestId)
    (format "emacs-%d-%d" (emacs-pid) termhost-terminal--last)))

(defun termhost-terminal--open (terminal params)
  "Make the buffer and the process of TERMINAL, as PARAMS say."
  (with-current-buffer (generate-new-buffer (format "*%s %d*" (termhost-terminal-name terminal) termhost-terminal--last))
    (setq default-directory (file-name-as-directory (termhost-terminal-cwd terminal)))
    (termhost-screen-setup termhost-owned-columns termhost-owned-rows)
    (setf (termhost-terminal-buffer terminal) (current-buffer))
    (condition-case failure
        (if (termhost-terminal-owned terminal)
            (termhost-terminal--start-keyboard)
          (termhost-terminal--start-shell params))
      (error (kill-buffer) (signal (car failure) (cdr failure))))
    (setq termhost-terminal--here terminal)
    (termhost-terminal--adopt terminal (get-buffer-process (current-buffer)))
    (term-char-mode)
    (push (cons 'termhost-terminal--here (termhost-terminal--user-keys)) minor-mode-overriding-map-alist)
    (add-hook 'pre-command-hook #'termhost-terminal--watch-person nil t)
    (add-hook 'kill-buffer-hook #'termhost-terminal--killed nil t)
    (add-function :filter-return (local 'window-adjust-process-window-size-function) #'termhost-terminal--resized)))

;; In a terminal `C-c' has the keys of `C-x', and those of `C-x t' would be before the user's of `C-c t'.
(defun termhost-terminal--user-keys ()
  "Return a keymap with the user's keys for `termhost-command-map' after `C-c'."
  (let ((map (make-sparse-keymap)) (global (lookup-key global-map term-escape-char)))
    (when (keymapp global)
      (map-keymap (lambda (event bound)
                    (when (eq (indirect-function bound) (indirect-function 'termhost-command-map))
                      (define-key map (vconcat term-escape-char (vector event)) bound)))
                  global))
    map))

(defun termhost-terminal--start-shell (params)
  "Start the shell of PARAMS in the current buffer."
  (unless (file-directory-p default-directory)
    (error "There is no directory %s" default-directory))
  (let ((process-environment (append (termhost-terminal--environment (plist-get params :env)) process-environment))
        (process-adaptive-read-buffering nil)
        (argv (append (plist-get params :argv) nil)))
    (unless argv (error "The terminal/create names no shell"))
    (term-exec (current-buffer) (buffer-name) (car argv) nil (cdr argv))))

(defun termhost-terminal--environment (env)
  "Return the fields of ENV in the form of `process-environment'."
  (cl-loop for (name value) on env by #'cddr
           collect (concat (substring (symbol-name name) 1) "=" value)))

;; term.el types into the process of its buffer; this one gives back what was typed.
(defun termhost-terminal--start-keyboard ()
  "Start a process in the current buffer that takes keys for an owned terminal."
  (let ((process (make-process :name (buffer-name) :buffer (current-buffer) :command '("cat") :connection-type 'pipe)))
    (set-marker (process-mark process) (point-max))))

(defun termhost-terminal--adopt (terminal process)
  "Make PROCESS the process of TERMINAL."
  (setf (termhost-terminal-process terminal) process
        (termhost-terminal-screen terminal) (make-termhost-screen :process process)
        (termhost-terminal-outbox terminal) (make-termhost-outbox :id (termhost-terminal-id terminal)))
  (process-put process 'termhost-terminal terminal)
  (set-process-query-on-exit-flag process nil)
  (set-process-coding-system process 'binary 'utf-8-unix)
  (set-process-filter process #'termhost-terminal--printed)
  (set-process-sentinel process #'termhost-terminal--ended))

(defun termhost-terminal--announce (terminal)
  "Report TERMINAL to the server."
  (pcase-let ((`(,columns . ,rows) (termhost-screen-size-of (termhost-terminal-buffer terminal))))
    (termhost-server-notify-local
     'terminal/didOpen
     `(:terminalId ,(termhost-terminal-id terminal)
       :name ,(termhost-terminal-name terminal)
       :pid ,(process-id (termhost-terminal-process terminal))
       :cwd ,(termhost-terminal-cwd terminal)
       ,@(when-let ((shell (termhost-terminal-shell terminal)))
           (list :shell (file-name-nondirectory shell) :shellPath shell))
       :cols ,columns
       :rows ,rows
       :requestId ,(termhost-terminal-request terminal)))))

(defun termhost-terminal--announce-all ()
  "Report to a new server the terminals that outlived the old one."
  (dolist (terminal (reverse termhost-terminal--all))
    (setf (termhost-terminal-busy terminal) nil
          (termhost-terminal-request terminal) nil
          (termhost-terminal-outbox terminal) (make-termhost-outbox :id (termhost-terminal-id terminal)))
    (termhost-terminal--announce terminal)))

(defun termhost-terminal--server-connected ()
  "Handle a new server: that of this machine gets to know the terminals."
  (when (termhost-server-local-p) (termhost-terminal--announce-all)))

(add-hook 'termhost-server-connected-hook #'termhost-terminal--server-connected)

;;; What it prints

(defun termhost-terminal--printed (process bytes)
  "Handle BYTES, printed by PROCESS or typed into an owned terminal."
  (let ((terminal (process-get process 'termhost-terminal)))
    (if (termhost-terminal-owned terminal)
        (termhost-server-notify-local 'terminal/didInput (list :terminalId (termhost-terminal-id terminal)
                                                         :data (decode-coding-string bytes 'utf-8-unix)))
      (termhost-terminal--notice-flood (length bytes))
      (termhost-outbox-add (termhost-terminal-outbox terminal) bytes)
      (termhost-screen-write (termhost-terminal-screen terminal) bytes)
      (termhost-terminal--schedule termhost-terminal--batch-seconds))))

(cl-defmethod termhost-server-hear ((_method (eql 'terminal/didPrint)) params)
  "Show the output of an owned terminal, which PARAMS contain."
  (when-let ((data (plist-get params :data))
             (terminal (termhost-terminal-find (plist-get params :terminalId))))
    (termhost-screen-write (termhost-terminal-screen terminal)
                           (if (equal (plist-get params :encoding) "base64")
                               (base64-decode-string data)
                             (encode-coding-string data 'utf-8-unix)))
    (termhost-terminal--schedule termhost-terminal--batch-seconds)))

(defun termhost-terminal--schedule (seconds)
  "Forward and show output in SECONDS, unless this is already scheduled."
  (unless termhost-terminal--timer
    (setq termhost-terminal--timer (run-at-time seconds nil #'termhost-terminal--pump))))

;; A flood makes ten times its size in garbage, and collecting that every 800 kB is what would be felt.
(defun termhost-terminal--notice-flood (bytes)
  "Add BYTES to the printed bytes; in a flood, collect garbage less often."
  (cl-incf termhost-terminal--recent-bytes bytes)
  (when (and (> termhost-terminal--recent-bytes termhost-terminal--flood-bytes)
             (not termhost-terminal--calm)
             (< gc-cons-threshold termhost-terminal--flood-garbage))
    (setq termhost-terminal--calm (cons (run-at-time 1 1 #'termhost-terminal--calm-down) gc-cons-threshold)
          gc-cons-threshold termhost-terminal--flood-garbage)))

(defun termhost-terminal--calm-down ()
  "If the flood is over, collect garbage as before."
  (when (< termhost-terminal--recent-bytes termhost-terminal--flood-bytes)
    (cancel-timer (car termhost-terminal--calm))
    (when (= gc-cons-threshold termhost-terminal--flood-garbage) ; else somebody else has a say
      (setq gc-cons-threshold (cdr termhost-terminal--calm)))
    (setq termhost-terminal--calm nil))
  (setq termhost-terminal--recent-bytes 0))

(defun termhost-terminal--pump ()
  "Forward and show a part of the output of terminals."
  (let ((until (+ (float-time) termhost-terminal--forward-seconds))
        (boxes (mapcar #'termhost-terminal-outbox termhost-terminal--all))
        (more t) hidden)
    (unwind-protect
        (while (and more (< (float-time) until))
          (setq more (delq nil (mapcar #'termhost-outbox-send-some boxes))))
      (setq termhost-terminal--timer nil))
    (dolist (terminal termhost-terminal--all)
      (when (termhost-screen-show (termhost-terminal-screen terminal)) (setq hidden t)))
    (cond (more (termhost-terminal--schedule 0))
          (hidden (termhost-terminal--schedule termhost-terminal--batch-seconds)))))

;;; What the server asks

(defun termhost-terminal--type (params text)
  "Type TEXT into the terminal of PARAMS."
  (let ((process (termhost-terminal-process (termhost-terminal--of params))))
    (unless (process-live-p process)
      (error "The shell of the terminal has ended"))
    (unless (with-local-quit (process-send-string process text) t)
      (error "The user interrupted the input"))
    nil))

(cl-defmethod termhost-server-answer ((_method (eql 'terminal/submit)) params)
  "Type the command line of PARAMS."
  (termhost-terminal--type params (plist-get params :text))
  termhost-transport-empty)

(cl-defmethod termhost-server-answer ((_method (eql 'terminal/sendInput)) params)
  "Type the text of PARAMS."
  (termhost-terminal--type params (plist-get params :text)))

(cl-defmethod termhost-server-answer ((_method (eql 'terminal/interrupt)) params)
  "Type an interrupt into the terminal of PARAMS."
  (termhost-terminal--type params "\C-c"))

(defun termhost-terminal-interrupt (id)
  "Type an interrupt into the terminal ID, because the user wants it."
  (unless (termhost-terminal-find id) (user-error "The terminal is not open"))
  (termhost-terminal--type (list :terminalId id) "\C-c"))

(cl-defmethod termhost-server-answer ((_method (eql 'terminal/show)) params)
  "Show the terminal of PARAMS, which on another machine is not shown."
  (when (termhost-server-local-p)
    (let ((buffer (termhost-terminal-buffer (termhost-terminal--of params))))
      (if (eq :json-false (plist-get params :preserveFocus))
          (pop-to-buffer buffer)
        (display-buffer buffer '(nil (inhibit-same-window . t) (inhibit-switch-frame . t))))
      nil)))

(cl-defmethod termhost-server-answer ((_method (eql 'terminal/dispose)) params)
  "Close the terminal of PARAMS, unless the user has closed it."
  (when-let ((terminal (termhost-terminal-find (plist-get params :terminalId))))
    (if (termhost-terminal-owned terminal)
        (setq termhost-terminal--all (delq terminal termhost-terminal--all))
      (termhost-terminal--close terminal "extension" nil))
    (kill-buffer (termhost-terminal-buffer terminal))
    nil))

(cl-defmethod termhost-server-answer ((_method (eql 'terminal/sync)) params)
  "Send all output of the terminal of PARAMS so far to the server."
  (let* ((terminal (termhost-terminal--of params))
         (process (termhost-terminal-process terminal)))
    ;; One that prints without end is busy, whatever is read of it.
    (cl-loop repeat 16 while (and (process-live-p process) (accept-process-output process 0 nil t)))
    (termhost-outbox-send-all (termhost-terminal-outbox terminal))
    nil))

(defvar termhost-terminal-status-functions nil
  "Called with the params of each `terminal/didChangeStatus'.")

(cl-defmethod termhost-server-hear ((_method (eql 'terminal/didChangeStatus)) params)
  "Remember whether the terminal of PARAMS is busy."
  (when-let ((terminal (termhost-terminal-find (plist-get params :terminalId))))
    (setf (termhost-terminal-busy terminal) (eq t (plist-get params :busy))
          (termhost-terminal-command terminal) (plist-get params :command))
    (run-hooks 'termhost-terminal-changed-hook))
  (run-hook-with-args 'termhost-terminal-status-functions params))

;;; What the user does

(defconst termhost-terminal--line-ends '(?\r ?\n return kp-enter ?\C-c ?\C-d)
  "Keys that send a line or discard it.")

(defun termhost-terminal--watch-person ()
  "Tell the server when the user is about to type into the terminal."
  (when (and (symbolp this-command)
             (or (string-prefix-p "term-send-" (symbol-name this-command))
                 (memq this-command '(term-paste term-mouse-paste term-interrupt-subjob term-quit-subjob term-stop-subjob)))
             (not (termhost-terminal-owned termhost-terminal--here)))
    (termhost-typing-key (termhost-terminal-typing termhost-terminal--here)
                         (or (memq last-command-event termhost-terminal--line-ends)
                             (memq this-command '(term-send-input term-interrupt-subjob term-quit-subjob))))))

(defun termhost-terminal--interacted (terminal)
  "Tell the server that the user types into TERMINAL."
  (when (memq terminal termhost-terminal--all)
    (termhost-server-notify-local 'terminal/didInteract (list :terminalId (termhost-terminal-id terminal)))))

(defun termhost-terminal--resized (size)
  "Tell the server the SIZE of the current buffer's window."
  (when size
    (termhost-server-notify-local 'terminal/didResize (list :terminalId (termhost-terminal-id termhost-terminal--here)
                                                      :cols (max 1 (car size)) :rows (max 1 (cdr size)))))
  size)

;;; How it ends

(defun termhost-terminal--ended (process _change)
  "Close the terminal of PROCESS if PROCESS has ended."
  (unless (process-live-p process)
    (let ((terminal (process-get process 'termhost-terminal)))
      (termhost-terminal--close terminal "process"
                                (and (eq (process-status process) 'exit) (process-exit-status process)))
      (termhost-terminal--retire terminal "[the shell has ended]"))))

(defun termhost-terminal--killed ()
  "Close the terminal of the current buffer, which is being killed."
  (termhost-terminal--close termhost-terminal--here "user" nil)
  (delete-process (termhost-terminal-process termhost-terminal--here)))

(defun termhost-terminal--close (terminal reason exit-code)
  "Remove TERMINAL, if it exists, and report REASON and EXIT-CODE."
  (when (memq terminal termhost-terminal--all)
    (termhost-outbox-send-all (termhost-terminal-outbox terminal))
    (setq termhost-terminal--all (delq terminal termhost-terminal--all))
    (termhost-server-notify-local
     'terminal/didClose
     `(:terminalId ,(termhost-terminal-id terminal)
       ,@(and exit-code (not (termhost-terminal-owned terminal)) (list :exitCode exit-code))
       :reason ,reason))
    (run-hooks 'termhost-terminal-changed-hook)))

(defun termhost-terminal--retire (terminal note)
  "Kill the buffer of TERMINAL, or show NOTE in it if it is visible."
  (let ((buffer (termhost-terminal-buffer terminal)))
    (when (buffer-live-p buffer)
      (if (not (get-buffer-window buffer t))
          (kill-buffer buffer)
        (termhost-screen-finish (termhost-terminal-screen terminal) note)
        (with-current-buffer buffer
          (remove-hook 'pre-command-hook #'termhost-terminal--watch-person t)
          (remove-hook 'kill-buffer-hook #'termhost-terminal--killed t)
          (term-line-mode)
          (setq buffer-read-only t)
          (use-local-map special-mode-map))))))

(defun termhost-terminal--server-gone ()
  "Handle the end of a server: that of this machine ends its owned terminals."
  (dolist (terminal (and (termhost-server-local-p) (seq-filter #'termhost-terminal-owned termhost-terminal--all)))
    (setq termhost-terminal--all (delq terminal termhost-terminal--all))
    (delete-process (termhost-terminal-process terminal))
    (termhost-terminal--retire terminal "[termhost has ended, and this shell with it]")))

(add-hook 'termhost-server-gone-hook #'termhost-terminal--server-gone)

(defun termhost-terminal-close-all ()
  "Close all terminals."
  (dolist (terminal termhost-terminal--all)
    (kill-buffer (termhost-terminal-buffer terminal))))

(provide 'termhost-terminal)
;;; termhost-terminal.el ends here
