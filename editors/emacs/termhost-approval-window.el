;;; termhost-approval-window.el --- The window that asks  -*- lexical-binding: t; -*-

;;; Commentary:

;; A question in a window of its own at the bottom, with a key for each answer.  Nothing waits for it: Emacs goes on.
;; What is known of the text stands before it, and each line of it behind a bar, so that none can forge a verdict.

;;; Code:

(require 'seq)
(require 'termhost-question)

(defconst termhost-approval-window--name "*termhost approval*"
  "The name of the buffer with the question.")

(defconst termhost-approval-window--place '(display-buffer-at-bottom (window-height . fit-window-to-buffer))
  "Where the window comes up.")

(defvar-local termhost-approval-window--question nil
  "The question that the buffer shows.")

(defvar-local termhost-approval-window--answered nil
  "The function that gets the answer, or nil if the person wants to answer later.")

(defvar-local termhost-approval-window--origin nil
  "The window that the user came from, or nil.")

(defvar-local termhost-approval-window--entering nil
  "Whether the user is about to be in the window by a command for that.")

(defvar-local termhost-approval-window--seen 1
  "All of the text before this position has been on the screen.")

(defvar-local termhost-approval-window--readable-at 0
  "The time, in seconds, before which no key approves.")

(defvar termhost-approval-window-reading-seconds 1
  "How long a text must have been on the screen before a key approves it.")

(defvar termhost-approval-window-waiting 0
  "How many questions wait, the one that is shown among them.")

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
    (define-key map (kbd "o") #'termhost-answer-once)
    (define-key map (kbd "n") #'termhost-answer-never)
    (define-key map (kbd "q") #'termhost-answer-later)
    (define-key map (kbd "SPC") #'termhost-answer-more)
    (define-key map (kbd "?") #'termhost-answer-help)
    map)
  "Keys of `termhost-approval-mode'.")

(define-derived-mode termhost-approval-mode special-mode "Approval"
  "Mode for a question about a command.

\\{termhost-approval-mode-map}"
  (setq truncate-lines nil
        bidi-paragraph-direction 'left-to-right
        header-line-format '(:eval (termhost-approval-window--heading))
        mode-line-format '(:eval (termhost-approval-window--keys)))
  (add-hook 'window-selection-change-functions #'termhost-approval-window--entered nil t)
  (add-hook 'pre-command-hook #'termhost-approval-window--look nil t)
  (add-hook 'post-command-hook #'termhost-approval-window--watch-typing nil t))

(defun termhost-approval-window--heading ()
  "The first line of the window: the question, and how many there are."
  (string-replace "%" "%%" (termhost-question-heading termhost-approval-window--question termhost-approval-window-waiting)))

(defun termhost-approval-window--keys ()
  "The last line of the window: the keys that answer, or how to get there."
  (if (eq (selected-window) (old-selected-window)) ; the one that is drawn is the user's
      (string-replace "%" "%%" (termhost-question-key-line termhost-approval-window--question))
    " M-x termhost-approve to answer"))

;;; A key that approves: only of what was read

(defun termhost-approval-window--now ()
  "The time, in seconds."
  (float-time))

(defun termhost-approval-window--wait ()
  "Let no key approve for a moment."
  (setq termhost-approval-window--readable-at (+ (termhost-approval-window--now) termhost-approval-window-reading-seconds)))

(defun termhost-approval-window--entered (window)
  "WINDOW was selected or left.
Emacs selects it too when another window is deleted: the keys that come then
may be meant for that one."
  (when (and (eq window (selected-window)) (not termhost-approval-window--entering)) (termhost-approval-window--wait))
  (setq termhost-approval-window--entering nil))

(defun termhost-approval-window--watch-typing ()
  "Wait again after a key that means nothing here: somebody types a text."
  (when (eq this-command 'undefined) (termhost-approval-window--wait)))

(defun termhost-approval-window--end (window)
  "The end of the text in WINDOW."
  (if (pos-visible-in-window-p (point-max) window) (point-max) (window-end window t)))

(defun termhost-approval-window--look ()
  "Note how far the text has been on the screen, without a gap."
  (when-let ((window (get-buffer-window nil t)))
    (when (<= (window-start window) termhost-approval-window--seen)
      (setq termhost-approval-window--seen
            (max termhost-approval-window--seen (termhost-approval-window--end window))))))

(defun termhost-approval-window--need-reading ()
  "Refuse unless all of the text has been on the screen, and for a moment."
  (termhost-approval-window--look)
  (let ((early (< (termhost-approval-window--now) termhost-approval-window--readable-at)))
    (cond ((< termhost-approval-window--seen (point-max))
           (user-error "Not approved: lines %d–%d were not shown.  SPC shows more"
                       (line-number-at-pos termhost-approval-window--seen) (line-number-at-pos (point-max))))
          (early
           (termhost-approval-window--wait)
           (user-error "Not approved: it has only just come.  Read it, and press the key again")))))

(defun termhost-answer-more ()
  "Show the next page of the text, from the last line that was shown."
  (interactive nil termhost-approval-mode)
  (if (= termhost-approval-window--seen (point-max))
      (message "That is all")
    (goto-char termhost-approval-window--seen)
    (when (> (window-body-height) 2) (vertical-motion -1))
    (recenter 0)
    (termhost-approval-window--wait)))

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
          termhost-approval-window--seen (point-min))
    (termhost-approval-window--wait)
    (display-buffer (current-buffer) termhost-approval-window--place)))

(defun termhost-approval-window-select ()
  "Go to the window; the answer leads back."
  (with-current-buffer termhost-approval-window--name
    (let ((origin (selected-window)) (visible (get-buffer-window nil t)))
      (unless visible (termhost-approval-window--wait))
      (unless (eq origin visible)
        (setq termhost-approval-window--origin origin
              termhost-approval-window--entering t))
      (pop-to-buffer (current-buffer) termhost-approval-window--place))))

(defun termhost-approval-window-close ()
  "The question is gone; who was at it is where they came from."
  (when-let ((buffer (get-buffer termhost-approval-window--name)))
    (let ((origin (and (eq buffer (window-buffer)) (buffer-local-value 'termhost-approval-window--origin buffer))))
      (dolist (window (get-buffer-window-list buffer nil t)) (quit-window nil window))
      (kill-buffer buffer)
      (when (window-live-p origin) (select-window origin)))))

(defun termhost-approval-text (question)
  "QUESTION, written out for a user: what is known of it, and then the text."
  (concat
   (if (termhost-approval--about-agent-p question) "" (termhost-approval--facts question))
   (propertize (concat "│ " (string-replace "\n" "\n│ " (plist-get question :shown))) 'face 'bold 'wrap-prefix "│↪")))

(defun termhost-approval--about-agent-p (question)
  "Whether QUESTION is about an agent from outside."
  (equal "agent" (termhost-question-action question)))

(defun termhost-approval--facts (question)
  "What is known of the command of QUESTION, in lines."
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
    (termhost-question-groups question) "")))

(defun termhost-approval--part (part)
  "A line about PART of a command."
  (let ((hazards (termhost-question-hazards (plist-get part :hazards))))
    (format "  %s%s\n" (plist-get part :text)
            (if (string-empty-p hazards) "" (concat "  " (propertize hazards 'face 'warning))))))

;;; The answers

(defun termhost-answer-help ()
  "Show the keys of the question in the echo area."
  (interactive nil termhost-approval-mode)
  (message "%s" (termhost-question-help termhost-approval-window--question)))

(defun termhost-approval--answer (answer)
  "The person gives ANSWER."
  (funcall (or termhost-approval-window--answered (user-error "This question is answered")) answer))

(defun termhost-answer-approve ()
  "Do it."
  (interactive nil termhost-approval-mode)
  (termhost-approval-window--need-reading)
  (termhost-approval--answer
   (list :decision (if (termhost-approval--about-agent-p termhost-approval-window--question) "allow" "approve"))))

(defun termhost-approval--need (about-agent)
  "Refuse a key that is not for this question: ABOUT-AGENT, or a command."
  (unless (eq about-agent (termhost-approval--about-agent-p termhost-approval-window--question))
    (user-error "This key answers another kind of question.  ? shows the keys")))

(defun termhost-answer-once ()
  "Let the agent run commands for this connection."
  (interactive nil termhost-approval-mode)
  (termhost-approval--need t)
  (termhost-approval-window--need-reading)
  (termhost-approval--answer '(:decision "once")))

(defun termhost-answer-never ()
  "Let the agent run no commands, now or when it asks again."
  (interactive nil termhost-approval-mode)
  (termhost-approval--need t)
  (termhost-approval-window--need-reading)
  (termhost-approval--answer '(:decision "never")))

(defun termhost-answer-edit ()
  "Change it first."
  (interactive nil termhost-approval-mode)
  (unless (termhost-question-editable termhost-approval-window--question) (user-error "There is nothing to edit"))
  (termhost-approval-window--need-reading)
  (termhost-approval--answer (list :decision "edit" :command (termhost-question-edit termhost-approval-window--question))))

(defun termhost-answer-reject ()
  "Do not do it."
  (interactive nil termhost-approval-mode)
  (termhost-approval--need nil)
  (termhost-approval--answer '(:decision "reject")))

(defun termhost-answer-reject-and-say (feedback)
  "Do not do it, and tell the agent FEEDBACK."
  (interactive (progn (termhost-approval--need nil) (list (read-string "Tell the agent why: "))) termhost-approval-mode)
  (termhost-approval--answer (list :decision "reject" :feedback feedback)))

(defun termhost-answer-always ()
  "Do it, and remember what the person chooses."
  (interactive nil termhost-approval-mode)
  (let ((choices (termhost-question-choices termhost-approval-window--question)))
    (unless choices (user-error "There is nothing to remember"))
    (termhost-approval-window--need-reading)
    (when-let ((rule (termhost-approval--choose choices)))
      (termhost-approval--answer (list :decision "approve" :remember rule)))))

(defun termhost-approval--choose (choices)
  "Let the user choose one of CHOICES, and return its rule."
  (cdr (assoc (completing-read "Approve, and: " (termhost-question-completions choices #'termhost-approval--scope)
                               nil t nil nil (caar choices))
              choices)))

(defun termhost-approval--scope (rule)
  "How long RULE counts, in words."
  (pcase (plist-get rule :scope)
    ("always" "saved in your init file: termhost-allowed-commands")
    ("session" "until termhost ends")
    ("line" "until termhost ends; other lines still ask")))

(defun termhost-answer-later ()
  "Leave the question open."
  (interactive nil termhost-approval-mode)
  (termhost-approval--answer nil)
  (message "The question keeps waiting; M-x termhost-approve asks again"))

(provide 'termhost-approval-window)
;;; termhost-approval-window.el ends here
