;;; termhost-edit.el --- Edit a command of several lines  -*- lexical-binding: t; -*-

;;; Commentary:

;; A buffer for the text of a question, as for a message of a commit: one key approves what is in it, another goes back
;; to the question.  The question goes on waiting meanwhile.

;;; Code:

(defconst termhost-edit--name "*termhost edit*"
  "The name of the buffer with the text.")

(defvar-local termhost-edit--question nil
  "The question whose text the buffer has.")

(defvar-local termhost-edit--edited nil
  "The function to call with the text.")

(defvar termhost-edit-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'termhost-edit-finish)
    (define-key map (kbd "C-c C-k") #'termhost-edit-cancel)
    map)
  "Keys of `termhost-edit-mode'.")

;; No mode for text or programs: their hooks may fill lines.
(define-derived-mode termhost-edit-mode nil "Edit command"
  "Mode for a command that the user edits before it runs.

\\{termhost-edit-mode-map}"
  (setq bidi-paragraph-direction 'left-to-right
        header-line-format " C-c C-c approves this text and runs it; C-c C-k goes back to the question"))

(defun termhost-edit (question text edited)
  "Let the user edit TEXT, which QUESTION is about.
EDITED is called with the new text when the user approves it."
  (pop-to-buffer (get-buffer-create termhost-edit--name))
  (termhost-edit-mode)
  (erase-buffer)
  (insert text)
  (goto-char (point-min))
  (setq termhost-edit--question question
        termhost-edit--edited edited
        buffer-undo-list nil)
  (termhost-edit--make-room))

;; The window of a long question leaves a few lines to the others.  `quit-window' gives the lines back.
(defun termhost-edit--make-room ()
  "Make the window as high as its text, but at most half as high as the frame."
  (let ((more (- (min (+ 2 (count-lines (point-min) (point-max))) (/ (frame-height) 2)) (window-height))))
    (when (> more 0) (window-resize nil (min more (window-max-delta))))))

(defun termhost-edit-finish ()
  "Approve the text of the buffer."
  (interactive nil termhost-edit-mode)
  (let ((edited termhost-edit--edited) (text (buffer-substring-no-properties (point-min) (point-max))))
    (quit-window t)
    (funcall edited text)))

(defun termhost-edit-cancel ()
  "Go back to the question, without an answer."
  (interactive nil termhost-edit-mode)
  (quit-window t))

(defun termhost-edit-over (question)
  "Close the text of QUESTION, which does not wait any more."
  (when-let ((buffer (get-buffer termhost-edit--name)))
    (when (eq question (buffer-local-value 'termhost-edit--question buffer))
      (dolist (window (get-buffer-window-list buffer nil t)) (quit-window nil window))
      (kill-buffer buffer)
      (message "The command that you edit does not wait any more"))))

(provide 'termhost-edit)
;;; termhost-edit.el ends here
