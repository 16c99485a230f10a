;;; emacs.el --- Remote directories in Emacs  -*- lexical-binding: t; -*-

;; Run by emacs_test.py, in the world of its tests: ssh reaches the host `there', whose home is THERE, and the user's
;; settings say that the commands of ~/big run there, in ~/srv.

(require 'ert)
(require 'termhost)
(require 'support)

(defconst remote-home (file-name-as-directory (getenv "THERE")))
(defconst remote-name (concat "/ssh:there:" remote-home))

(defvar tramp-methods)

(defun remote-field (result &rest path) (apply #'e2e-field result path))

(defun remote-run (line directory &rest keys)
  "Run LINE in DIRECTORY, and return its result."
  (let (result)
    (apply #'termhost-execute line (lambda (answer) (setq result answer)) :directory directory :shell "bash" keys)
    (e2e-until (format "the result of %s" line) result)))

(ert-deftest remote-a-command-runs-where-its-directory-is ()
  (let ((there (remote-run "pwd; exit 3" (concat remote-name "sub/"))) (here (remote-run "pwd" e2e-workspace)))
    (ert-info ((e2e-say there))
      (should (equal (remote-field there :exitCode) 3))
      (should (equal (remote-field there :host) "ssh:there"))
      (should (equal (e2e-output there) (concat remote-home "sub"))))
    (should-not (remote-field here :host))
    (should (equal (e2e-output here) (directory-file-name (file-truename e2e-workspace))))
    (should (equal (mapcar (lambda (command) (string-prefix-p "there:" (termhost-list--directory command))) (termhost-commands))
                   '(nil t)))))

(ert-deftest remote-the-directory-of-the-buffer-decides ()
  (with-temp-buffer
    (setq default-directory (concat remote-name "sub/"))
    (termhost-run "pwd; exit 4"))
  (let ((text (e2e-until "the result" (and (get-buffer "*termhost result*")
                                           (with-current-buffer "*termhost result*"
                                             (and (string-search "Exit code: 4" (buffer-string)) (buffer-string)))))))
    (should (string-search "on ssh:there" text))
    (should (string-search (concat remote-home "sub") text))))

(ert-deftest remote-other-spellings-reach-the-same-server ()
  (let ((servers (length (termhost-server-all))))
    (dolist (name (list (concat "/scp:there:" remote-home) (concat "/rsync:there:" remote-home) (concat "/sshx:there:" remote-home)
                        "/ssh:there:" "/ssh:there:~/"))
      (should (equal (e2e-output (remote-run "pwd" name)) (directory-file-name remote-home))))
    (should (= servers (length (termhost-server-all))))))

(ert-deftest remote-a-whole-output-is-read-from-there ()
  (remote-run "seq 1 300000" remote-name)
  (let ((command (car (termhost-commands))) (termhost-output-most 10000000))
    (termhost-output-show command)
    (with-current-buffer (format "*termhost output %s*" (termhost-command-key command))
      (e2e-until "all of it" (save-excursion (goto-char (point-max)) (forward-line -1) (looking-at "300000$")))
      (should (= 300000 (count-lines (point-min) (point-max)))))))

(ert-deftest remote-tools-of-a-chat-share-a-shell-there ()
  (with-temp-buffer
    (setq default-directory remote-name)
    (let ((call (lambda (name arguments)
                  (let (result)
                    (termhost-call name arguments (lambda (answer) (setq result answer)) :task "chat")
                    (e2e-until name result)))))
      (funcall call "execute_command" (list :command "cd sub; word=kept" :cwd remote-name))
      (should (equal (e2e-output (funcall call "execute_command" '(:command "echo $word; pwd")))
                     (concat "kept\n" remote-home "sub")))
      (let* ((begun (funcall call "execute_command" '(:command "echo begun; sleep 1000" :timeout 1)))
             (execution (remote-field begun :executionId)))
        (should (equal (remote-field begun :status) "running"))
        (should (equal (termhost-mode-line) " termhost:1 on there"))
        (should (string-search "begun" (termhost-result-text (funcall call "read_screen" (list :execution_id execution)))))
        (termhost-call-stop (car (termhost-commands-running)))
        (e2e-until "its end" (not (termhost-commands-running)))))))

(ert-deftest remote-a-local-buffer-reaches-what-it-has-begun-there ()
  (with-temp-buffer
    (setq default-directory (file-name-as-directory e2e-workspace))
    (let ((call (lambda (name &rest arguments)
                  (let (result)
                    (termhost-call name arguments (lambda (answer) (setq result answer)) :task "local")
                    (e2e-until name result)))))
      (dolist (cwd (list remote-name (expand-file-name "~/big")))
        (let* ((begun (funcall call "execute_command" :command "pwd; sleep 1; echo over" :cwd cwd :background t))
               (execution (remote-field begun :executionId)))
          (should (equal (remote-field begun :host) "ssh:there"))
          (should (string-search "over" (termhost-result-text (funcall call "wait_for_command" :execution_id execution)))))
        (let ((long (funcall call "execute_command" :command "seq 1 100000" :cwd cwd)))
          (should (string-search "99999" (termhost-result-text
                                          (funcall call "read_command_output" :artifact_id (remote-field long :output :artifactId)
                                                   :search "^99999$"))))))
      (should-not (remote-field (funcall call "execute_command" :command "pwd" :cwd e2e-workspace) :host)))))

(ert-deftest remote-a-question-comes-from-there ()
  (let* (asked (termhost-auto-approve nil)
         (termhost-approval-function (lambda (question) (setq asked question) '(:decision "approve"))))
    (termhost-server--options-changed)
    (unwind-protect
        (should (equal 0 (remote-field (remote-run "touch asked" remote-name) :exitCode)))
      (setq termhost-auto-approve t)
      (termhost-server--options-changed))
    (should (string-search "ssh:there" (format "%S" asked)))
    (should (file-exists-p (concat remote-home "asked")))))

(ert-deftest remote-the-settings-name-the-machine-of-a-local-folder ()
  (let ((sub (remote-run "pwd" (expand-file-name "~/big/sub/"))))
    (ert-info ((e2e-say sub))
      (should (equal (remote-field sub :host) "ssh:there"))
      (should (equal (e2e-output sub) (concat remote-home "srv/sub")))))
  (should-not (remote-field (remote-run "pwd" (expand-file-name "~/")) :host)))

(ert-deftest remote-several-hops-are-one-sentence ()
  (let ((result (remote-run "touch never" (concat "/ssh:gate|ssh:there:" remote-home))))
    (ert-info ((e2e-say result))
      (should (equal (remote-field result :status) "failed_to_start"))
      (should (string-search "goes through another machine" (termhost-result-text result))))
    (should (equal (substring-no-properties (termhost-mode-line)) " termhost"))))

(ert-deftest remote-a-wrong-setting-is-one-sentence ()
  (let* ((file (expand-file-name "~/.config/termhost/settings.json"))
         (right (with-temp-buffer (insert-file-contents file) (buffer-string))))
    (unwind-protect
        (dolist (wrong '("{\"machines\": \"ssh:there\"}" "{\"machines\": [{\"workspace\": \"~/big\", \"on\": \"nowhere\"}]}"))
          (write-region wrong nil file nil 'quiet)
          (let ((result (remote-run "touch never" (expand-file-name "~/big/sub/"))))
            (ert-info ((e2e-say result))
              (should (equal (remote-field result :status) "failed_to_start"))
              (should (string-search "settings.json" (termhost-result-text result)))
              (should (string-search "machines" (termhost-result-text result)))
              (should-not (string-search "\n" (string-trim (termhost-result-text result)))))))
      (write-region right nil file nil 'quiet)))
  (should-not (file-exists-p (expand-file-name "~/big/sub/never")))
  (should (equal (remote-field (remote-run "pwd" (expand-file-name "~/big/sub/")) :host) "ssh:there")))

(ert-deftest remote-a-password-is-typed-from-here ()
  (let* ((asked (remote-run "stty -echo; printf 'Password: '; read word; stty echo; echo; echo got $word; printf 'More? '; read more; echo $more" remote-name))
         (command (car (termhost-commands-running))) prompts
         (type (lambda (text) (lambda (prompt &rest _) (push prompt prompts) text))))
    (ert-info ((e2e-say asked))
      (should (equal (remote-field asked :input :kind) "secret")))
    (e2e-until "the mode line" (string-search "termhost:password" (termhost-mode-line)))
    (cl-letf (((symbol-function 'read-passwd) (funcall type "open sesame"))) (termhost-show-waiting))
    (cl-letf (((symbol-function 'read-string) (funcall type "enough")))
      (e2e-until "the password to be read" (not (string-search "password" (termhost-mode-line))))
      (save-window-excursion
        (termhost-list)
        (goto-char (point-min))
        (should-error (execute-kbd-macro "t") :type 'user-error)
        (execute-kbd-macro "i")))
    (e2e-until "its end" (termhost-command-ended command))
    (should (eql 0 (termhost-command-exit-code command)))
    (let (output)
      (termhost-call-output command (lambda (answer) (setq output (plist-get answer :text))))
      (e2e-until "its output" output)
      (should (string-match-p "got open sesame\\(.\\|\n\\)*More\\? enough" output))
      (should-not (string-search "Password: open" output)))
    (should (string-match-p "\\`stty -echo.*… on there: Password: \\'" (car (last prompts))))))

