;;; termhost-question.el --- How a question is put  -*- lexical-binding: t; -*-

;;; Commentary:

;; An agent wants to run a command, to type into one that runs, or to stop or read one of the user's own: each has words
;; of its own.  The server has made all texts of a question visible.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'termhost-edit)

(defconst termhost-question--wordings
  '(("run" :ask "Run this command?" :does "Approve" :edit "Approve and run instead: ")
    ("input" :ask "Type this into %s?" :does "Type it" :edit "Approve and type instead: ")
    ("stop" :ask "Stop your command %s?" :does "Stop it")
    ("agent" :ask "May this agent run commands in this Emacs?" :does "Allow")
    ("read" :ask "Show the agent the output of your command %s?" :does "Show it"))
  "The words for each action; %s is the running command that it is about.")

(defconst termhost-question--longest-target 60
  "Number of characters of the running command that are shown.")

(defun termhost-question-action (question)
  "Return the kind of QUESTION.
It is \"run\", \"input\", \"stop\", \"read\" or \"agent\"."
  (or (plist-get question :action) "run"))

(defun termhost-question--word (question key)
  "Return the words at KEY for QUESTION."
  (plist-get (cdr (assoc (termhost-question-action question) termhost-question--wordings)) key))

(defun termhost-question--target (question)
  "Return in a few words the running command that QUESTION is about."
  (let* ((target (or (plist-get question :target) (plist-get question :shown)))
         (line (car (split-string target "\n")))
         (start (truncate-string-to-width line termhost-question--longest-target)))
    (format "`%s%s'" start (if (equal start target) "" " …"))))

(defun termhost-question-prompt (question)
  "Return the sentence by which QUESTION asks the user."
  (format (termhost-question--word question :ask) (termhost-question--target question)))

(defun termhost-question-asked-by (question)
  "Return a text about the agent from outside that asks QUESTION, or nil.
Nil means that an agent of Emacs itself asks."
  (when-let ((agent (plist-get question :agent)))
    (format "%s wants to %s this" agent (termhost-question-action question))))

