;;; termhost-approval.el --- Ask the person about commands  -*- lexical-binding: t; -*-

;;; Commentary:

;; Questions come from the server at any time.  They wait in a line; one at a time comes up when Emacs is idle, so that
;; nobody answers by accident.

;;; Code:

(require 'cl-lib)
(require 'rmc)
(require 'termhost-call)
(require 'termhost-question)

(cl-defstruct termhost-approval
  "A QUESTION, a plist as `approval/request' has it, and its PROMISE.
LATER is non-nil when the person did not want to answer it now."
  question promise later)

(defvar termhost-approval--waiting nil
  "The questions that wait, the oldest first.")

(defvar termhost-approval--asking nil
  "The question that is being asked.")

(defvar termhost-approval--timer nil
  "The timer that asks when Emacs is idle.")

(defvar termhost-approval-changed-hook nil
  "Run when a question has come or gone.")

(defface termhost-approval-allow '((t :inherit success)) "Parts of a command that a rule allows."
  :group 'termhost)

(defface termhost-approval-ask '((t :inherit warning)) "Parts of a command that no rule decides."
  :group 'termhost)

(defface termhost-approval-deny '((t :inherit error)) "Parts of a command that a rule denies."
  :group 'termhost)

(defun termhost-approval-count ()
  "How many questions wait for the person."
  (length termhost-approval--waiting))

(defun termhost-approval-asks-p (call-id)
  "Whether a question about the call CALL-ID waits for the person."
  (seq-some (lambda (approval) (equal call-id (plist-get (termhost-approval-question approval) :toolCallId)))
            termhost-approval--waiting))

;;; The line of questions

(cl-defmethod termhost-server-answer ((_method (eql 'approval/request)) question)
  "Ask the person the QUESTION, unless it was answered before it was put."
  (if (and (equal (termhost-question-action question) "run") ; what was agreed to run is not agreed to be typed
           (member (cons (plist-get question :toolCallId) (plist-get question :command)) termhost-call--agreed))
      (list :decision "approve")
    (let ((approval (make-termhost-approval :question question)))
      (setq termhost-approval--waiting (append termhost-approval--waiting (list approval)))
      (termhost-approval--changed)
      (setf (termhost-approval-promise approval)
            (make-termhost-transport-promise :on-cancel (lambda () (termhost-approval--withdraw approval)))))))

(defun termhost-approval--changed ()
  "A question has come or gone."
  (run-hooks 'termhost-approval-changed-hook)
  (termhost-approval--schedule))

(defun termhost-approval--schedule ()
  "Ask as soon as Emacs is idle, if there is something to ask."
  (when (and termhost-approval-idle-seconds
             (not termhost-approval--timer)
             (termhost-approval--next))
    (setq termhost-approval--timer
          (run-with-timer termhost-approval-idle-seconds nil #'termhost-approval--ask-if-idle))))

(defun termhost-approval--next ()
  "The first question that the person has not put off."
  (cl-find-if-not #'termhost-approval-later termhost-approval--waiting))

(defun termhost-approval--ask-if-idle ()
  "Ask the next question, or wait until nobody types."
  (setq termhost-approval--timer nil)
  (if (or termhost-approval--asking
          (active-minibuffer-window)
          (and (not noninteractive)
               (< (float-time (or (current-idle-time) 0)) termhost-approval-idle-seconds)))
      (termhost-approval--schedule)
    (when-let ((approval (termhost-approval--next)))
      (termhost-approval--put approval))))

(defun termhost-approval--put (approval)
  "Put APPROVAL to the person, and send the answer."
  (let ((answer (catch 'termhost-approval-withdrawn
                  (setq termhost-approval--asking approval)
                  (unwind-protect
                      (with-local-quit
                        (funcall termhost-approval-function (termhost-approval-question approval)))
                    (setq termhost-approval--asking nil)))))
    (if answer
        (termhost-approval--settle approval answer)
      (setf (termhost-approval-later approval) t))
    (termhost-approval--changed)))

(defun termhost-approval--settle (approval answer)
  "Send the ANSWER to APPROVAL, and remember the rule in it."
  (when (memq approval termhost-approval--waiting)
    (setq termhost-approval--waiting (delq approval termhost-approval--waiting))
    (when-let ((edited (plist-get answer :command))
               (question (termhost-approval-question approval)))
      (when (equal (termhost-question-action question) "run")
        (push (cons (plist-get question :toolCallId) edited) termhost-call--agreed)))
    (termhost-transport-keep (termhost-approval-promise approval) answer)
    (when-let ((rule (plist-get answer :remember)))
      (termhost-approval--remember (plist-get rule :list) (plist-get rule :prefix)))))

(defun termhost-approval--withdraw (approval)
  "Nobody waits for an answer to APPROVAL any more."
  (setq termhost-approval--waiting (delq approval termhost-approval--waiting))
  (when (eq approval termhost-approval--asking)
    (run-at-time 0 nil (lambda ()
                         (when (eq approval termhost-approval--asking)
                           (throw 'termhost-approval-withdrawn nil)))))
  (termhost-approval--changed))

(defun termhost-approval--remember (list prefix)
  "Keep the rule PREFIX in LIST, \"allowed\" or \"denied\", for all sessions."
  (let* ((option (if (equal list "denied") 'termhost-denied-commands 'termhost-allowed-commands))
         (value (append (default-value option) (unless (member prefix (default-value option)) (list prefix)))))
    (customize-save-variable option value)))

;;;###autoload
(defun termhost-approve ()
  "Answer the oldest question about a command."
  (interactive)
  (unless termhost-approval--waiting (user-error "Nothing waits for approval"))
  (when termhost-approval--asking (user-error "The question is open already"))
  (termhost-approval--put (car termhost-approval--waiting)))

;;; How it is asked

(defun termhost-approval-ask (question)
  "Ask the person the QUESTION in the minibuffer, with its parts in a buffer."
  (save-window-excursion
    (termhost-approval--show question)
    (discard-input)
    (pcase (car (read-multiple-choice (termhost-question-prompt question) (termhost-question-choices question)))
      (?a (list :decision "approve"))
      (?e (list :decision "edit" :command (termhost-question-edit question)))
      (?r (termhost-approval--rejection (read-string "Tell the agent why: ")))
      (?! (list :decision "approve"
                :remember (list :list "allowed" :prefix (termhost-approval--read-prefix question)))))))

(defun termhost-approval--rejection (feedback)
  "The answer that a command shall not run, with FEEDBACK unless it is empty."
  `(:decision "reject" ,@(unless (string-empty-p feedback) (list :feedback feedback))))

(defun termhost-approval--read-prefix (question)
  "Read what to allow from now on, one of the suggestions of QUESTION."
  (let ((suggestions (append (plist-get question :suggestions) nil)))
    (completing-read "Approve, and always allow what begins with: " suggestions nil nil nil nil (car suggestions))))

(defun termhost-approval--show (question)
  "Show QUESTION in a window at the bottom, without going there."
  (let ((buffer (get-buffer-create "*termhost approval*")))
    (with-current-buffer buffer
      (special-mode)
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (termhost-approval-text question))
        (goto-char (point-min))))
    (display-buffer buffer '(display-buffer-at-bottom (window-height . fit-window-to-buffer)))))

(defun termhost-approval-text (question)
  "QUESTION, written out for a person."
  (concat
   (propertize (termhost-question-command question) 'face 'bold)
   (format "\n\nin %s, by %s: %s\n" (plist-get question :cwd) (plist-get question :shell) (plist-get question :reason))
   (mapconcat
    (lambda (part)
      (let ((verdict (plist-get part :verdict)))
        (format "\n  %s  %s\n         %s%s"
                (propertize (format "%-5s" verdict) 'face (intern (concat "termhost-approval-" verdict)))
                (termhost-question-visible (plist-get part :text))
                (plist-get part :reason)
                (if (string-empty-p (or (plist-get part :rule) ""))
                    ""
                  (format " (rule: %s)" (plist-get part :rule))))))
    (plist-get question :commands) "")
   "\n"))

(provide 'termhost-approval)
;;; termhost-approval.el ends here
