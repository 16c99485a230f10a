;;; approval.el --- The person is asked, and answers in every way  -*- lexical-binding: t; -*-

(require 'support)

(setq termhost-auto-approve nil
      termhost-denied-commands '("mkfs"))

(setq termhost-approval-idle-seconds 0.1)

(defvar approval-seen nil
  "What the question looked like.")

(advice-add 'termhost-approval-window-show :after
            (lambda (&rest _)
              (with-current-buffer "*termhost approval*"
                (setq approval-seen (concat (termhost-approval-window--heading) "\n" (buffer-string))))))

(defmacro approval-typing (keys &rest body)
  "Evaluate BODY; to the question that comes, the person goes and types KEYS.
What KEYS ask in the minibuffer is answered by the rest of them."
  (declare (indent 1))
  `(let (typing)
     (setq typing (run-with-timer 0.1 0.1 (lambda ()
                                            (when (get-buffer "*termhost approval*")
                                              (cancel-timer typing)
                                              (approval-press ,keys)))))
     (unwind-protect (progn ,@body) (cancel-timer typing))))

(defun approval-press (keys)
  "As a person does it: go to the question, and type KEYS."
  (termhost-approve)
  (execute-kbd-macro (kbd keys)))

(ert-deftest approval-1-approve-shows-each-part-and-its-reason ()
  (setq approval-seen nil)
  (let* ((window (selected-window))
         (answer (e2e-start "echo one >seen && ls -d /tmp | tee seen-too\necho two; rm -f seen")))
    (e2e-until "the question" approval-seen)
    (should (eq window (selected-window))) ; it takes no focus, and Emacs goes on
    (should (get-buffer-window "*termhost approval*"))
    (dolist (part '(" [outside workspace, writes file, destructive] Run this command?\n"
                    "│ echo one >seen && ls -d /tmp | tee seen-too\n│ echo two; rm -f seen"
                    "ask: no rule allows it\n  rm -f seen  [destructive]\n"
                    "tee seen-too  [writes file]" "allow: built-in: only reads\n" "bash"))
      (ert-info (approval-seen :prefix part) (should (string-search part approval-seen))))
    (approval-press "a")
    (let ((result (funcall answer)))
      (ert-info ((e2e-say result))
        (should (equal (e2e-output result) "/tmp\ntwo"))
        (should (eql (e2e-field result :exitCode) 0))))
    (should-not (get-buffer "*termhost approval*"))
    (should (eq window (selected-window)))))

(ert-deftest approval-2-edit ()
  (approval-typing "e SPC now RET"
    (let ((result (e2e-run "touch seen && echo harmless")))
      (ert-info ((e2e-say result))
        (should (equal (e2e-output result) "harmless now"))
        (should (equal (e2e-field result :rewrite :kind) "edited"))))))

(ert-deftest approval-2-edit-several-lines-in-a-buffer ()
  (approval-typing "e M-> C-b C-b C-b C-b RET SPC C-c C-c"
    (let ((result (e2e-run "touch seen\necho harmless")))
      (ert-info ((e2e-say result))
        (should (equal (e2e-field result :editedCommand) "touch seen\necho harm\n less"))))))

(ert-deftest approval-3-reject-with-and-without-feedback ()
  (approval-typing "r"
    (should (equal (e2e-field (e2e-run "echo never >never") :status) "rejected")))
  (approval-typing "R use SPC the SPC other SPC file RET"
    (let ((result (e2e-run "echo never >never")))
      (ert-info ((e2e-say result))
        (should (equal (e2e-field result :status) "rejected"))
        (should (string-search "use the other file" (termhost-result-text result)))
        (should-not (e2e-lines "never"))))))

(defmacro approval-picking (number label &rest body)
  "Evaluate BODY, in which the person types NUMBER, which is that of LABEL, to remember."
  (declare (indent 2))
  `(let (asked)
     (cl-letf* ((read (symbol-function 'completing-read))
                ((symbol-function 'completing-read)
                 (lambda (prompt &rest arguments) (setq asked prompt) (apply read prompt arguments))))
       (approval-typing ,(format "A %s RET" number) ,@body))
     (should (string-match-p ,(format "^%s %s: " (if (equal number "") "1" number) label) asked))))

(defun approval-runs (line)
  (let ((result (e2e-run line)))
    (ert-info ((e2e-say result)) (should (eql (e2e-field result :exitCode) 0)))))

(ert-deftest approval-4-always-allow-in-this-session-or-this-line ()
  (approval-picking "3" "always allow `mkdir'" (approval-runs "mkdir -p made"))
  (should (member "mkdir" termhost-allowed-commands))
  (approval-picking "2" "allow `touch' in this session" (approval-runs "touch one"))
  (approval-picking "" "allow this exact line in this session" (approval-runs "rm -f one"))
  (setq approval-seen nil)
  (mapc #'approval-runs '("mkdir -p made/too" "touch two" "rm -f one"))
  (should-not approval-seen)
  (should (equal termhost-allowed-commands '("mkdir"))))

(ert-deftest approval-5-later-and-then-by-command ()
  (approval-typing "q"
    (let ((answer (e2e-start "rm -f seen && echo at last")))
      (e2e-until "the question to be put off" (seq-some #'termhost-approval-later termhost-approval--waiting))
      (should (string-search "approve" (termhost-mode-line)))
      (should (equal (substring-no-properties (elt (termhost-list--row (car (termhost-commands))) 0)) "waiting for approval"))
      (e2e-pause 1)
      (should-not (funcall answer 'done))
      (should-not (get-buffer "*termhost approval*"))
      (approval-press "a")
      (should (equal (e2e-output (funcall answer)) "at last"))
      (should (= 0 (termhost-approval-count))))))

(ert-deftest approval-5-an-answer-leads-back-and-the-next-question-has-keys-of-its-own ()
  (save-window-excursion
    (delete-other-windows)
    (switch-to-buffer "file")
    (let ((window (selected-window)) (answers (list (e2e-start "rm -f here") (e2e-start "rm -f there"))))
      (e2e-until "both to wait" (= 2 (termhost-approval-count)))
      (e2e-until "the question" (get-buffer "*termhost approval*"))
      (should (string-prefix-p " 1 of 2, n: next  " (with-current-buffer "*termhost approval*" (termhost-approval-window--heading))))
      (approval-press "aaa")
      (should (eq window (selected-window)))
      (should (equal (buffer-string) "aa"))
      (should (equal (e2e-field (funcall (car answers)) :status) "completed"))
      (e2e-until "the next question" (get-buffer-window "*termhost approval*"))
      (should (eq window (selected-window)))
      (should-not (funcall (cadr answers) 'done))
      (approval-press "r")
      (should (eq window (selected-window)))
      (should (equal (e2e-field (funcall (cadr answers)) :status) "rejected")))
    (kill-buffer "file")))

(ert-deftest approval-6-withdrawn-while-it-is-shown ()
  (setq approval-seen nil)
  (let ((answer (e2e-start "rm -f withdrawn")))
    (e2e-until "the question" approval-seen)
    (funcall answer 'cancel)
    (should (equal (e2e-field (funcall answer) :status) "rejected"))
    (e2e-until "it to be gone" (not (get-buffer "*termhost approval*")))))

(ert-deftest approval-6-the-caller-gives-up-while-it-is-asked ()
  (let* ((answer nil) (termhost-approval-function
                       (lambda (_question)
                         (funcall answer 'cancel)
                         (while t (accept-process-output nil 0.05)))))
    (setq answer (e2e-start "rm -f seen && echo nobody waits"))
    (let ((result (funcall answer)))
      (ert-info ((e2e-say result))
        (should (equal (e2e-field result :status) "rejected"))))
    (should (equal (substring-no-properties (elt (termhost-list--row (car (termhost-commands))) 0)) "not run"))
    (e2e-until "the question to be gone" (and (= 0 (termhost-approval-count)) (not termhost-approval--asking)))))

(ert-deftest approval-7-a-rule-denies-without-asking ()
  (setq approval-seen nil)
  (let ((result (e2e-run "mkfs /dev/null")))
    (ert-info ((e2e-say result))
      (should (equal (e2e-field result :status) "denied"))))
  (should-not approval-seen))

(ert-deftest approval-8-what-the-person-runs-is-not-asked ()
  (setq approval-seen nil)
  (should (equal (e2e-output (e2e-run "rm -f seen && echo mine" :agreed t)) "mine"))
  (should-not approval-seen)
  (should (equal (e2e-field (e2e-run "mkfs /dev/null" :agreed t) :status) "denied")))

(ert-deftest approval-9-what-only-reads-is-not-asked ()
  (write-region "hello\n" nil (e2e-file "README.md"))
  (setq approval-seen nil)
  (should (equal (e2e-output (e2e-run "cat README.md && ls README.md")) "hello\nREADME.md"))
  (should-not approval-seen))

(ert-deftest approval-98-what-no-rule-allows-is-tried ()
  "By default.  The question about running it for real shows the changes."
  (customize-set-variable 'termhost-sandbox '(:level "auto"))
  (setq approval-seen nil)
  (unwind-protect
      (progn
        (let ((tried (e2e-run "truncate -s 0 tried")))
          (should (string-search "in a throw-away copy, of which nothing is kept: made 'tried' (+0). To run it for real"
                                 (termhost-result-text tried)))
          (should-not approval-seen)
          (should-not (file-exists-p (e2e-file "tried")))
          (should (equal (termhost-list--state (car (termhost-commands))) "completed, trial")))
        (let ((answer (e2e-start "truncate -s 0 tried" :more '(:sandbox "off" :justification "it is wanted"))))
          (e2e-until "the question" approval-seen)
          (should (string-search "\nit would run for real; its first run, in a throw-away copy, made 'tried' (+0); the agent says: \"it is wanted\"\n"
                                 approval-seen))
          (approval-press "a")
          (should (equal (e2e-field (funcall answer) :status) "completed"))
          (should (file-exists-p (e2e-file "tried"))))
        (e2e-run "touch typed" :agreed t)
        (should (file-exists-p (e2e-file "typed"))))
    (customize-set-variable 'termhost-sandbox nil)))

(ert-deftest approval-99-a-sandbox-is-said-everywhere ()
  (customize-set-variable 'termhost-sandbox '(:level "workspace" :askInside t))
  (setq approval-seen nil)
  (unwind-protect
      (let ((answer (e2e-start "truncate -s 1 made; truncate -s 1 /usr/refused")))
        (e2e-until "the question" approval-seen)
        (should (string-search "\nit would run in the sandbox (workspace, network none)\n" approval-seen))
        (approval-press "a")
        (let ((result (funcall answer)))
          (ert-info ((e2e-say result))
            (should (file-exists-p (e2e-file "made")))
            (should (string-search "has refused writing '/usr/refused'" (termhost-result-text result)))
            (should (equal (e2e-field result :sandbox :level) "workspace"))))
        (should (seq-some (lambda (buffer) (string-search "(workspace)" (buffer-name buffer))) (buffer-list))))
    (customize-set-variable 'termhost-sandbox nil)))

;;; approval.el ends here
