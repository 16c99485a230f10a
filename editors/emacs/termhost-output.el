;;; termhost-output.el --- Read the output of commands  -*- lexical-binding: t; -*-

;;; Commentary:

;; The whole output of a command, page by page, in a buffer to read.  Of one that still runs the end is followed.

;;; Code:

(require 'termhost-call)
(require 'termhost-input)

(defvar-local termhost-output--command nil
  "The command whose output the current buffer shows.")

(defvar-local termhost-output--next 0
  "The offset of the first byte that is not shown, or nil if all is.")

(defvar-local termhost-output--total 0
  "The number of bytes of the output.")

(defvar-local termhost-output--reading nil
  "Non-nil while a page is read.")

(defvar-local termhost-output--limit 0
  "The number of bytes after which no further page is read by itself.")

(defvar termhost-output-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "n") #'termhost-output-more)
    (define-key map (kbd "i") #'termhost-output-input)
    (define-key map (kbd "k") #'termhost-output-stop)
    (define-key map (kbd "q") #'termhost-output-quit)
    map)
  "Keys of `termhost-output-mode'.")

(define-derived-mode termhost-output-mode special-mode "Output"
  "Mode for the output of a command.

\\{termhost-output-mode-map}"
  (setq-local revert-buffer-function (lambda (&rest _) (termhost-output--reload))
              bidi-paragraph-direction 'left-to-right)
  (buffer-disable-undo))

(defun termhost-output-show (command)
  "Show the output of COMMAND."
  (let ((buffer (get-buffer-create (format "*termhost output %s*" (termhost-command-key command)))))
    (with-current-buffer buffer
      (termhost-output-mode)
      (setq termhost-output--command command)
      (setq header-line-format '(:eval (string-replace "%" "%%" (concat " " (termhost-output--heading)))))
      (termhost-output--reload))
    (pop-to-buffer buffer)))

(defun termhost-output--heading ()
  "Return one line about the command, which begins with what is missing."
  (let ((command termhost-output--command))
    (concat (when (and termhost-output--next (< 0 termhost-output--next))
              (format (if termhost-output--reading "Reading: %s of %s   " "Only %s of %s: n shows more   ")
                      (termhost-output--size termhost-output--next) (termhost-output--size termhost-output--total)))
            (car (split-string (termhost-command-ran command) "\n"))
            (when-let ((directory (termhost-command-directory command))) (format "  [%s]" directory))
            (when (termhost-command-tried command)
              (if-let ((changes (termhost-command-changes command)))
                  (format "  [its trial %s: nothing of that is kept]" changes)
                "  [a trial: nothing is kept, and a browser may not reach it]")))))

(defun termhost-output--size (bytes)
  "Return the number BYTES in words for the user, as `50 MB'."
  (file-size-human-readable bytes 'si " " "B"))

(defun termhost-output--reload ()
  "Read the output from its beginning, or follow its end while there is more."
  (let ((command termhost-output--command) (buffer (current-buffer)))
    (setq termhost-output--next 0)
    (if (and (termhost-command-ended command) (termhost-command-artifact command))
        (termhost-output--begin)
      (termhost-call-output command (lambda (output) (termhost-output--look buffer command output))))))

(defun termhost-output--look (buffer command output)
  "Show in BUFFER the current OUTPUT of COMMAND, or the text of its result."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (when-let ((artifact (plist-get output :artifactId))) (setf (termhost-command-artifact command) artifact))
      (when-let ((task (plist-get output :taskId))) (setf (termhost-command-task command) task))
      (if (and (termhost-command-ended command) (termhost-command-artifact command))
          (termhost-output--begin)
        (termhost-output--replace (or (and (termhost-command-ended command) (termhost-command-text command))
                                      (plist-get output :text)
                                      (and (termhost-command-reason command)
                                           (concat "Not run: " (termhost-command-reason command)))
                                      "The command has not started yet"))
        (unless (termhost-command-ended command)
          (run-at-time 1 nil #'termhost-output--follow buffer))))))

(defun termhost-output--follow (buffer)
  "Show the new output of the command of BUFFER, if BUFFER is visible."
  (when (and (buffer-live-p buffer) (get-buffer-window buffer t))
    (with-current-buffer buffer (termhost-output--reload))))

(defun termhost-output--replace (text)
  "Show TEXT and nothing else.  A point at the end stays at the end."
  (let* ((inhibit-read-only t)
         (windows (get-buffer-window-list nil nil t))
         (ends (seq-filter (lambda (window) (= (window-point window) (point-max))) windows))
         (at-end (eobp)) (place (point)))
    (erase-buffer)
    (insert text)
    (unless (bolp) (insert "\n"))
    (goto-char (if at-end (point-max) (min place (point-max))))
    (dolist (window ends) (set-window-point window (point-max)))
    (setq termhost-output--next nil
          termhost-output--reading nil)))

(defun termhost-output--begin ()
  "Show the stored output from its beginning."
  (let ((inhibit-read-only t))
    (erase-buffer))
  (setq termhost-output--next 0
        termhost-output--reading nil)
  (termhost-output-more))

(defun termhost-output-more ()
  "Show more of the output: up to `termhost-output-most' bytes."
  (interactive nil termhost-output-mode)
  (if (not termhost-output--next)
      (message "The whole output is shown")
    (setq termhost-output--limit (+ termhost-output--next termhost-output-most))
    (unless termhost-output--reading (termhost-output--read-page))))

(defun termhost-output--read-page ()
  "Read the next page of the output."
  (setq termhost-output--reading t)
  (let ((buffer (current-buffer)) (offset termhost-output--next))
    (termhost-output--read
     termhost-output--command offset termhost-output-page
     (lambda (text page)
       (when (and (buffer-live-p buffer) (eq offset (buffer-local-value 'termhost-output--next buffer)))
         (with-current-buffer buffer (termhost-output--add text page)))))))

(defun termhost-output--read (command offset size callback)
  "Read SIZE bytes of the output of COMMAND from OFFSET.
CALLBACK gets the text and the structured answer.  If there is no output,
the text is the reason, and the answer is nil."
  (termhost-call-of command "read_command_output"
                    (list :artifact_id (termhost-command-artifact command) :offset offset :limit size)
                    (lambda (result)
                      (let ((page (termhost-result-structured result)))
                        (if (termhost-result-error result)
                            (funcall callback (termhost-result-text result) nil)
                          (funcall callback (plist-get page :text) page))))))

(defun termhost-output--add (text page)
  "Add TEXT of PAGE, and read the next page unless the limit is reached."
  (let ((inhibit-read-only t) (next (plist-get page :nextOffset)))
    (save-excursion
      (goto-char (point-max))
      (insert text)
      (unless (or (bolp) next) (insert "\n")))
    (setq termhost-output--next next
          termhost-output--total (or (plist-get page :totalBytes) 0)
          termhost-output--reading nil)
    (when (and next (< next termhost-output--limit)) (termhost-output--read-page))
    (force-mode-line-update)))

;;; The result of a command that the user has typed

(defvar-local termhost-output--reported nil
  "The command whose result the current buffer shows.")

(defconst termhost-output--in-words
  '(("running" . "Still running.  M-x termhost-list shows, follows and stops it")
    ("waiting" . "Waits for a terminal.  M-x termhost-list shows it")
    ("waiting_for_input" . "Waits for your input: M-x termhost-show-waiting"))
  "The first line about a command that has not ended, by its status.")

(defun termhost-output-report (result)
  "Show RESULT to the user, and what the command has come to at its end."
  (let* ((structured (termhost-result-structured result))
         (command (termhost-commands-find (plist-get structured :toolCallId)))
         (goes-on (cdr (assoc (plist-get structured :status) termhost-output--in-words))))
    (if (not command)
        (termhost-output--show-result nil (termhost-result-text result))
      (when goes-on
        (setf (termhost-command-awaited command) (plist-get structured :input)) ; no agent could type it
        (termhost-output--report-end-of command))
      (termhost-output--with-text
       command
       (or goes-on (termhost-output--for-user (or (plist-get structured :message) (termhost-result-text result))))
       (and (plist-get structured :executionId) (plist-get structured :output))
       (lambda (text) (termhost-output--show-result command text))))))

(defun termhost-output--for-user (message)
  "Return MESSAGE without the hints in it that are for a model.
These are how to call again, and the title of a preview."
  (replace-regexp-in-string " To run it for real, call again.*\\|\nOutput.*\\'" "" message))

(defun termhost-output--with-text (command head output callback)
  "Call CALLBACK with HEAD and the text of OUTPUT, all of it if it is small.
OUTPUT is a part of a result of COMMAND, or nil."
  (cond ((not output) (funcall callback head))
        ((eql 0 (plist-get output :totalBytes)) (funcall callback (concat head "\nOutput: (none)")))
        ((or (seq-empty-p (plist-get output :omitted)) (not (plist-get output :artifactId)))
         (funcall callback (concat head "\nOutput:\n" (plist-get output :text))))
        ((> (plist-get output :totalBytes) termhost-output-page)
         (funcall callback (format "%s\nOutput: %d lines; M-x termhost-list, RET opens them" head (plist-get output :totalLines))))
        (t (setf (termhost-command-artifact command) (plist-get output :artifactId))
           (termhost-output--read command 0 termhost-output-page
                                  (lambda (text _page) (funcall callback (concat head "\nOutput:\n" text)))))))

(defun termhost-output--report-end-of (command)
  "Show the result again when COMMAND has ended, unless another came."
  (let (watch)
    (setq watch (lambda ()
                  (when (termhost-command-ended command)
                    (remove-hook 'termhost-commands-changed-hook watch)
                    (termhost-call-output command (lambda (output) (termhost-output--report-end command output))))))
    (add-hook 'termhost-commands-changed-hook watch)))

(defun termhost-output--report-end (command output)
  "Show the end of COMMAND, and its OUTPUT."
  (when-let ((buffer (get-buffer "*termhost result*")))
    (when (eq command (buffer-local-value 'termhost-output--reported buffer))
      (termhost-output--with-text
       command
       (if-let ((code (termhost-command-exit-code command))) (format "Exit code: %d" code)
         (capitalize (string-replace "_" " " (termhost-command-status command))))
       output
       (lambda (text) (termhost-output--show-result command text))))))

(defun termhost-output--show-result (command text)
  "Show TEXT about COMMAND in a window at the bottom, without selecting it."
  (with-current-buffer (get-buffer-create "*termhost result*")
    (special-mode)
    (setq termhost-output--reported command)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (when-let ((window (display-buffer (current-buffer) '(display-buffer-at-bottom (window-height . fit-window-to-buffer)))))
      (set-window-start window (point-min))
      (when (termhost-output--failed-p command) (termhost-output--show-end window))))
  (message "%s" (car (split-string text "\n"))))

(defun termhost-output--failed-p (command)
  "Return non-nil if COMMAND has ended with a failure.
COMMAND may be nil."
  (and command (termhost-command-ended command) (not (memql (termhost-command-exit-code command) '(0 nil)))))

;; The error is mostly at the end.  The echo area has the first line.
(defun termhost-output--show-end (window)
  "Let WINDOW show the end of the text, unless the whole text is visible."
  (unless (pos-visible-in-window-p (point-max) window)
    (with-selected-window window
      (goto-char (point-max))
      (vertical-motion (- 1 (window-body-height)))
      (set-window-start window (point))
      (goto-char (point-max)))))

(defun termhost-output-input ()
  "Type into the command of this buffer.
Go to its terminal, or read a line if it runs on another machine."
  (interactive nil termhost-output-mode)
  (termhost-input-give termhost-output--command))

(defun termhost-output-stop ()
  "Stop the command of this buffer, if the user agrees."
  (interactive nil termhost-output-mode)
  (termhost-call-stop-if-agreed (list termhost-output--command)))

;; It may have 50 MB, and RET in the list shows it again.
(defun termhost-output-quit ()
  "Go back, and kill this buffer."
  (interactive nil termhost-output-mode)
  (quit-window t))

(provide 'termhost-output)
;;; termhost-output.el ends here
