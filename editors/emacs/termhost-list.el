;;; termhost-list.el --- The list of commands  -*- lexical-binding: t; -*-

;;; Commentary:

;; What agents run and have run lately.  It is kept fresh while it is on the screen.

;;; Code:

(require 'cl-lib)
(require 'tabulated-list)
(require 'termhost-approval)
(require 'termhost-call)
(require 'termhost-input)
(require 'termhost-output)

(autoload 'termhost-menu "termhost-menu" "The menu of all actions in the list of commands." t)
(declare-function termhost-run "termhost" (line &optional directory))
(declare-function termhost-restart "termhost" (&optional ask))
(declare-function termhost-log "termhost" ())

(defconst termhost-list--buffer "*termhost commands*"
  "The name of the buffer with the list.")

(defvar termhost-list--timer nil
  "The timer that refreshes the list.")

(defvar termhost-list-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'termhost-list-output)
    (define-key map (kbd "t") #'termhost-list-terminal)
    (define-key map (kbd "i") #'termhost-list-input)
    (define-key map (kbd "k") #'termhost-list-stop)
    (define-key map (kbd "b") #'termhost-list-background)
    (define-key map (kbd "x") #'termhost-list-run-again)
    (define-key map (kbd "w") #'termhost-list-copy-command)
    (define-key map (kbd "W") #'termhost-list-copy-output)
    (define-key map (kbd "m") #'termhost-list-mark)
    (define-key map (kbd "u") #'termhost-list-unmark)
    (define-key map (kbd "U") #'termhost-list-unmark-all)
    (define-key map (kbd "a") #'termhost-list-answer)
    (define-key map (kbd "S") #'termhost-list-sort)
    (define-key map (kbd "!") #'termhost-run)
    (define-key map (kbd "R") #'termhost-restart)
    (define-key map (kbd "L") #'termhost-log)
    (define-key map (kbd "?") #'termhost-menu)
    map)
  "Keys of `termhost-list-mode'.")

(defvar-local termhost-list--marked nil
  "The keys of the commands that are marked.")

(define-derived-mode termhost-list-mode tabulated-list-mode "Commands"
  "Mode for the list of commands.

\\{termhost-list-mode-map}"
  (setq tabulated-list-padding 2
        revert-buffer-function (lambda (&rest _) (termhost-list--print)))
  ;; The times stand still while nobody sees them.
  (add-hook 'window-buffer-change-functions (lambda (_window) (termhost-list--changed)) nil t))

(defconst termhost-list--columns
  '(("State" t) ("Time" nil :right-align t) ("Exit" nil) ("Agent" t) ("Directory" t) ("Command" t))
  "The columns, as `tabulated-list-format' has them, without their widths.")

(defun termhost-list--format (rows)
  "Return the columns for ROWS, each as wide as it must be.
So the state is whole, and the last column, the command, has the rest."
  (vconcat (seq-map-indexed
            (pcase-lambda (`(,name . ,properties) column)
              (cons name (cons (if (equal name "Command") 0
                                 (apply #'max (string-width name)
                                        (mapcar (lambda (row) (string-width (elt (cadr row) column))) rows)))
                               properties)))
            termhost-list--columns)))

(defun termhost-list--print ()
  "Show the current list, and keep marked commands marked."
  (setq tabulated-list-entries (termhost-list--entries)
        tabulated-list-format (termhost-list--format tabulated-list-entries))
  (tabulated-list-init-header)
  (let ((places (mapcar (lambda (window) (cons window (tabulated-list-get-id (window-point window)))) (get-buffer-window-list nil nil t))))
    (tabulated-list-print t)
    (pcase-dolist (`(,window . ,row) places) (termhost-list--go window row)))
  (save-excursion
    (goto-char (point-min))
    (while (not (eobp))
      (when (member (tabulated-list-get-id) termhost-list--marked) (tabulated-list-put-tag "*"))
      (forward-line))))

(defun termhost-list--go (window row)
  "Move the point of WINDOW to ROW, if that is still in the list."
  (unless (eq window (selected-window)) ; there the list has kept it
    (save-excursion
      (goto-char (point-min))
      (while (not (or (eobp) (equal row (tabulated-list-get-id)))) (forward-line))
      (unless (eobp) (set-window-point window (point))))))

(defun termhost-list--entries ()
  "Return the rows of the list."
  (mapcar (lambda (command) (list (termhost-command-key command) (termhost-list--row command)))
          (termhost-commands)))

(defun termhost-list--row (command)
  "Return the row of COMMAND."
  (vector (termhost-list--state command)
          (if-let ((seconds (termhost-commands-seconds command))) (termhost-list-duration seconds) "")
          (format "%s" (or (termhost-command-signal command) (termhost-command-exit-code command) ""))
          (termhost-list--agent command)
          (termhost-list--directory command)
          (termhost-list--line command)))

(defun termhost-list--agent (command)
  "Return the name of the agent of COMMAND, with its details as a help text.
If COMMAND has no agent, a package of Emacs or the user has called it."
  (if-let ((agent (termhost-command-agent command)))
      (propertize (truncate-string-to-width (car (split-string agent " (")) 10 nil nil "…") 'help-echo agent)
    ""))

(defun termhost-list--directory (command)
  "Return the end of the directory of COMMAND, with all of it as a help text.
The name of another machine is before it."
  (let* ((whole (or (termhost-command-directory command) "")) (label (termhost-server-label (termhost-command-server command)))
         (directory (if (file-remote-p whole) (termhost-machine-folder whole)
                      (abbreviate-file-name (directory-file-name whole)))))
    (propertize (if label (concat (truncate-string-to-width label 12 nil nil "…") ":" (termhost-list--end-of directory 11))
                  (termhost-list--end-of directory 16))
                'help-echo (if label (format "%s, on %s" whole label) whole))))

(defun termhost-list--end-of (text most)
  "Return the last MOST columns of TEXT, marked if something is before them."
  (if (<= (string-width text) most) text
    (concat "…" (truncate-string-to-width text (string-width text) (- (string-width text) most -1)))))

(defun termhost-list--line (command)
  "Return the command line of COMMAND, and the reason for its state."
  (concat (string-join (split-string (termhost-command-ran command) "\n") " ⏎ ")
          (when-let ((reason (termhost-command-reason command)))
            (propertize (concat "  -- " (string-replace "\n" " " reason)) 'face 'shadow))))

(defun termhost-list--state (command)
  "Return the state of COMMAND."
  (let ((state (if (termhost-command-ended command) (termhost-list--outcome command) (termhost-list--progress command))))
    (propertize (concat (string-replace "_" " " state) (and (termhost-command-tried command) ", trial"))
                'face (cond ((not (termhost-command-ended command)) 'warning)
                            ((and (equal state "completed") (eq 0 (termhost-command-exit-code command))) 'success)
                            (t 'error)))))

(defun termhost-list--progress (command)
  "Return the state of COMMAND, which has not ended."
  (cond ((termhost-approval-of (termhost-command-call-id command)) "waiting for approval")
        ((equal (termhost-command-status command) "waiting") "waiting for a terminal")
        ((not (termhost-command-since command)) "starting")
        ((termhost-command-awaits-secret-p command) "waiting for a password")
        ((termhost-command-awaited command) "waiting for input")
        ((and (termhost-command-status command) (not (termhost-command-waited command))) "in background")
        (t "running")))

(defun termhost-list--outcome (command)
  "Return in words how COMMAND has ended."
  (pcase (termhost-command-status command)
    ("waiting" "not run")
    ((and "completed" (guard (termhost-command-stopped command))) "stopped")
    ("completed" (if (memql (termhost-command-exit-code command) '(0 nil)) "completed" "failed"))
    ((and (or "rejected" "denied") (guard (termhost-command-reason command))) "not run")
    (status status)))

(defun termhost-list-duration (seconds)
  "Return SECONDS as a text for the user."
  (cond ((< seconds 10) (format "%.1f s" seconds))
        ((< seconds 60) (format "%d s" seconds))
        (t (format-seconds "%h:%.2m:%.2s%z" seconds))))

;;;###autoload
(defun termhost-list ()
  "Show the commands that run, and the last ones that have ended."
  (interactive)
  (pop-to-buffer (get-buffer-create termhost-list--buffer))
  (termhost-list-mode)
  (termhost-list--refresh))

(defun termhost-list--refresh ()
  "Show the list as it is now; again in a second if a command is running."
  (when termhost-list--timer (cancel-timer termhost-list--timer))
  (setq termhost-list--timer nil)
  (when-let ((buffer (get-buffer termhost-list--buffer)))
    (when (get-buffer-window buffer t)
      (with-current-buffer buffer (revert-buffer))
      (when (termhost-commands-running) (termhost-list--changed 1)))))

(defun termhost-list--changed (&optional seconds)
  "Refresh the list in SECONDS, or soon."
  (unless termhost-list--timer
    (setq termhost-list--timer (run-at-time (or seconds 0.1) nil #'termhost-list--refresh))))

(add-hook 'termhost-commands-changed-hook #'termhost-list--changed)
(add-hook 'termhost-approval-changed-hook #'termhost-list--changed)

(defun termhost-list--command ()
  "Return the command at point."
  (or (seq-find (lambda (command) (equal (tabulated-list-get-id) (termhost-command-key command))) (termhost-commands))
      (user-error "There is no command here")))

(defun termhost-list--chosen ()
  "Return the commands that are marked, else the one at point."
  (or (seq-filter (lambda (command) (member (termhost-command-key command) termhost-list--marked)) (termhost-commands))
      (list (termhost-list--command))))

(defun termhost-list-sort ()
  "Sort by the column at point, then the other way round, then not at all.
Without sorting, what runs is first, and then the newest commands."
  (interactive nil termhost-list-mode)
  (let ((column (get-text-property (point) 'tabulated-list-column-name)))
    (if (not (equal tabulated-list-sort-key (cons column t))) (tabulated-list-sort)
      (setq tabulated-list-sort-key nil)
      (revert-buffer))))

(defun termhost-list-mark ()
  "Mark the command at point."
  (interactive nil termhost-list-mode)
  (cl-pushnew (termhost-command-key (termhost-list--command)) termhost-list--marked :test #'equal)
  (tabulated-list-put-tag "*" t))

(defun termhost-list-unmark ()
  "Remove the mark of the command at point."
  (interactive nil termhost-list-mode)
  (setq termhost-list--marked (delete (termhost-command-key (termhost-list--command)) termhost-list--marked))
  (tabulated-list-put-tag " " t))

(defun termhost-list-unmark-all ()
  "Unmark all commands."
  (interactive nil termhost-list-mode)
  (setq termhost-list--marked nil)
  (revert-buffer))

(defun termhost-list-answer ()
  "Go to the question about the command at point.
If none waits, go to the question that `termhost-approve' goes to."
  (interactive nil termhost-list-mode)
  (let ((command (and (tabulated-list-get-id) (termhost-list--command))))
    (if-let ((approval (and command (termhost-approval-of (termhost-command-call-id command)))))
        (termhost-approval-turn-to approval)
      (termhost-approve))))

(defun termhost-list-output ()
  "Show the output of the command at point."
  (interactive nil termhost-list-mode)
  (termhost-output-show (termhost-list--command)))

(defun termhost-list-terminal ()
  "Show the terminal of the command at point."
  (interactive nil termhost-list-mode)
  (let* ((command (termhost-list--command)) (machine (termhost-server-label (termhost-command-server command))))
    (when machine (user-error "Emacs shows no terminals of %s.  RET shows the output, i types into the command" machine))
    (pop-to-buffer (termhost-terminal-buffer (or (termhost-command-shown-terminal command)
                                                 (user-error "The terminal is not open"))))))

(defun termhost-list-input ()
  "Type into the command at point.
Go to its terminal, or read a line if it runs on another machine."
  (interactive nil termhost-list-mode)
  (termhost-input-give (termhost-list--command)))

(defun termhost-list-stop ()
  "Stop the commands that are marked, or the one at point, if the user agrees."
  (interactive nil termhost-list-mode)
  (termhost-call-stop-if-agreed (termhost-list--chosen)))

(defun termhost-list-background ()
  "Let the marked commands, or the one at point, go on in the background."
  (interactive nil termhost-list-mode)
  (mapc #'termhost-call-background
        (or (seq-remove #'termhost-command-ended (termhost-list--chosen)) (user-error "The command has ended"))))

(defun termhost-list-run-again ()
  "Run the commands that are marked, or the one at point, once more.
Ask first, because one key runs the command for real."
  (interactive nil termhost-list-mode)
  (let ((commands (termhost-list--chosen)))
    (when (y-or-n-p (format "Run %s again? " (termhost-commands-in-words commands)))
      (mapc #'termhost-list--run-again commands))))

(defun termhost-list--run-again (command)
  "Run COMMAND once more."
  (termhost-execute (termhost-command-ran command) #'termhost-output-report
                    :directory (termhost-command-directory command)
                    :agreed (and (termhost-command-since command) ; what never ran is asked about
                                 (not (termhost-command-tried command)))))

(defun termhost-list-copy-command ()
  "Copy the command lines of the marked commands, or of the one at point."
  (interactive nil termhost-list-mode)
  (kill-new (mapconcat #'termhost-command-ran (termhost-list--chosen) "\n"))
  (message "Copied"))

(defun termhost-list-copy-output ()
  "Copy the output of the command at point, if it is short."
  (interactive nil termhost-list-mode)
  (termhost-call-output (termhost-list--command)
                        (lambda (output)
                          (cond ((not output) (message "The output has been deleted"))
                                ((plist-get output :artifactId) (message "The output is long; RET opens it"))
                                (t (kill-new (plist-get output :text))
                                   (message "Copied"))))))

(provide 'termhost-list)
;;; termhost-list.el ends here
