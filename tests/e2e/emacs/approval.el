;;; approval.el --- The person is asked, and answers in every way  -*- lexical-binding: t; -*-

(require 'support)

(setq termhost-auto-approve nil
      termhost-denied-commands '("mkfs"))

(defmacro approval-typing (keys &rest body)
  "Evaluate BODY while KEYS wait to be read by the question."
  (declare (indent 1))
  `(cl-letf (((symbol-function 'discard-input) #'ignore)) ; what is typed here, is typed before the question comes
     (setq unread-command-events (listify-key-sequence (kbd ,keys)))
     ,@body))

(defvar approval-seen nil
  "What the question looked like.")

(advice-add 'termhost-approval--show :after
            (lambda (&rest _)
              (setq approval-seen (with-current-buffer "*termhost approval*" (buffer-string)))))

(ert-deftest approval-1-approve-shows-each-part-and-its-reason ()
  (approval-typing "a"
    (let ((result (e2e-run "echo one >seen && ls -d /tmp | tee seen-too\necho two")))
      (ert-info ((e2e-say result))
        (should (equal (e2e-output result) "/tmp\ntwo"))
        (should (eql (e2e-field result :exitCode) 0))))
    (dolist (part '("echo one >seen && ls -d /tmp | tee seen-too\necho two" "ask    ls -d /tmp\n" "tee seen-too" "bash"))
      (should (string-search part approval-seen)))))

(ert-deftest approval-2-edit ()
  (cl-letf (((symbol-function 'read-from-minibuffer) (lambda (_prompt initial &rest _) (concat initial " now"))))
    (approval-typing "e"
      (let ((result (e2e-run "touch seen && echo harmless")))
        (ert-info ((e2e-say result))
          (should (equal (e2e-output result) "harmless now"))
          (should (equal (e2e-field result :rewrite :kind) "edited")))))))

(ert-deftest approval-3-reject-with-feedback ()
  (cl-letf (((symbol-function 'read-string) (lambda (&rest _) "use the other file")))
    (approval-typing "r"
      (let ((result (e2e-run "echo never >never")))
        (ert-info ((e2e-say result))
          (should (equal (e2e-field result :status) "rejected"))
          (should (string-search "use the other file" (termhost-result-text result)))
          (should-not (e2e-lines "never")))))))

(ert-deftest approval-4-always-allow ()
  (cl-letf (((symbol-function 'completing-read) (lambda (_prompt suggestions &rest _) (car suggestions))))
    (approval-typing "!"
      (should (eql (e2e-field (e2e-run "mkdir -p made") :exitCode) 0))))
  (should (member "mkdir" termhost-allowed-commands))
  (setq approval-seen nil)
  (should (eql (e2e-field (e2e-run "mkdir -p made") :exitCode) 0))
  (should-not approval-seen))

(ert-deftest approval-5-later-and-then-by-command ()
  (approval-typing "l"
    (let ((answer (e2e-start "touch seen && echo at last")))
      (e2e-until "the question to be put off" (seq-some #'termhost-approval-later termhost-approval--waiting))
      (should (string-search "approve" (termhost-mode-line)))
      (should (equal (substring-no-properties (elt (termhost-list--row (car (termhost-commands))) 0)) "waiting for approval"))
      (e2e-pause 1)
      (should-not (funcall answer 'done))
      (setq unread-command-events (listify-key-sequence (kbd "a")))
      (call-interactively #'termhost-approve)
      (should (equal (e2e-output (funcall answer)) "at last"))
      (should (= 0 (termhost-approval-count))))))

(ert-deftest approval-6-the-caller-gives-up-while-it-is-asked ()
  (let* ((answer nil) (termhost-approval-function
                       (lambda (_question)
                         (funcall answer 'cancel)
                         (while t (accept-process-output nil 0.05)))))
    (setq answer (e2e-start "touch seen && echo nobody waits"))
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
  (should (equal (e2e-output (e2e-run "touch seen && echo mine" :agreed t)) "mine"))
  (should-not approval-seen)
  (should (equal (e2e-field (e2e-run "mkfs /dev/null" :agreed t) :status) "denied")))

(ert-deftest approval-9-what-only-reads-is-not-asked ()
  (write-region "hello\n" nil (e2e-file "README.md"))
  (setq approval-seen nil)
  (should (equal (e2e-output (e2e-run "cat README.md && ls README.md")) "hello\nREADME.md"))
  (should-not approval-seen))

;;; approval.el ends here
