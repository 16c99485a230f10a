;;; termhost-question.el --- How a question is put  -*- lexical-binding: t; -*-

;;; Commentary:

;; An agent wants to run a command, to type into one that runs, or to stop or read one of the user's own: each has words
;; of its own.  The server has made all texts of a question visible.

;;; Code:

(defconst termhost-question--wordings
  '(("run" :ask "Run this command?" :does "Approve" :edit "Run instead: ")
    ("input" :ask "Type this into %s?" :does "Type it" :edit "Type instead: ")
    ("stop" :ask "Stop your command %s?" :does "Stop it")
    ("agent" :ask "May this agent run commands in this Emacs?" :does "Allow")
    ("read" :ask "Show the agent the output of your command %s?" :does "Show it"))
  "The words for each action; %s is the running command that it is about.")

(defconst termhost-question--longest-target 60
  "So many characters of the running command are named.")

(defun termhost-question-action (question)
  "What QUESTION is about: \"run\", \"input\", \"stop\", \"read\" or \"agent\"."
  (or (plist-get question :action) "run"))

(defun termhost-question--word (question key)
  "The words at KEY for QUESTION."
  (plist-get (cdr (assoc (termhost-question-action question) termhost-question--wordings)) key))

(defun termhost-question--target (question)
  "The running command that QUESTION is about, in a few words."
  (let* ((target (or (plist-get question :target) (plist-get question :shown)))
         (line (car (split-string target "\n")))
         (start (truncate-string-to-width line termhost-question--longest-target)))
    (format "`%s%s'" start (if (equal start target) "" " …"))))

(defun termhost-question-prompt (question)
  "What the person is asked by QUESTION."
  (format (termhost-question--word question :ask) (termhost-question--target question)))

(defun termhost-question-hazards (hazards)
  "HAZARDS as words in brackets, empty if there are none."
  (if (seq-empty-p hazards) ""
    (format "[%s]" (string-replace "_" " " (mapconcat #'identity hazards ", ")))))

(defun termhost-question--plain-p (question)
  "Non-nil if nothing in QUESTION is marked, counted blanks apart."
  (not (string-search "⟨" (replace-regexp-in-string "⟨[0-9]+ \\(?:blank\\|tab\\|empty line\\)s?⟩" ""
                                                     (plist-get question :shown) t t))))

(defun termhost-question-editable (question)
  "What of QUESTION a user can edit and what stays behind it, as a pair, or nil.
Of what would be typed, words and Enter behind them can be edited, keys can't."
  (let ((command (plist-get question :command)))
    (pcase (and (termhost-question--plain-p question) (termhost-question-action question))
      ("run" (cons command ""))
      ("input" (when (string-match "\\`\\([^\0-\037\177]*\\)\\([\r\n]*\\)\\'" command)
                 (cons (match-string 1 command) (match-string 2 command)))))))

(defun termhost-question-edit (question)
  "Let the person edit what QUESTION would run or type."
  (pcase-let ((`(,text . ,ending) (termhost-question-editable question)))
    (concat (read-from-minibuffer (termhost-question--word question :edit) text) ending)))

(defun termhost-question-groups (question)
  "The parts of QUESTION, as lists (VERDICT WHY . PARTS).
WHY is the reason, and the rule that decided.  The order is the server's, which
says the most dangerous first."
  (let (groups)
    (seq-doseq (part (plist-get question :commands))
      (let* ((rule (or (plist-get part :rule) ""))
             (why (concat (plist-get part :reason) (if (member rule (list "" (plist-get part :reason))) "" (format " (rule: %s)" rule))))
             (group (seq-find (lambda (group) (equal (seq-take group 2) (list (plist-get part :verdict) why))) groups)))
        (if group
            (nconc group (list part))
          (setq groups (append groups (list (list (plist-get part :verdict) why part)))))))
    groups))

(defun termhost-question-completions (table annotate)
  "A completion table of TABLE, pairs of a label and a value, in its order.
ANNOTATE makes of a value the words after its label."
  (lambda (string predicate action)
    (if (eq action 'metadata)
        `(metadata (display-sort-function . identity)
                   (annotation-function . ,(lambda (label) (concat "  " (funcall annotate (cdr (assoc label table)))))))
      (complete-with-action action table string predicate))))

(defun termhost-question-choices (question)
  "What can be remembered with an approval of QUESTION, as pairs (LABEL . RULE)."
  (append
   (mapcan (lambda (prefix)
             (list (cons (format "always allow `%s'" prefix) (list :list "allowed" :prefix prefix :scope "always"))
                   (cons (format "allow `%s' in this session" prefix) (list :list "allowed" :prefix prefix :scope "session"))))
           (append (plist-get question :suggestions) nil))
   (when (equal (termhost-question-action question) "run")
     (list (cons "allow this exact line in this session" (list :list "allowed" :prefix "" :scope "line"))))))

(defconst termhost-question--agent-keys
  '(("a Allow" . "Allow, now and whenever it asks again")
    ("? Help" . "Show these keys")
    ("o Once" . "Allow for this connection")
    ("n Never" . "Allow neither now nor when it asks again")
    ("q Later" . "Answer later"))
  "The keys for a question about an agent.")

(defun termhost-question-keys (question)
  "The keys for QUESTION, as pairs of a short and a long text."
  (if (equal "agent" (termhost-question-action question)) termhost-question--agent-keys
    (termhost-question--command-keys question)))

(defun termhost-question--command-keys (question)
  "The keys for QUESTION, which is about a command."
  (delq nil (list (let ((does (termhost-question--word question :does))) (cons (concat "a " does) does))
                  '("? Help" . "Show these keys")
                  (and (termhost-question-choices question)
                       '("A Approve and remember…" . "Approve, and choose what to remember"))
                  (and (termhost-question-editable question) '("e Edit" . "Edit it, and approve that"))
                  '("r Reject" . "Reject")
                  '("R Say why" . "Reject, and tell the agent why")
                  '("q Later" . "Answer later"))))

(defun termhost-question-key-line (question)
  "The keys that answer QUESTION, in a line of 80 columns."
  (string-join (mapcar #'car (termhost-question-keys question)) "  "))

(defun termhost-question-help (question)
  "The keys that answer QUESTION, and what each does, in lines."
  (mapconcat (pcase-lambda (`(,key . ,does)) (format "%s  %s" (car (split-string key " ")) does))
             (append (termhost-question-keys question) '(("SPC" . "Show more of the text")))
             "\n"))

(defun termhost-question-heading (question &optional waiting)
  "What QUESTION asks, the most dangerous first.
If more than one question is WAITING, it says so."
  (concat " " (if (> (or waiting 1) 1) (format "1 of %d  " waiting) "")
          (string-trim-left (concat (termhost-question-hazards (plist-get question :hazards)) " "
                                    (termhost-question-prompt question)))))

(provide 'termhost-question)
;;; termhost-question.el ends here
