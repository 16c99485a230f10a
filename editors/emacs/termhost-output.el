;;; termhost-output.el --- Read the output of commands  -*- lexical-binding: t; -*-

;;; Commentary:

;; The whole output of a command, page by page, in a buffer to read.  Of one that still runs the end is followed.

;;; Code:

(require 'termhost-call)

(defvar-local termhost-output--command nil
  "The command whose output the current buffer shows.")

(defvar-local termhost-output--next 0
  "The offset of the first byte that is not shown, or nil if all is.")

(defvar termhost-output-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "n") #'termhost-output-more)
    (define-key map (kbd "k") #'termhost-output-stop)
    map)
  "Keys of `termhost-output-mode'.")

(define-derived-mode termhost-output-mode special-mode "Output"
  "Mode for the output of a command."
  (setq-local revert-buffer-function (lambda (&rest _) (termhost-output--reload))
              bidi-paragraph-direction 'left-to-right)
  (buffer-disable-undo))

(defun termhost-output-show (command)
  "Show the output of COMMAND."
  (let ((buffer (get-buffer-create (format "*termhost output %s*" (termhost-command-key command)))))
    (with-current-buffer buffer
      (termhost-output-mode)
      (setq termhost-output--command command)
      (setq header-line-format (list " " (replace-regexp-in-string "%" "%%" (termhost-output--heading command))))
      (termhost-output--reload))
    (pop-to-buffer buffer)))

(defun termhost-output--heading (command)
  "Return one line about COMMAND."
  (concat (car (split-string (termhost-command-ran command) "\n"))
          (when-let ((directory (termhost-command-directory command))) (format "  [%s]" directory))))

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
                                      "It has not started yet"))
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
    (setq termhost-output--next nil)))

(defun termhost-output--begin ()
  "Show the first page of the stored output."
  (let ((inhibit-read-only t))
    (erase-buffer))
  (setq termhost-output--next 0)
  (termhost-output-more))

(defun termhost-output-more ()
  "Show the next page of the output."
  (interactive nil termhost-output-mode)
  (let ((command termhost-output--command) (buffer (current-buffer)))
    (if (not termhost-output--next)
        (message "That is all")
      (termhost-call
       "read_command_output"
       (list :artifact_id (termhost-command-artifact command) :offset termhost-output--next :limit termhost-output-page)
       (lambda (result)
         (let ((page (termhost-result-structured result)))
           (if (termhost-result-error result)
               (termhost-output--add buffer (termhost-result-text result) nil)
             (termhost-output--add buffer (plist-get page :text) (plist-get page :nextOffset)))))
       :task (termhost-command-task command)))))

(defun termhost-output--add (buffer text next)
  "Add TEXT to BUFFER; NEXT is the offset of the next page, or nil."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (let ((inhibit-read-only t))
        (save-excursion
          (goto-char (point-max))
          (insert text)
          (unless (or (bolp) next) (insert "\n"))))
      (setq termhost-output--next next)
      (when next
        (message "%s" (substitute-command-keys "There is more: \\[termhost-output-more]"))))))

(defun termhost-output-report (result)
  "Show RESULT in a window at the bottom, without selecting it."
  (let ((text (termhost-result-text result)))
    (with-current-buffer (get-buffer-create "*termhost result*")
      (special-mode)
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert text)
        (goto-char (point-min)))
      (display-buffer (current-buffer) '(display-buffer-at-bottom (window-height . fit-window-to-buffer))))
    (message "%s" (car (split-string text "\n")))))

(defun termhost-output-stop ()
  "Stop the command of this buffer."
  (interactive nil termhost-output-mode)
  (termhost-call-stop termhost-output--command))

(provide 'termhost-output)
;;; termhost-output.el ends here
