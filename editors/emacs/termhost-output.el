;;; termhost-output.el --- Read the output of commands  -*- lexical-binding: t; -*-

;;; Commentary:

;; The whole output of a command, page by page, in a buffer to read.  Also of one that is still running: `g' reads on.

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
  (let ((buffer (get-buffer-create (format "*termhost output %s*" (termhost-command-call-id command)))))
    (with-current-buffer buffer
      (termhost-output-mode)
      (setq termhost-output--command command)
      (setq header-line-format (list " " (replace-regexp-in-string "%" "%%" (termhost-output--heading command))))
      (termhost-output--reload))
    (pop-to-buffer buffer)))

(defun termhost-output--heading (command)
  "One line about COMMAND."
  (format "%s  [%s]" (car (split-string (termhost-command-line command) "\n")) (termhost-command-directory command)))

(defun termhost-output--reload ()
  "Read the output from its beginning."
  (let ((inhibit-read-only t))
    (erase-buffer))
  (setq termhost-output--next 0)
  (termhost-output-more))

(defun termhost-output--artifact (command)
  "The artifact of COMMAND, or nil if it is not known to have one."
  (or (termhost-command-artifact command)
      (and-let* ((execution (termhost-command-execution command))) (format "cmd-%s.txt" execution))))

(defun termhost-output-more ()
  "Show the next page of the output."
  (interactive)
  (let ((command termhost-output--command) (buffer (current-buffer)))
    (cond ((not termhost-output--next) (message "That is all"))
          ((and (termhost-command-text command) (not (termhost-command-artifact command)))
           (termhost-output--add buffer (termhost-command-text command) nil))
          ((not (termhost-output--artifact command)) (message "It has not started yet"))
          (t (termhost-call
              "read_command_output"
              (list :artifact_id (termhost-output--artifact command)
                    :offset termhost-output--next :limit termhost-output-page)
              (lambda (result)
                (let ((page (termhost-result-structured result)))
                  (if (termhost-result-error result)
                      (termhost-output--add buffer (termhost-result-text result) nil)
                    (termhost-output--add buffer (plist-get page :text)
                                          (plist-get page :nextOffset)))))
              :task (termhost-command-task command))))))

(defun termhost-output--add (buffer text next)
  "Add TEXT to BUFFER; NEXT is where the next page begins, or nil."
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

(defun termhost-output-stop ()
  "Stop the command whose output this is."
  (interactive)
  (termhost-call-stop termhost-output--command))

(provide 'termhost-output)
;;; termhost-output.el ends here
