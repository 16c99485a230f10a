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
    (should (equal (termhost-question-heading question 2 3) " 2 of 3, n: next  [destructive, piped code] Run this command?"))))

(ert-deftest approval-the-key-line-says-how-much-of-the-text-was-shown ()
  (cl-letf (((symbol-function 'termhost-approval-window--end) #'approval-test-window-end)
            ((symbol-function 'old-selected-window) #'selected-window))
    (approval-test-asking approval-test-long-question
      (should (string-match-p "\\`SPC More ([0-9]+ of 106 lines)  \\? Help  r Reject  R Say why  q Later\\'" (termhost-approval-window--keys)))
      (while (string-prefix-p "SPC" (termhost-approval-window--keys))
        (approval-test-key #'termhost-answer-more))
      (should (string-prefix-p "a Approve  " (termhost-approval-window--keys)))
      (should (string-search "│ 100" (buffer-substring (window-start (get-buffer-window)) (approval-test-window-end (get-buffer-window))))))))

(defun approval-test-press (keys)
  "Do what KEYS do in the window of the current buffer."
  (with-selected-window (get-buffer-window)
    (call-interactively (key-binding (kbd keys)))))

(ert-deftest approval-text-of-several-lines-is-edited-in-a-buffer-of-its-own ()
  (let ((termhost-approval-window-reading-seconds 0) edited)
    (cl-letf (((symbol-function 'read-from-minibuffer) (lambda (_prompt text) (concat text " now"))))
      (termhost-question-edit '(:action "input" :command "y\r" :shown "y⏎") (lambda (text) (setq edited text)))
      (should (equal edited "y now\r")))
    (approval-test-asking (append '(:command "cd x\nmake" :shown "cd x\nmake") approval-test-question)
      (dolist (ending '(cancel over finish))
        (approval-test-key #'termhost-answer-edit)
        (should-not answer)
        (with-current-buffer "*termhost edit*"
          (should (get-buffer-window))
          (should (string-match-p "C-c C-c approves .* C-c C-k goes back" header-line-format))
          (should (equal (buffer-string) "cd x\nmake"))
          (goto-char (point-max))
          (insert "\ntest")
          (pcase ending
            ('cancel (approval-test-press "C-c C-k"))
            ('over (termhost-edit-over 'another)
                   (should (get-buffer "*termhost edit*"))
                   (termhost-edit-over (buffer-local-value 'termhost-approval-window--question (get-buffer termhost-approval-window--name))))
            ('finish (approval-test-press "C-c C-c"))))
        (should-not (get-buffer "*termhost edit*")))
      (should (equal answer '(:decision "edit" :command "cd x\nmake\ntest"))))))

(defmacro approval-test-waiting (&rest body)
  "Evaluate BODY while three questions wait, and the first is asked."
  `(let ((termhost-approval-window-reading-seconds 0) termhost-approval--asking termhost-approval-idle-seconds termhost-approval-changed-hook
         (termhost-approval--waiting
          (mapcar (lambda (id) (make-termhost-approval :question (append (list :toolCallId id :command id :shown id) approval-test-question)))
                  '("one" "two" "three"))))
     (cl-flet ((shown () (plist-get (buffer-local-value 'termhost-approval-window--question (get-buffer termhost-approval-window--name)) :shown))
               (press (key) (with-current-buffer (window-buffer) (call-interactively (key-binding key))))
               (selected () (buffer-name (window-buffer)))
               (heading () (with-current-buffer termhost-approval-window--name (substring (termhost-approval-window--heading) 1 7))))
       (save-window-excursion
         (delete-other-windows)
         (switch-to-buffer "*scratch*")
         (unwind-protect (progn (termhost-approve) ,@body)
           (termhost-approval--close))))))

(ert-deftest approval-a-key-goes-to-the-next-question ()
  (approval-test-waiting
   (let (seen)
     (dotimes (_ 4)
       (push (list (shown) (heading)) seen)
       (press "n"))
     (should (equal (nreverse seen) '(("one" "1 of 3") ("two" "2 of 3") ("three" "3 of 3") ("one" "1 of 3")))))
   (press "q")
   (should (equal (selected) "*scratch*"))
   (termhost-approve)                   ; `two' was put off, and comes after the others
   (should (equal (list (shown) (heading)) '("one" "1 of 3")))
   (press "n")
   (should (equal (list (shown) (heading)) '("three" "2 of 3")))
   (setq termhost-approval--waiting (list termhost-approval--asking))
   (should-error (press "n") :type 'user-error)))

(ert-deftest approval-the-list-goes-to-the-question-of-its-row ()
  (let (termhost-commands--running termhost-commands--ended)
    (dolist (id '("one" "two" "three" "four"))
      (termhost-commands-begin (make-termhost-command :call-id id :line id)))
    (approval-test-waiting
     (pcase-dolist (`(,row ,question) '(("two" "two") ("four" "two") ("three" "three") ("one" "one")))
       (termhost-list)
       (goto-char (point-min))
       (search-forward row)
       (press "a")
       (should (equal (selected) termhost-approval-window--name))
       (should (equal (shown) question))))
    (kill-buffer termhost-list--buffer)))


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
                 '("allow this exact line in this session" "allow `rm' in this session" "always allow `rm'")))
  (should (string-prefix-p "No rule for more commands is offered" (termhost-question-without-more approval-test-question)))
  (should-not (termhost-question-without-more (append '(:suggestions ["rm"]) approval-test-question)))
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
