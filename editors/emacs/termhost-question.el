;;; termhost-question.el --- How a question is put  -*- lexical-binding: t; -*-

;;; Commentary:

;; An agent wants to run a command, to type into one that runs, or to stop or read one of the user's own: each has words
;; of its own.  The server has made all texts of a question visible.

;;; Code:

(defconst termhost-question--wordings
  '(("run" :ask "Run this command?" :does "Approve" :edit "Run instead: ")
    ("input" :ask "Type this into %s?" :does "Type it" :edit "Type instead: ")
    ("stop" :ask "Stop your command %s?" :does "Stop it")
    ("read" :ask "Show the agent the output of your command %s?" :does "Show it"))
  "The words for each action; %s is the running command that it is about.")

(defconst termhost-question--longest-target 60
  "So many characters of the running command are named.")

(defun termhost-question-action (question)
  "What QUESTION is about: \"run\", \"input\", \"stop\" or \"read\"."
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

(defun termhost-question-remembering (question)
  "What the key that remembers does for QUESTION, or nil if it does nothing.
It takes the only choice, or lets the user choose."
  (pcase (termhost-question-choices question)
    ('nil nil)
    (`((,_ . ,(and rule (guard (equal "line" (plist-get rule :scope)))))) "Approve this line for the session")
    (_ "Approve and remember…")))

(defun termhost-question-keys (question)
  "The keys that answer QUESTION, each with what it does.
The list of keys is second: a narrow window cuts the end."
  (delq nil (list (concat "a " (termhost-question--word question :does))
                  "? Help"
                  (and (termhost-question-editable question) "e Edit")
                  "r Reject"
                  "R Reject and say why"
                  (when-let ((what (termhost-question-remembering question))) (concat "A " what))
                  "q Later")))

(defun termhost-question-heading (question)
  "What QUESTION asks, and the keys that answer."
  (concat " " (string-trim-right (concat (termhost-question-prompt question) " "
                                         (termhost-question-hazards (plist-get question :hazards))))
          "   " (string-join (termhost-question-keys question) "  ")))

(provide 'termhost-question)
;;; termhost-question.el ends here
