;;; people.el --- What a person sees and does  -*- lexical-binding: t; -*-

(require 'support)

(defvar people-seen nil "What `termhost-run' has shown.")

(defmacro people-watching (&rest body)
  "Evaluate BODY; what would be shown to the person is kept in `people-seen'."
  `(cl-letf (((symbol-function 'display-message-or-buffer) (lambda (text &rest _) (setq people-seen text))))
     (setq people-seen nil)
     ,@body))

(ert-deftest people-run-a-command ()
  (let ((default-directory e2e-workspace))
    (people-watching
     (termhost-run "ls; exit 3")
     (e2e-until "the result" people-seen)
     (should (string-search "Exit code: 3" people-seen))
     (should (string-search "sub" people-seen)))))

(ert-deftest people-run-only-here ()
  (let ((default-directory "/ssh:elsewhere:/"))
    (should-error (termhost-run "ls") :type 'user-error))
  (should-not (termhost-commands-running)))

(ert-deftest people-list-and-whole-output ()
  (e2e-run "seq 1 20000")
  (let ((running (e2e-start "sh -c 'echo waiting; exec sleep 100'")) (termhost-output-page 50000))
    (e2e-wait-for-print "waiting\r\n")
    (save-window-excursion
      (termhost-list)
      (goto-char (point-min))
      (should (looking-at "running +[0-9.]+ s +sh -c 'echo waiting"))
      (forward-line)
      (should (looking-at "completed +[0-9.]+ s 0 +seq 1 20000"))
      (execute-kbd-macro (kbd "RET"))
      (should (derived-mode-p 'termhost-output-mode))
      (let ((pages 1))
        (e2e-until "the first page" (and (> (buffer-size) 0) termhost-output--next))
        (while termhost-output--next
          (let ((size (buffer-size)))
            (execute-kbd-macro "n")
            (cl-incf pages)
            (e2e-until "the next page" (> (buffer-size) size))))
        (should (> pages 2)))
      (should (equal (buffer-string) (mapconcat (lambda (n) (format "%d\n" n)) (number-sequence 1 20000) ""))))
    (save-window-excursion
      (termhost-list)
      (goto-char (point-min))
      (execute-kbd-macro "t")
      (should (derived-mode-p 'term-mode))
      (e2e-until "its output to be shown" (string-search "waiting" (buffer-string))))
    (save-window-excursion
      (termhost-list)
      (goto-char (point-min))
      (execute-kbd-macro "b")
      (should (equal (e2e-field (funcall running) :status) "running"))
      (termhost-list)
      (goto-char (point-min))
      (execute-kbd-macro "k")
      (e2e-until "its end" (not (termhost-commands-running)))
      (e2e-until "the list to show it" (not (string-search "running" (with-current-buffer termhost-list--buffer (revert-buffer) (buffer-string))))))))

(ert-deftest people-stop-the-only-command ()
  (e2e-until "all else to be over" (not (termhost-commands-running)))
  (let ((answer (e2e-start "sleep 100")))
    (e2e-until "it to run" (seq-some #'termhost-command-execution (termhost-commands-running)))
    (call-interactively #'termhost-stop)
    (should (equal (e2e-field (funcall answer) :status) "stopped"))
    (should-error (call-interactively #'termhost-stop) :type 'user-error)))

(ert-deftest people-settings-reach-the-server ()
  (e2e-run "echo up")
  (customize-set-variable 'termhost-command-execution-timeout 1)
  (unwind-protect
      (let ((result (e2e-run "sleep 100")))
        (ert-info ((e2e-say result))
          (should (equal (e2e-field result :status) "timed_out"))))
    (customize-set-variable 'termhost-command-execution-timeout 0)))

(ert-deftest people-see-terminals-of-termhost-too ()
  (e2e-run "echo up")
  (customize-set-variable 'termhost-terminals 'owned)
  (unwind-protect
      (let ((answer (e2e-start "sh -c 'printf \"name? \"; read name; echo hello $name'")) owned)
        (e2e-wait-for-print "name? ")
        (setq owned (seq-find #'termhost-terminal-owned (termhost-terminal-list)))
        (save-window-excursion
          (switch-to-buffer (termhost-terminal-buffer owned))
          (e2e-until "the question" (string-search "name? " (buffer-string)))
          (execute-kbd-macro (kbd "yöu RET")))
        (let ((result (funcall answer)))
          (ert-info ((e2e-say result))
            (should (string-search "hello yöu" (e2e-output result)))
            (should (eql 0 (e2e-field result :exitCode)))))
        (kill-buffer (termhost-terminal-buffer owned))
        (should (equal (e2e-output (e2e-run "echo another")) "another")))
    (customize-set-variable 'termhost-terminals 'auto)))

(ert-deftest people-turn-the-mode-on-and-off ()
  (termhost-mode)
  (e2e-run "echo up")
  (should (memq termhost--mode-line-entry mode-line-misc-info))
  (let ((process (termhost-server-process)))
    (termhost-mode -1)
    (should (eql 0 (process-exit-status process))))
  (should-not (memq termhost--mode-line-entry mode-line-misc-info))
  (should-not (termhost-terminal-list)))

;;; people.el ends here