(defun termhost-question-hazards (hazards)
  "Return HAZARDS as words in brackets, or an empty text without hazards."
  (if (seq-empty-p hazards) ""
    (format "[%s]" (string-replace "_" " " (mapconcat #'identity hazards ", ")))))

(defun termhost-question--plain-p (question)
  "Return non-nil if no character of QUESTION is marked, except blanks."
  (not (string-search "⟨" (replace-regexp-in-string "⟨[0-9]+ \\(?:blank\\|tab\\|empty line\\)s?⟩" ""
                                                     (plist-get question :shown) t t))))

(defun termhost-question-editable (question)
  "Return a cons of the text that can be edited and the rest, or nil.
In input of QUESTION, words with an Enter after them can be edited, keys
cannot."
  (let ((command (plist-get question :command)))
    (pcase (and (termhost-question--plain-p question) (termhost-question-action question))
      ("run" (cons command ""))
      ("input" (when (string-match "\\`\\([^\0-\037\177]*\\)\\([\r\n]*\\)\\'" command)
                 (cons (match-string 1 command) (match-string 2 command)))))))

(defun termhost-question-edit (question edited)
  "Let the user edit the text that QUESTION would run or type.
EDITED is called with the new text.  Text of several lines has a buffer of its
own, because RET makes a new line there."
  (pcase-let ((`(,text . ,ending) (termhost-question-editable question)))
    (if (string-search "\n" text)
        (termhost-edit question text edited)
      (funcall edited (concat (read-from-minibuffer (termhost-question--word question :edit) text) ending)))))

(defun termhost-question-groups (question)
  "Return the parts of QUESTION, as lists (VERDICT WHY . PARTS).
WHY is the reason and the rule that decided.  The server has put the most
dangerous part first."
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
  "Return a completion table for TABLE, conses of label and value.
It keeps the order of TABLE.  ANNOTATE is a function from a value to the words
that are shown after its label."
  (lambda (string predicate action)
    (if (eq action 'metadata)
        `(metadata (display-sort-function . identity)
                   (annotation-function . ,(lambda (label) (concat "  " (funcall annotate (cdr (assoc label table)))))))
      (complete-with-action action table string predicate))))

(defun termhost-question-choose (prompt table default)
  "Let the user choose from TABLE with PROMPT, which names DEFAULT."
  (completing-read (format-prompt prompt default) table nil t nil nil default))

(defun termhost-question-choices (question)
  "Return the rules to choose from for QUESTION, as conses (LABEL . RULE).
The narrowest rule is the first one."
  (let ((prefixes (append (plist-get question :suggestions) nil)))
    (append
     (when (equal (termhost-question-action question) "run")
       (list (cons "allow this exact line in this session" (list :list "allowed" :prefix "" :scope "line"))))
     (termhost-question--rules "allow `%s' in this session" prefixes "session")
     (termhost-question--rules "always allow `%s'" prefixes "always"))))

(defun termhost-question--rules (label prefixes scope)
  "Return a cons (LABEL . RULE) for each of PREFIXES, with SCOPE."
  (mapcar (lambda (prefix) (cons (format label prefix) (list :list "allowed" :prefix prefix :scope scope))) prefixes))

(defun termhost-question-without-more (question)
  "Return why no rule for more than the line of QUESTION is offered, or nil."
  (when (seq-empty-p (plist-get question :suggestions))
    "No rule for more commands is offered, because no beginning of this command is safe to allow"))

(defconst termhost-question--agent-keys
  '(("a Allow" . "Allow, now and whenever it asks again")
    ("? Help" . "Show these keys")
    ("o Once" . "Allow for this connection")
    ("N Never" . "Allow neither now nor when it asks again")
    ("q Later" . "Answer later"))
  "The keys for a question about an agent.")

(defun termhost-question-keys (question)
  "Return the keys for QUESTION, as conses of a short and a long text."
  (if (equal "agent" (termhost-question-action question)) termhost-question--agent-keys
    (termhost-question--command-keys question)))

(defun termhost-question--command-keys (question)
  "Return the keys for QUESTION, which is about a command."
  (delq nil (list (let ((does (termhost-question--word question :does))) (cons (concat "a " does) does))
                  '("? Help" . "Show these keys")
                  (and (termhost-question-choices question)
                       '("A Approve and remember…" . "Approve, and choose what to remember"))
                  (and (termhost-question-editable question) '("e Edit" . "Edit it, and approve that"))
                  '("r Reject" . "Reject")
                  '("R Say why" . "Reject, and tell the agent why")
                  '("q Later" . "Answer later"))))

(defun termhost-question-key-line (question &optional unread)
  "Return the keys that answer QUESTION, in a line of 80 columns.
If UNREAD is non-nil, it says how much of the text was shown, and the keys that
approve do nothing yet."
  (let ((keys (mapcar #'car (termhost-question-keys question))))
    (string-join (if unread
                     (cons (format "SPC More (%s)" unread) (seq-filter (lambda (key) (string-match-p "\\`[?rRq]" key)) keys))
                   keys)
                 "  ")))

(defun termhost-question-help (question)
  "Return the keys that answer QUESTION and their effects, in lines."
  (mapconcat (pcase-lambda (`(,key . ,does)) (format "%s  %s" (car (split-string key " ")) does))
             (append (termhost-question-keys question)
                     '(("SPC" . "Show more of the text") ("n" . "Go to the next question; this one keeps waiting")))
             "\n"))

(defun termhost-question-heading (question &optional place waiting)
  "Return the heading of QUESTION: its hazards, then its sentence.
If more than one question is WAITING, it says so, and the PLACE of this one."
  (concat " " (if (> (or waiting 1) 1) (format "%d of %d, n: next  " place waiting) "")
          (string-trim-left (concat (termhost-question-hazards (plist-get question :hazards)) " "
                                    (termhost-question-prompt question)))))

(provide 'termhost-question)
;;; termhost-question.el ends here
