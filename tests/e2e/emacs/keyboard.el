;;; keyboard.el --- All that a person does, by keys alone  -*- lexical-binding: t; -*-

(require 'support)

(setq termhost-auto-approve nil)

(defun keyboard-asked (line)
  "Ask for LINE as an agent does, and wait for the question."
  (let ((answer (e2e-start line)))
    (e2e-until "the question" (get-buffer "*termhost approval*"))
    answer))

(defun keyboard-shown (name)
  "What the buffer called NAME shows, which is on the screen."
  (when-let ((buffer (get-buffer name)) (_window (get-buffer-window buffer)))
    (with-current-buffer buffer (buffer-string))))

(defun keyboard-press (keys)
  (execute-kbd-macro (kbd keys)))

(ert-deftest keyboard-1-approve-reject-edit ()
  (let ((approved (keyboard-asked "touch one")))
    (keyboard-press "M-x termhost-approve RET a")
    (should (equal (e2e-field (funcall approved) :status) "completed")))
  (let ((rejected (keyboard-asked "touch two")))
    (keyboard-press "M-x termhost-approve RET r")
    (should (equal (e2e-field (funcall rejected) :status) "rejected")))
  (let ((edited (keyboard-asked "touch three")))
    (keyboard-press "M-x termhost-approve RET e DEL DEL DEL DEL DEL 3 RET")
    (should (equal (e2e-field (funcall edited) :editedCommand) "touch 3")))
  (should (equal (directory-files e2e-workspace nil "\\`\\(one\\|two\\|three\\|3\\)\\'") '("3" "one"))))

(ert-deftest keyboard-2-follow-stop-and-find-an-output ()
  (let* ((running (keyboard-asked "touch begun; sh -c 'echo first; until test -e go; do sleep 0.1; done; echo second; sleep 100'"))
         (output (format "*termhost output %s*" (termhost-command-call-id (car (termhost-commands))))))
    (keyboard-press "M-x termhost-approve RET a")
    (e2e-until "it to run" (termhost-commands-at-work))
    (keyboard-press "M-x termhost-list RET M-< RET")
    (e2e-until "its output" (equal (keyboard-shown output) "first\n"))
    (write-region "" nil (e2e-file "go") nil 'quiet)
    (e2e-until "what came since" (equal (keyboard-shown output) "first\nsecond\n"))
    (keyboard-press "q M-x termhost-list RET M-< k y RET")
    (should (equal (e2e-field (funcall running) :status) "stopped"))
    (keyboard-press "M-x termhost-list RET M-< RET")
    (e2e-until "all of it" (string-search "first\nsecond" (or (keyboard-shown output) "")))))

(ert-deftest keyboard-3-the-readme-shows-what-the-window-shows ()
  (let ((answer (e2e-start "rm -r build && make 2>&1 | tee log")))
    (e2e-until "the question" (get-buffer "*termhost approval*"))
    (with-current-buffer "*termhost approval*"
      (let ((screen (concat (string-trim (termhost-approval-window--heading)) "\n"
                            (string-replace (directory-file-name e2e-workspace) "/project" (substring-no-properties (buffer-string)))
                            "\n" (termhost-question-key-line termhost-approval-window--question) "\n")))
        (ert-info (screen)
          (with-temp-buffer
            (insert-file-contents (expand-file-name "editors/emacs/README.md" (getenv "PWD")))
            (should (search-forward screen nil t))))))
    (keyboard-press "M-x termhost-approve RET r")
    (should (equal (e2e-field (funcall answer) :status) "rejected"))))

(ert-deftest keyboard-4-a-prefix-key-of-the-user-has-all-commands ()
  (should-not (where-is-internal 'termhost-approve global-map)) ; the package binds none
  (global-set-key (kbd "C-c t") 'termhost-command-map)
  (unwind-protect
      (let ((answer (keyboard-asked "touch by-prefix")))
        (should (equal "C-c t a answers" (termhost-approval-hint)))
        (keyboard-press "C-c t l")
        (should (keyboard-shown "*termhost commands*"))
        (keyboard-press "C-c t a a")
        (should (equal (e2e-field (funcall answer) :status) "completed"))
        (should-not (seq-remove #'commandp (mapcar #'cdr (cdr termhost-command-map)))))
    (global-unset-key (kbd "C-c t"))))

;;; keyboard.el ends here
