;;; termhost-approval-window.el --- The window that asks  -*- lexical-binding: t; -*-

;;; Commentary:

;; A question in a window of its own at the bottom, with a key for each answer.  Nothing waits for it: Emacs goes on.
;; What is known of the text stands before it, and each line of it behind a bar, so that none can forge a verdict.

;;; Code:

(require 'seq)
(require 'termhost-question)
(require 'termhost-server)

(defconst termhost-approval-window--name "*termhost approval*"
  "The name of the buffer with the question.")

(defconst termhost-approval-window--place '(display-buffer-at-bottom (window-height . fit-window-to-buffer))
  "The display action of the window.")

(defvar-local termhost-approval-window--question nil
  "The question that the buffer shows.")

(defvar-local termhost-approval-window--answered nil
  "The function to call with the answer, or with nil for a later answer.")

(defvar-local termhost-approval-window--origin nil
  "The window that was selected before, or nil.")

(defvar-local termhost-approval-window--entering nil
  "Non-nil while a command of termhost selects the window.")

(defvar-local termhost-approval-window--seen 1
  "The text before this position has been on the screen.")

(defvar-local termhost-approval-window--readable-at 0
  "The time, in seconds, until which no key approves.")

(defvar termhost-approval-window-reading-seconds 1
  "Seconds that a text must be on the screen before a key approves it.")

(defvar-local termhost-approval-window--reached 1
  "The text before this position is on the screen now, or has been.")

(defvar termhost-approval-window-waiting 0
  "The number of questions that wait, including the one that is shown.")

(defvar termhost-approval-window-number 1
  "The place of the question that is shown among those that wait.")

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
    (define-key map (kbd "N") #'termhost-answer-never)
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
  "Return the first line: the question, and the number of questions."
  (string-replace "%" "%%" (termhost-question-heading termhost-approval-window--question
                                                      termhost-approval-window-number termhost-approval-window-waiting)))

(defun termhost-approval-window--keys ()
  "Return the last line: the keys that answer, or the way to the window."
  (if (eq (selected-window) (old-selected-window)) ; the one that is drawn is the user's
      (string-replace "%" "%%" (termhost-question-key-line termhost-approval-window--question (termhost-approval-window--unread)))
    (format " %s to answer" (with-current-buffer (window-buffer (old-selected-window))
                              (termhost-server-keys-of 'termhost-approve)))))

(defun termhost-approval-window--unread ()
  "Return how much of the text was shown, in words, or nil for all of it."
  (let ((reached (max termhost-approval-window--reached termhost-approval-window--seen)))
    (when (< reached (point-max))
      (format "%d of %d lines" (count-lines (point-min) reached) (count-lines (point-min) (point-max))))))

;;; A key that approves: only of what was read

(defun termhost-approval-window--now ()
  "The time, in seconds."
  (float-time))

(defun termhost-approval-window--wait ()
  "Let no key approve for a moment."
  (setq termhost-approval-window--readable-at (+ (termhost-approval-window--now) termhost-approval-window-reading-seconds)))

(defun termhost-approval-window--entered (window)
  "Handle the selection of WINDOW, or of another window.
Emacs also selects WINDOW when another window is deleted.  The next keys may
then be meant for that other window."
  (when (and (eq window (selected-window)) (not termhost-approval-window--entering)) (termhost-approval-window--wait))
  (setq termhost-approval-window--entering nil))

(defun termhost-approval-window--watch-typing ()
  "Restart the wait after an unknown key, because the user is typing a text."
  (when (eq this-command 'undefined) (termhost-approval-window--wait))
  (termhost-approval-window--reach))

(defun termhost-approval-window--reach ()
  "Remember up to where the text is on the screen now, for the line of keys."
  (setq termhost-approval-window--reached (termhost-approval-window--without-gap)))

(defun termhost-approval-window--end (window)
  "Return the end of the text in WINDOW."
  (if (pos-visible-in-window-p (point-max) window) (point-max) (window-end window t)))

(defun termhost-approval-window--without-gap ()
  "Return up to where the text is on the screen, or was, without a gap."
  (let ((window (get-buffer-window nil t)))
    (if (and window (<= (window-start window) termhost-approval-window--seen))
        (max termhost-approval-window--seen (termhost-approval-window--end window))
      termhost-approval-window--seen)))

(defun termhost-approval-window--look ()
  "Remember up to where the text has been on the screen without a gap."
  (setq termhost-approval-window--seen (termhost-approval-window--without-gap)))

(defun termhost-approval-window--need-reading ()
  "Signal an error unless the whole text has been on the screen long enough."
  (termhost-approval-window--look)
  (let ((early (< (termhost-approval-window--now) termhost-approval-window--readable-at)))
    (cond ((< termhost-approval-window--seen (point-max))
           (user-error "Not approved: lines %d–%d were not shown.  SPC shows more"
                       (line-number-at-pos termhost-approval-window--seen) (line-number-at-pos (point-max))))
          (early
           (termhost-approval-window--wait)
           (user-error "Not approved: the question has only just appeared.  Read it, and press the key again")))))

(defun termhost-answer-more ()
  "Show the next page of the question, from the last line that was shown."
  (interactive nil termhost-approval-mode)
  (if (= termhost-approval-window--seen (point-max))
      (message "The whole question is shown")
    (goto-char termhost-approval-window--seen)
    (when (> (window-body-height) 2) (vertical-motion -1))
    (recenter 0)
    (termhost-approval-window--wait)))

(defun termhost-approval-window-show (question answered)
  "Show QUESTION at the bottom, without selecting its window.
ANSWERED is called with the answer, or with nil if the user answers later."
  (with-current-buffer (get-buffer-create termhost-approval-window--name)
    (termhost-approval-mode)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (termhost-approval-text question))
      (goto-char (point-min)))
    (setq termhost-approval-window--question question
          termhost-approval-window--answered answered
          termhost-approval-window--seen (point-min)
          word-wrap (termhost-approval--about-agent-p question)) ; sentences, not a command
    (termhost-approval-window--wait)
    (display-buffer (current-buffer) termhost-approval-window--place)
    (termhost-approval-window--reach)))

(defun termhost-approval-window-select ()
  "Select the window; after the answer, the previous window is selected."
  (with-current-buffer termhost-approval-window--name
    (let ((origin (selected-window)) (visible (get-buffer-window nil t)))
      (unless visible (termhost-approval-window--wait))
      (unless (eq origin visible)
        (setq termhost-approval-window--origin origin
              termhost-approval-window--entering t))
      (pop-to-buffer (current-buffer) termhost-approval-window--place))))

(defun termhost-approval-window-close ()
  "Close the question, and select the window that was selected before it."
  (when-let ((buffer (get-buffer termhost-approval-window--name)))
    (let ((origin (and (eq buffer (window-buffer)) (buffer-local-value 'termhost-approval-window--origin buffer))))
      (dolist (window (get-buffer-window-list buffer nil t)) (quit-window nil window))
      (kill-buffer buffer)
      (when (window-live-p origin) (select-window origin)))))

(defun termhost-approval-text (question)
  "Return the text of QUESTION for the user: the facts, then the command."
  (concat
   (if (termhost-approval--about-agent-p question) "" (termhost-approval--facts question))
   (propertize (concat "│ " (string-replace "\n" "\n│ " (plist-get question :shown))) 'face 'bold 'wrap-prefix "│↪")))

(defun termhost-approval--about-agent-p (question)
  "Return non-nil if QUESTION is about an agent from outside."
  (equal "agent" (termhost-question-action question)))

(defun termhost-approval--facts (question)
  "Return the facts about the command of QUESTION, in lines."
  (concat
   (if-let ((asked-by (termhost-question-asked-by question))) (concat (propertize asked-by 'face 'warning) "\n") "")
   (format "in %s, by %s: %s\n" (plist-get question :cwd) (plist-get question :shell) (plist-get question :size))
   (if-let ((place (plist-get question :place))) (format "it would run %s\n" place) "")
   (if (or (seq-empty-p (plist-get question :commands))
           (equal "input" (termhost-question-action question))) ; the reason says what else an approval covers
       (concat (plist-get question :reason) "\n")
     "")
   (mapconcat
    (pcase-lambda (`(,verdict ,why . ,commands))
      (format "%s: %s\n%s"
              (propertize verdict 'face (intern (concat "termhost-approval-" verdict)))
              why
              (mapconcat #'termhost-approval--part commands "")))
    (termhost-question-groups question) "")))

(defun termhost-approval--part (part)
  "Return a line about PART of a command."
  (let ((hazards (termhost-question-hazards (plist-get part :hazards))))
    (format "  %s%s\n" (plist-get part :text)
            (if (string-empty-p hazards) "" (concat "  " (propertize hazards 'face 'warning))))))

;;; The answers

(defun termhost-answer-help ()
  "Show each key of the question with what it does."
  (interactive nil termhost-approval-mode)
  (message "%s" (termhost-question-help termhost-approval-window--question)))

(defun termhost-approval--answer (answer)
  "Give ANSWER to the question."
  (funcall (or termhost-approval-window--answered (user-error "This question was answered already")) answer))

(defun termhost-answer-approve ()
  "Approve the command, or let the agent run commands."
  (interactive nil termhost-approval-mode)
  (termhost-approval-window--need-reading)
  (termhost-approval--answer
   (list :decision (if (termhost-approval--about-agent-p termhost-approval-window--question) "allow" "approve"))))

(defun termhost-approval--need (about-agent)
  "Signal an error if the question is of the wrong kind for a key.
ABOUT-AGENT is non-nil for a key that is about an agent, else nil."
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
  "Edit the command, and approve the edited command."
  (interactive nil termhost-approval-mode)
  (unless (termhost-question-editable termhost-approval-window--question) (user-error "There is nothing to edit"))
  (termhost-approval-window--need-reading)
  (let ((answered termhost-approval-window--answered))
    (termhost-question-edit termhost-approval-window--question
                            (lambda (text) (funcall answered (list :decision "edit" :command text))))))

(defun termhost-answer-reject ()
  "Reject the command."
  (interactive nil termhost-approval-mode)
  (termhost-approval--need nil)
  (termhost-approval--answer '(:decision "reject")))

(defun termhost-answer-reject-and-say (feedback)
  "Reject the command, and tell the agent FEEDBACK."
  (interactive (progn (termhost-approval--need nil) (list (read-string "Tell the agent why: "))) termhost-approval-mode)
  (termhost-approval--answer (list :decision "reject" :feedback feedback)))

(defun termhost-answer-always ()
  "Approve the command, and remember the rule that the user chooses."
  (interactive nil termhost-approval-mode)
  (let ((choices (termhost-question-choices termhost-approval-window--question)))
    (unless choices (user-error "There is nothing to remember"))
    (termhost-approval-window--need-reading)
    (when-let ((rule (termhost-approval--choose choices (termhost-question-without-more termhost-approval-window--question))))
      (termhost-approval--answer (list :decision "approve" :remember rule)))))

(defun termhost-approval-window--make-room (lines)
  "Make the window higher by LINES, which the minibuffer is going to take."
  (when-let ((window (get-buffer-window)))
    (ignore-errors (window-resize window lines))))

(defun termhost-approval--choose (choices &optional remark)
  "Let the user choose one of CHOICES by its number, and return its rule.
REMARK is a sentence for the user, or nil."
  (let* ((numbered (seq-map-indexed (pcase-lambda (`(,label . ,rule) index) (cons (format "%d %s" (1+ index) label) rule)) choices))
         (lines (mapcar (pcase-lambda (`(,label . ,rule)) (format "%s: %s\n" label (termhost-approval--scope rule))) numbered))
         (prompt (concat (string-join lines) (if remark (concat remark "\n") "") (format-prompt "Approve, and" "1"))))
    (termhost-approval-window--make-room (length choices))
    (cdr (assoc (completing-read prompt (termhost-question-completions numbered #'termhost-approval--scope) nil t nil nil (caar numbered))
                numbered))))

(defun termhost-approval--scope (rule)
  "Return the duration of RULE, in words."
  (pcase (plist-get rule :scope)
    ("always" "saved in your init file: termhost-allowed-commands")
    ("session" "until termhost ends")
    ("line" "until termhost ends; other lines still ask")))

(defun termhost-answer-later ()
  "Leave the question open."
  (interactive nil termhost-approval-mode)
  (termhost-approval--answer nil)
  (message "The question keeps waiting%s; %s opens it" (if (> termhost-approval-window-waiting 1) ", behind the others" "")
           (with-current-buffer (window-buffer) (termhost-server-keys-of 'termhost-approve))))

(provide 'termhost-approval-window)
;;; termhost-approval-window.el ends here