(ert-deftest remote-a-host-that-cannot-be-reached-is-one-sentence ()
  (let ((result (remote-run "touch never" "/ssh:nowhere.invalid:/srv/")))
    (ert-info ((e2e-say result))
      (should (equal (remote-field result :status) "failed_to_start"))
      (should (equal (termhost-result-text result) (remote-field result :reason)))
      (should (string-prefix-p "the host name in ssh:nowhere.invalid is unknown" (termhost-result-text result))))
    (should-not (termhost-commands-running))
    (should (equal (substring-no-properties (termhost-mode-line)) " termhost!"))
    (should (string-search "nowhere.invalid" (get-text-property 0 'help-echo (termhost-mode-line))))
    (setq termhost-server--others (delq (termhost-server-of "/ssh:nowhere.invalid:/srv/") termhost-server--others))))

(ert-deftest remote-a-server-that-ended-is-started-again ()
  (remote-run "true" remote-name)
  (let* ((termhost-server-current (termhost-server-of remote-name)) (process (termhost-server-process)))
    (signal-process process 'SIGKILL)
    (e2e-until "its end" (not (eq (termhost-server-state) 'ready)))
    (should (equal (e2e-output (remote-run "echo again" remote-name)) "again"))
    (should-not (eq process (termhost-server-process)))))

(ert-deftest remote-a-container-is-entered-by-its-program ()
  (skip-unless (require 'tramp-container nil t)) ; Emacs 29
  (let ((result (remote-run "pwd" "/docker:box:/usr/")))
    (ert-info ((e2e-say result))
      (should (equal (remote-field result :host) "cmd:docker exec -i box"))
      (should (equal (e2e-output result) "/usr")))))

;; TRAMP is connected here, and knows the project.  It wants a terminal, which this sshd has not: it gets a shell here,
;; which sees the same files.
(ert-deftest remote-a-visited-file-has-its-project ()
  (make-directory (concat remote-home "project/src") t)
  (call-process "git" nil nil nil "init" "-q" (concat remote-home "project"))
  (write-region "text\n" nil (concat remote-home "project/src/file") nil 'quiet)
  (require 'tramp)
  (setf (termhost-server--folders (termhost-server-of remote-name)) nil) ; the home is in it
  (let* ((tramp-methods (cons '("ssh" (tramp-login-program "/bin/sh") (tramp-login-args (("-c" "'exec /bin/sh -i'") ("%h"))) (tramp-remote-shell "/bin/sh")
                                (tramp-remote-shell-args ("-c")) (tramp-connection-timeout 20))
                              tramp-methods))
         (buffer (find-file-noselect (concat remote-name "project/src/file"))))
    (unwind-protect
        (with-current-buffer buffer
          (should (file-remote-p default-directory nil t))
          (should (equal (e2e-output (remote-run "pwd" default-directory)) (concat remote-home "project/src")))
          (let ((termhost-server-current (termhost-server-of default-directory)))
            (should (equal (car (last (termhost-server-folders))) (concat remote-home "project")))))
      (kill-buffer buffer)
      (tramp-cleanup-all-connections))))

;;; emacs.el ends here
