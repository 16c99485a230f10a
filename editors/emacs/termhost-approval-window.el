;;; termhost-approval-window.el --- The window that asks  -*- lexical-binding: t; -*-

;;; Commentary:

;; A question in a window of its own at the bottom, with a key for each answer.  Nothing waits for it: Emacs goes on.
;; What is known of the text stands before it, and each line of it behind a bar, so that none can forge a verdict.

;;; Code:

(require 'seq)
(require 'termhost-question)

(defconst termhost-approval-window--name "*termhost approval*"
  "The name of the buffer with the question.")

(defvar-local termhost-approval-window--question nil
  "The question that the buffer shows.")

(defvar-local termhost-approval-window--answered nil
  "The function that gets the answer, or nil if the person wants to answer later.")

(defvar-local termhost-approval-window--end-shown nil
  "Whether the end of the text has been in view.")

(defface termhost-approval-allow '((t :inherit success)) "Parts of a command that a rule allows."
  :group 'termhost)

(defface termhost-approval-ask '((t :inherit warning)) "Parts of a command that no rule decides."
  :group 'termhost)

(defface termhost-approval-deny '((t :inherit error)) "Parts of a command that a rule denies."
  :group 'termhost)

(defvar termhost-approval-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "a") #'termhost-answer-approve)
    (define-key map (kbd "e") #'termhost-answer-edit)
    (define-key map (kbd "r") #'termhost-answer-reject)
    (define-key map (kbd "R") #'termhost-answer-reject-and-say)
    (define-key map (kbd "A") #'termhost-answer-always)
    (define-key map (kbd "q") #'termhost-answer-later)
    (define-key map (kbd "?") #'termhost-answer-help)
    map)
  "Keys of `termhost-approval-mode'.")

(define-derived-mode termhost-approval-mode special-mode "Approval"
  "Mode for a question about a command.

\\{termhost-approval-mode-map}"
  (setq truncate-lines nil
        bidi-paragraph-direction 'left-to-right)
  (add-hook 'post-command-hook #'termhost-approval-window--look nil t))

(defun termhost-approval-window--look ()
  "Note whether the end of the text is in view."
  (let ((window (get-buffer-window nil t)))
    (when (and window (pos-visible-in-window-p (point-max) window))
      (setq termhost-approval-window--end-shown t))))

(defun termhost-approval-window--need-end ()
  "Refuse, and show the end of the text, unless it has been in view."
  (termhost-approval-window--look)
  (unless termhost-approval-window--end-shown
    (when-let ((window (get-buffer-window nil t)))
      (with-selected-window window
        (goto-char (point-max))
        (recenter -1))
      (setq termhost-approval-window--end-shown t))
    (user-error "The end of the text was not shown.  Here it is: press the key again")))

(defun termhost-approval-window-show (question answered)
  "Show QUESTION at the bottom, without going there.
ANSWERED gets the answer, or nil if it is to be asked later."
  (with-current-buffer (get-buffer-create termhost-approval-window--name)
    (termhost-approval-mode)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (termhost-approval-text question))
      (goto-char (point-min)))
    (setq termhost-approval-window--question question
          termhost-approval-window--answered answered
          header-line-format (string-replace "%" "%%" (termhost-question-heading question)))
    (display-buffer (current-buffer) '(display-buffer-at-bottom (window-height . fit-window-to-buffer)))))

(defun termhost-approval-window-selected-p ()
  "Whether the person is in the window."
  (equal (buffer-name (window-buffer)) termhost-approval-window--name))

(defun termhost-approval-window-select ()
  "Go to the window."
  (pop-to-buffer termhost-approval-window--name '(display-buffer-at-bottom (window-height . fit-window-to-buffer))))

(defun termhost-approval-window-close ()
  "The question is gone."
  (when-let ((buffer (get-buffer termhost-approval-window--name)))
    (dolist (window (get-buffer-window-list buffer nil t)) (quit-window nil window))
    (kill-buffer buffer)))

(defun termhost-approval-text (question)
  "QUESTION, written out for a user: what is known of it, and then the text."
  (concat
   (format "in %s, by %s: %s\n" (plist-get question :cwd) (plist-get question :shell) (plist-get question :size))
   (if-let ((place (plist-get question :place))) (format "it would run %s\n" place) "")
   (if (seq-empty-p (plist-get question :commands)) (concat (plist-get question :reason) "\n") "")
   (mapconcat
    (pcase-lambda (`(,verdict ,why . ,commands))
      (format "%s: %s\n%s"
              (propertize verdict 'face (intern (concat "termhost-approval-" verdict)))
              why
              (mapconcat #'termhost-approval--part commands "")))
    (termhost-question-groups question) "")
   (propertize (concat "│ " (string-replace "\n" "\n│ " (plist-get question :shown))) 'face 'bold 'wrap-prefix "│↪")))

(defun termhost-approval--part (part)
  "A line about PART of a command."
  (let ((hazards (termhost-question-hazards (plist-get part :hazards))))
    (format "  %s%s\n" (plist-get part :text)
            (if (string-empty-p hazards) "" (concat "  " (propertize hazards 'face 'warning))))))

;;; The answers

(defun termhost-answer-help ()
  "Show the keys of the question in the echo area."
  (interactive nil termhost-approval-mode)
  (message "%s" (string-join (termhost-question-keys termhost-approval-window--question) "\n")))

(defun termhost-approval--answer (answer)
  "The person gives ANSWER."
  (funcall (or termhost-approval-window--answered (user-error "This question is answered")) answer))

(defun termhost-answer-approve ()
  "Do it."
  (interactive nil termhost-approval-mode)
  (termhost-approval-window--need-end)
  (termhost-approval--answer '(:decision "approve")))

(defun termhost-answer-edit ()
  "Change it first."
  (interactive nil termhost-approval-mode)
  (unless (termhost-question-editable termhost-approval-window--question) (user-error "There is nothing to edit"))
  (termhost-approval-window--need-end)
  (termhost-approval--answer (list :decision "edit" :command (termhost-question-edit termhost-approval-window--question))))

(defun termhost-answer-reject ()
  "Do not do it."
  (interactive nil termhost-approval-mode)
  (termhost-approval--answer '(:decision "reject")))

(defun termhost-answer-reject-and-say (feedback)
  "Do not do it, and tell the agent FEEDBACK."
  (interactive "sTell the agent why: " termhost-approval-mode)
  (termhost-approval--answer (list :decision "reject" :feedback feedback)))

(defun termhost-answer-always ()
  "Do it, and remember what the person chooses."
  (interactive nil termhost-approval-mode)
  (let ((choices (termhost-question-choices termhost-approval-window--question)))
    (unless choices (user-error "There is nothing to remember"))
    (termhost-approval-window--need-end)
    (when-let ((rule (if (cdr choices) (termhost-approval--choose choices) (cdar choices))))
      (termhost-approval--answer (list :decision "approve" :remember rule)))))

(defun termhost-approval--choose (choices)
  "Let the user choose one of CHOICES, and return its rule."
  (cdr (assoc (completing-read "Approve, and: " (termhost-question-completions choices #'termhost-approval--scope)
                               nil t nil nil (caar choices))
              choices)))

(defun termhost-approval--scope (rule)
  "How long RULE counts, in words."
  (pcase (plist-get rule :scope)
    ("always" "kept in the option termhost-allowed-commands")
    ("session" "until termhost ends")
    ("line" "until termhost ends; other lines still ask")))

(defun termhost-answer-later ()
  "Leave the question open."
  (interactive nil termhost-approval-mode)
  (termhost-approval--answer nil)
  (message "The question keeps waiting; M-x termhost-approve asks again"))

(provide 'termhost-approval-window)
;;; termhost-approval-window.el ends here
