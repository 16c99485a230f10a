;;; approval-test.el --- Questions: their words, their window, their answers  -*- lexical-binding: t; -*-

(require 'ert)
(require 'termhost)

(defconst approval-test-question
  '(:toolCallId "1" :command "cd x && rm -r y" :shown "cd x && rm -r y\nx" :size "2 lines, 17 bytes" :cwd "/p" :shell "bash" :reason "no rule allows rm"
    :commands [(:text "rm -r y" :verdict "ask" :reason "no rule for it" :hazards ["destructive" "writes_file"])
               (:text "make" :verdict "ask" :rule "" :reason "no rule for it")
               (:text "cd x" :verdict "allow" :rule "cd" :reason "allowed by a rule" :hazards [])]
    :suggestions []))

(ert-deftest approval-a-question-shows-each-part-and-why ()
  (should (equal (substring-no-properties (termhost-approval-text approval-test-question))
                 (concat "in /p, by bash: 2 lines, 17 bytes\n"
                         "ask: no rule for it\n  rm -r y  [destructive, writes file]\n  make\n"
                         "allow: allowed by a rule (rule: cd)\n  cd x\n"
                         "│ cd x && rm -r y\n│ x"))))

(ert-deftest approval-a-question-about-input-has-its-reason-in-addition ()
  (should (equal (substring-no-properties
                  (termhost-approval-text
                   '(:action "input" :command "a" :shown "a" :size "1 line, 1 byte" :cwd "/p" :shell "bash" :target "sh"
                     :reason "the shell may read it as a command line: no rule for it; an approval also covers later input"
                     :commands [(:text "a" :verdict "ask" :reason "no rule for it" :hazards [])])))
                 (concat "in /p, by bash: 1 line, 1 byte\n"
                         "the shell may read it as a command line: no rule for it; an approval also covers later input\n"
                         "ask: no rule for it\n  a\n"
                         "│ a"))))

