;;; environments.el --- Startup files of people  -*- lexical-binding: t; -*-

;; What the few commands that stand in TERMHOST_ENVIRONMENTS (tests/environments/cases.py) must give.  Each environment has
;; a shell of its own, as its startup file stands there before the first command; the terminals of others are closed.

(require 'support)

(defun environments-write-startup (environment)
  "Put the startup file of ENVIRONMENT where its shell looks for it."
  (let ((path (expand-file-name (plist-get environment :startup) "~")))
    (make-directory (file-name-directory path) t)
    (write-region (plist-get environment :content) nil path nil 'quiet)))

(defun environments-check (environment)
  "Run the commands of ENVIRONMENT and compare what comes of them."
  (dolist (terminal (termhost-terminal-list))
    (kill-buffer (termhost-terminal-buffer terminal)))
  (environments-write-startup environment)
  (seq-doseq (command (plist-get environment :commands))
    (let ((result (e2e-run (plist-get command :line) :shell (plist-get environment :shell))))
      (ert-info ((concat (plist-get command :line) ": " (e2e-say result)))
        (should (equal (e2e-field result :status) "completed"))
        (should (equal (e2e-output result) (plist-get command :text)))
        (should (eql (e2e-field result :exitCode) (plist-get command :code)))
        (should (string-prefix-p "emacs-" (e2e-field result :terminalId)))))))

(with-temp-buffer
  (insert-file-contents (getenv "TERMHOST_ENVIRONMENTS"))
  (seq-doseq (environment (json-parse-buffer :object-type 'plist))
    (let ((name (intern (concat "environment/" (plist-get environment :name)))))
      (ert-set-test name (make-ert-test :name name :body (lambda () (environments-check environment)))))))

;;; environments.el ends here
