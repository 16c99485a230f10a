;;; termhost-approval.el --- Ask the user about commands  -*- lexical-binding: t; -*-

;;; Commentary:

;; Questions come from the server at any time.  They wait in a line; one at a time comes up when Emacs is idle, and is
;; answered when the person goes to it.  After the answer they are where they came from: nobody answers by accident.

;;; Code:

(require 'cl-lib)
(require 'termhost-approval-window)
(require 'termhost-call)

(cl-defstruct termhost-approval
  "A QUESTION, a plist as `approval/request' has it, and its PROMISE.
LATER is non-nil if the user wants to answer later.
ON-ANSWER is a function that gets the answer before the server does, or nil."
  question promise later on-answer)

(defvar termhost-approval--waiting nil
  "The questions that wait, the oldest first.")

(defvar termhost-approval--asking nil
  "The question that is being asked.")

(defvar termhost-approval--timer nil
  "The timer that asks when Emacs is idle.")

(defvar termhost-approval-changed-hook nil
  "Run when a question was added or removed.")

(defun termhost-approval-count ()
  "Return the number of questions that wait for the user."
  (length termhost-approval--waiting))

(defun termhost-approval-of (call-id)
  "Return the question about the call CALL-ID that waits for the user, or nil."
  (seq-find (lambda (approval) (equal call-id (plist-get (termhost-approval-question approval) :toolCallId)))
            termhost-approval--waiting))

;;; The line of questions

(cl-defmethod termhost-server-answer ((_method (eql 'approval/request)) question)
  "Ask the user the QUESTION, unless it is already answered."
  (if (and (equal (termhost-question-action question) "run") ; what was agreed to run is not agreed to be typed
           (member (cons (plist-get question :toolCallId) (plist-get question :command)) termhost-call--agreed))
      (list :decision "approve")
    (when (equal (termhost-question-action question) "run")
      (termhost-commands-asked (plist-get question :toolCallId) (plist-get question :command) (plist-get question :cwd)
                                (plist-get question :agent)))
    (termhost-approval-ask question)))

(defun termhost-approval-ask (question &optional on-answer)
  "Add QUESTION to the questions that wait, and return a promise of its answer.
ON-ANSWER gets the answer first."
  (let ((approval (make-termhost-approval :question question :on-answer on-answer)))
    (setq termhost-approval--waiting (append termhost-approval--waiting (list approval)))
    (termhost-approval--changed)
    (setf (termhost-approval-promise approval)
          (make-termhost-transport-promise :on-cancel (lambda () (termhost-approval--withdraw approval))))))

(defun termhost-approval-agent-waits-p ()
  "Return non-nil if the oldest question is about an agent from outside."
  (when-let ((oldest (car termhost-approval--waiting)))
    (equal "agent" (termhost-question-action (termhost-approval-question oldest)))))

(defun termhost-approval-hint ()
  "Return a hint about the key for the question."
  (concat (with-current-buffer (window-buffer) (termhost-server-keys-of 'termhost-approve)) " answers"))

(defun termhost-approval--changed ()
  "Handle an added or removed question."
  (termhost-approval--count)
  (run-hooks 'termhost-approval-changed-hook)
  (termhost-approval--schedule))

(defun termhost-approval--count ()
  "Let the window know how many questions wait, and which of them is shown."
  (setq termhost-approval-window-waiting (termhost-approval-count)
        termhost-approval-window-number (1+ (or (cl-position termhost-approval--asking termhost-approval--waiting) 0))))

(defun termhost-approval--schedule ()
  "Ask as soon as Emacs is idle, if a question waits."
  (when (and termhost-approval-idle-seconds
             (not termhost-approval--timer)
             (termhost-approval--next))
    (setq termhost-approval--timer
          (run-with-timer termhost-approval-idle-seconds nil #'termhost-approval--ask-if-idle))))

(defun termhost-approval--next ()
  "Return the first question that the user has not postponed."
  (cl-find-if-not #'termhost-approval-later termhost-approval--waiting))

(defun termhost-approval--ask-if-idle ()
  "Ask the next question, or wait until the user does not type."
  (setq termhost-approval--timer nil)
  (if (or termhost-approval--asking
          (active-minibuffer-window)
          (and (not noninteractive)
               (< (float-time (or (current-idle-time) 0)) termhost-approval-idle-seconds)))
      (termhost-approval--schedule)
    (when-let ((approval (termhost-approval--next)))
      (termhost-approval--put approval))))

(defun termhost-approval--by-function-p (question)
  "Return non-nil if `termhost-approval-function' asks QUESTION."
  (and termhost-approval-function (not (equal "agent" (termhost-question-action question)))))

(defun termhost-approval--put (approval)
  "Ask the user about APPROVAL, in a window or by the user's own function."
  (setq termhost-approval--asking approval)
  (termhost-approval--count)
  (let ((question (termhost-approval-question approval)))
    (if (termhost-approval--by-function-p question)
        (termhost-approval--answered
         approval
         (unwind-protect (catch 'termhost-approval-withdrawn (with-local-quit (funcall termhost-approval-function question)))
           (setq termhost-approval--asking nil)))
      (termhost-approval-window-show question (lambda (answer) (termhost-approval--answered approval answer))))))

(defun termhost-approval--answered (approval answer)
  "Handle the ANSWER to APPROVAL; nil means that the user answers later."
  (termhost-approval--close)
  (if answer
      (termhost-approval--settle approval answer)
    (termhost-approval--put-off approval))
  (termhost-approval--changed))

(defun termhost-approval--put-off (approval)
  "Put APPROVAL behind the other questions, if it was not withdrawn."
  (setf (termhost-approval-later approval) t)
  (when (memq approval termhost-approval--waiting)
    (setq termhost-approval--waiting (append (delq approval termhost-approval--waiting) (list approval)))))

(defun termhost-approval--close ()
  "Close the question that is being asked."
  (setq termhost-approval--asking nil)
  (termhost-approval-window-close))

(defun termhost-approval--settle (approval answer)
  "Send the ANSWER to APPROVAL, and remember the rule in it."
  (when (memq approval termhost-approval--waiting)
    (setq termhost-approval--waiting (delq approval termhost-approval--waiting))
    (termhost-edit-over (termhost-approval-question approval))
    (when-let ((edited (plist-get answer :command))
               (question (termhost-approval-question approval)))
      (when (equal (termhost-question-action question) "run")
        (push (cons (plist-get question :toolCallId) edited) termhost-call--agreed)))
    (when (termhost-approval-on-answer approval) (funcall (termhost-approval-on-answer approval) answer))
    (termhost-transport-keep (termhost-approval-promise approval) answer)
    (when-let ((rule (plist-get answer :remember)))
      (when (equal (or (plist-get rule :scope) "always") "always")
        (termhost-approval--remember (plist-get rule :list) (plist-get rule :prefix))))))

(defun termhost-approval--withdraw (approval)
  "Withdraw APPROVAL: its answer is not needed any more."
  (setq termhost-approval--waiting (delq approval termhost-approval--waiting))
  (termhost-edit-over (termhost-approval-question approval))
  (cond ((not (eq approval termhost-approval--asking)))
        ((not (termhost-approval--by-function-p (termhost-approval-question approval))) (termhost-approval--close))
        (t (run-at-time 0 nil (lambda ()
                                (when (eq approval termhost-approval--asking)
                                  (throw 'termhost-approval-withdrawn nil))))))
  (termhost-approval--changed))

(defun termhost-approval--remember (list prefix)
  "Store the rule PREFIX in LIST, \"allowed\" or \"denied\", for all sessions."
  (let* ((option (if (equal list "denied") 'termhost-denied-commands 'termhost-allowed-commands))
         (value (append (default-value option) (unless (member prefix (default-value option)) (list prefix)))))
    (customize-save-variable option value)
    (message "Saved: `%s' has the rule `%s'" option prefix)))

;;;###autoload
(defun termhost-approve ()
  "Go to the question that waits for your answer.
The question is about a command, or about an agent outside of Emacs."
  (interactive)
  (unless termhost-approval--waiting (user-error "Nothing waits for approval"))
  (when (and termhost-approval--asking (termhost-approval--by-function-p (termhost-approval-question termhost-approval--asking)))
    (user-error "The question is open already"))
  (dolist (approval termhost-approval--waiting) (setf (termhost-approval-later approval) nil))
  (termhost-approval-turn-to (or termhost-approval--asking (car termhost-approval--waiting))))

(defun termhost-approval-turn-to (approval)
  "Ask APPROVAL, instead of the question that is shown, and go there."
  (unless (eq approval termhost-approval--asking)
    (termhost-approval--close)
    (setf (termhost-approval-later approval) nil)
    (termhost-approval--put approval))
  (when (get-buffer termhost-approval-window--name) (termhost-approval-window-select)))

(defun termhost-answer-next ()
  "Go to the next question, and leave this one open."
  (interactive nil termhost-approval-mode)
  (unless (cdr termhost-approval--waiting) (user-error "No other question waits"))
  (termhost-approval-turn-to (or (cadr (memq termhost-approval--asking termhost-approval--waiting))
                                 (car termhost-approval--waiting))))

(define-key termhost-approval-mode-map (kbd "n") #'termhost-answer-next)

(provide 'termhost-approval)
;;; termhost-approval.el ends here