(defmacro approval-test-asking (question &rest body)
  "Evaluate BODY in the buffer of the window that asks QUESTION; `answer' is what was given."
  (declare (indent 1))
  `(save-window-excursion
     (let ((answer nil) (other (get-buffer-create "*file*")))
       (delete-other-windows)
       (switch-to-buffer other)
       (unwind-protect
           (progn
             (termhost-approval-window-show ,question (lambda (given) (setq answer given)))
             (with-current-buffer termhost-approval-window--name ,@body))
         (termhost-approval-window-close)
         (kill-buffer other)))))

(defun approval-test-key (command)
  "Do what a key for COMMAND does in the window that asks."
  (with-selected-window (get-buffer-window termhost-approval-window--name)
    (setq this-command command)
    (run-hooks 'pre-command-hook)
    (unwind-protect (call-interactively command)
      (run-hooks 'post-command-hook))))

(defun approval-test-refused (command words)
  "A key for COMMAND is refused, and the message has WORDS."
  (let ((said (cadr (should-error (approval-test-key command) :type 'user-error))))
    (ert-info (said) (should (string-match-p words said)))))

(defconst approval-test-long-question
  (append (list :shown (mapconcat #'number-to-string (number-sequence 1 100) "\n")) approval-test-question))

;; A batch Emacs draws nothing: `window-end' is the end of its buffer.
(defun approval-test-window-end (window)
  "Where the text that WINDOW shows ends, which has no long lines."
  (save-excursion
    (goto-char (window-start window))
    (forward-line (window-body-height window))
    (point)))

(ert-deftest approval-needs-every-part-to-be-shown ()
  (cl-letf ((termhost-approval-window-reading-seconds 0)
            ((symbol-function 'termhost-approval-window--end) #'approval-test-window-end))
    (approval-test-asking approval-test-long-question
      (should (< (string-search "[destructive" (buffer-string)) (string-search "│ 1\n" (buffer-string))))
      (dolist (key (list #'termhost-answer-approve #'termhost-answer-edit #'termhost-answer-always))
        (approval-test-refused key "\\`Not approved: lines [0-9]+–106 were not shown\\.  SPC shows more\\'"))
      ;; Its end alone is not enough.
      (with-selected-window (get-buffer-window) (goto-char (point-max)) (recenter -1))
      (approval-test-refused #'termhost-answer-approve "were not shown")
      (let ((pages (list (with-selected-window (get-buffer-window)
                           (goto-char (point-min))
                           (recenter 0)
                           (buffer-substring (window-start) (approval-test-window-end (selected-window)))))))
        (while (< termhost-approval-window--seen (point-max))
          (should (< (length pages) 100))
          (approval-test-key #'termhost-answer-more)
          (with-selected-window (get-buffer-window)
            (push (buffer-substring (window-start) (approval-test-window-end (selected-window))) pages))
          (termhost-approval-window--look))
        (should (> (length pages) 2))
        (let ((shown (apply #'concat (mapcar (lambda (page) (concat page "\n")) pages))))
          (dotimes (line 100) (should (string-match-p (format "^│ %d$" (1+ line)) shown)))))
      (should-not answer)
      (approval-test-key #'termhost-answer-approve)
      (should (equal answer '(:decision "approve"))))))

(ert-deftest approval-a-key-that-approves-counts-only-when-the-text-could-be-read ()
  (cl-letf* ((now 100)
             ((symbol-function 'termhost-approval-window--now) (lambda () now)))
    (approval-test-asking approval-test-question
      (setq termhost-approval-window--seen (point-max))
      (dolist (key (list #'termhost-answer-approve #'termhost-answer-edit #'termhost-answer-always))
        (approval-test-refused key "only just appeared"))
      (cl-incf now 1.1)
      ;; Another window was deleted, and its keys come here.
      (with-selected-window (get-buffer-window)
        (termhost-approval-window--entered (selected-window))
        (approval-test-refused #'termhost-answer-approve "only just appeared"))
      (cl-incf now 1.1)
      ;; Somebody types a text.
      (ignore-errors (approval-test-key #'undefined))
      (approval-test-refused #'termhost-answer-approve "only just appeared")
      (should-not answer)
      (cl-incf now 1.1)
      (approval-test-key #'termhost-answer-approve)
      (should (equal answer '(:decision "approve")))))
  (let ((termhost-approval-window-reading-seconds 1000))
    (approval-test-asking approval-test-question
      (approval-test-key #'termhost-answer-reject)
      (should (equal answer '(:decision "reject"))))))

(ert-deftest approval-who-goes-to-the-question-can-answer-what-was-there ()
  (approval-test-asking approval-test-question
    (let ((readable termhost-approval-window--readable-at) (window (get-buffer-window)))
      (termhost-approval-window-select)
      (should (eq window (selected-window)))
      (termhost-approval-window--entered window)
      (should (= readable termhost-approval-window--readable-at)))
    (termhost-approval-window-close)
    (should (eq (window-buffer) other))))

(ert-deftest approval-the-top-line-says-the-dangers-first-and-how-many-wait ()
  (let ((question (append '(:hazards ["destructive" "piped_code"]) approval-test-question)))
    (should (equal (termhost-question-heading question) " [destructive, piped code] Run this command?"))
    (should (equal (termhost-question-heading question 2) " 1 of 2  [destructive, piped code] Run this command?"))))

(ert-deftest approval-the-keys-fit-80-columns-and-help-says-them-in-full ()
  (let ((line (termhost-question-key-line (append '(:suggestions ["rm"]) approval-test-question))))
    (should (equal line "a Approve  ? Help  A Approve and remember…  e Edit  r Reject  R Say why  q Later"))
    (should (<= (string-width line) 80)))
  (should (string-search "  A Approve and remember…  " (termhost-question-key-line approval-test-question)))
  (let ((termhost-approval-window--question approval-test-question))
    (should (string-search "\nR  Reject, and tell the agent why\n" (termhost-answer-help))))
  (should-not (string-search "  A " (termhost-question-key-line '(:action "stop" :command "x" :shown "x" :suggestions [])))))

(ert-deftest approval-a-prefix-is-only-offered-where-one-is-safe ()
  (should (equal (mapcar #'car (termhost-question-choices approval-test-question)) '("allow this exact line in this session")))
  (should (equal (mapcar #'car (termhost-question-choices (append '(:suggestions ["rm"]) approval-test-question)))
                 '("always allow `rm'" "allow `rm' in this session" "allow this exact line in this session")))
  (should-not (termhost-question-choices '(:action "stop" :command "x" :suggestions []))))

(ert-deftest approval-questions-have-their-own-words-and-marked-text-is-not-edited ()
  (pcase-dolist (`(,action ,command ,shown ,target ,prompt ,editable)
                 '((nil "ls\nx" "ls\nx" nil "Run this command?" ("ls\nx" . ""))
                   (nil "ls\e[2K" "ls⟨ESC⟩[2K" nil "Run this command?" nil)
                   (nil "ls \n" "ls⟨1 blank⟩\n" nil "Run this command?" ("ls \n" . ""))
                   ("input" "y\r" "y⏎" "cat" "Type this into `cat'?" ("y" . "\r"))
                   ("input" "\C-d" "⟨EOT⟩" "cat" "Type this into `cat'?" nil)
                   ("input" "one\ntwo\n" "one⏎\ntwo⏎" "a⟨LF⟩b" "Type this into `a⟨LF⟩b'?" nil)
                   ("stop" "npm start" "npm start" "npm start" "Stop your command `npm start'?" nil)
                   ("read" "ssh x" "ssh x" "ssh x" "Show the agent the output of your command `ssh x'?" nil)))
    (let ((question (list :action action :command command :shown shown :target target :suggestions [])))
      (should (equal (termhost-question-prompt question) prompt))
      (should (equal (termhost-question-editable question) editable))
      (should (eq (not editable) (not (string-search " e Edit" (termhost-question-key-line question))))))))

(ert-deftest approval-what-was-agreed-to-run-is-not-agreed-to-be-typed ()
  (let ((termhost-call--agreed '(("1" . "y"))) termhost-approval--waiting termhost-approval-idle-seconds)
    (should (equal (termhost-server-answer 'approval/request '(:toolCallId "1" :command "y")) '(:decision "approve")))
    (dolist (action '("input" "stop" "read"))
      (should-not (listp (termhost-server-answer 'approval/request (list :toolCallId "1" :command "y" :action action)))))
    (termhost-approval--settle (car termhost-approval--waiting) '(:decision "edit" :command "n"))
    (should-not (member '("1" . "n") termhost-call--agreed))))

;;; approval-test.el ends here
