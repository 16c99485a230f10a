;;; machine-test.el --- The machine of a directory  -*- lexical-binding: t; -*-

;; Nothing is connected to here: a remote name is only read.

(setq native-comp-enable-subr-trampolines nil) ; there may be no compiler

(require 'ert)
(require 'tramp)
(require 'termhost)

(defconst machine-test-names
  '(("/ssh:build:/srv/app/" "ssh:build" "/srv/app" "build")
    ("/ssh:me@build:/srv/app" "ssh:me@build" "/srv/app" "build")
    ("/sshx:me@build:/" "ssh:me@build" "/" "build")
    ("/scp:me@build#2222:/srv/" "ssh://me@build:2222" "/srv" "build")
    ("/rsync:build:~/src/" "ssh:build" "~/src" "build")
    ("/ssh:build:" "ssh:build" "~" "build")
    ("/ssh:me@[::1]:/srv/" "ssh:me@[::1]" "/srv" "[::1]"))
  "Remote names, their destinations, their local parts, and short names.")

(defconst machine-test-containers
  '(("/docker:box:/srv/" "cmd:docker exec -i box" "box")
    ("/docker:root@box:/srv/" "cmd:docker exec -i -u root box" "box")
    ("/podman:box:/srv/" "cmd:podman exec -i box" "box")
    ("/kubernetes:pod:/srv/" "cmd:kubectl exec -i pod --" "pod")
    ("/kubernetes:side.pod:/srv/" "cmd:kubectl exec -i -c side pod --" "pod"))
  "Remote names in containers, their destinations, and short names.")

(ert-deftest machine-of-a-name-that-ssh-reaches ()
  (pcase-dolist (`(,name ,on ,folder ,label) machine-test-names)
    (ert-info (name)
      (should (equal (termhost-machine-of name) (list :on on)))
      (should (equal (termhost-machine-folder name) folder))
      (should (equal (termhost-machine-label on) label)))))

(ert-deftest machine-of-a-container ()
  (unless (assoc "docker" tramp-methods)
    (dolist (method '("docker" "podman" "kubernetes")) (add-to-list 'tramp-methods (list method)))) ; older than Emacs 29
  (let ((tramp-kubernetes-namespace nil))
    (defvar tramp-kubernetes-namespace)
    (pcase-dolist (`(,name ,on ,label) machine-test-containers)
      (ert-info (name)
        (should (equal (termhost-machine-of name) (list :on on)))
        (should (equal (termhost-machine-label on) label)))))
  (should (equal (termhost-machine--command "docker" "exec" "my box") "cmd:docker exec my\\ box")))

(ert-deftest machine-of-a-name-that-termhost-cannot-reach ()
  (pcase-dolist (`(,name ,sentence)
                 '(("/ssh:gate|ssh:me@build:/srv/" "goes through another machine, which termhost does not support; name that machine as ProxyJump")
                   ("/ssh:build|sudo:root@build:/srv/" "goes through another machine")
                   ("/sudo:root@localhost:/srv/" "has the method `sudo'; termhost reaches machines by ssh")
                   ("/ftp:build:/srv/" "`ftp'")))
    (ert-info (name)
      (let ((said (plist-get (termhost-machine-of name) :problem)))
        (should (string-search name said))
        (should (string-search sentence said))
        (should-not (string-search "\n" said))))))

(defmacro machine-test-with-servers (&rest body)
  "Evaluate BODY with no servers but that of this machine, and start none."
  `(let (termhost-server--others asked)
     (ignore asked)
     (cl-letf (((symbol-function 'termhost-machine--set-for) #'ignore)
               ((symbol-function 'termhost-server-start) #'ignore))
       ,@body)))

(defconst machine-test-start (symbol-function 'termhost-server-start))

(ert-deftest machine-has-one-server-for-all-its-directories ()
  (machine-test-with-servers
   (should (eq (termhost-server-of "/tmp/") termhost-server-local))
   (let ((build (termhost-server-of "/ssh:build:/srv/app/")))
     (should-not (eq build termhost-server-local))
     (should (eq build (termhost-server-of "/scp:build:/home/")))
     (should-not (eq build (termhost-server-of "/ssh:me@build:/srv/app/")))
     (should (equal (termhost-server-label build) "build"))
     (should (= 3 (length (termhost-server-all))))
     (let ((termhost-server-current build))
       (should (equal (termhost-server--arguments) '("--on" "ssh:build")))))
   (should (equal (termhost-server--arguments) '("--on" "local")))
   (let ((termhost-server-arguments '("--on" "ssh:x"))) (should (equal (termhost-server--arguments) '("--on" "ssh:x"))))))

(ert-deftest machine-that-the-settings-name-is-found-by-its-folder ()
  (machine-test-with-servers
   (cl-letf (((symbol-function 'termhost-machine--set-for)
              (lambda (directory) (when (string-prefix-p "/big" directory) '(:on "ssh:build" :workspace "/big" :folder "/srv/big/sub")))))
     (let ((termhost-server-current (termhost-server-of "/big/sub/")))
       (should-not (termhost-server-local-p))
       (should-not (termhost-server--arguments))
       (should (equal (termhost-machine-folder "/big/sub/") "/big/sub"))
       (should-not (eq termhost-server-current (termhost-server-of "/ssh:build:/srv/big/")))
       (should (eq termhost-server-current (termhost-server-of "/big/")))))))

(ert-deftest machine-that-the-settings-name-unreadably-runs-nothing ()
  (machine-test-with-servers
   (cl-letf (((symbol-function 'termhost-machine--set-for) (lambda (_directory) '(:problem "settings.json: line 1: wrong")))
             ((symbol-function 'termhost-server-start) machine-test-start)
             (termhost-commands--running nil) (termhost-commands--ended nil) (result nil))
     (termhost-execute "touch never" (lambda (answer) (setq result answer)) :directory "/big/")
     (with-timeout (20 (ert-fail "no result"))
       (while (not result) (accept-process-output nil 0.02)))
     (should (equal (termhost-result-text result) "settings.json: line 1: wrong"))
     (should (equal (plist-get (termhost-result-structured result) :status) "failed_to_start"))
     (should-not (termhost-commands-running))
     (should (equal (termhost-server-all) (list termhost-server-local)))))) ; the next command asks again

;; Servers of other machines have terminals with the ids of those here, and Emacs shows none of them.
(ert-deftest machine-has-terminals-that-emacs-does-not-show ()
  (machine-test-with-servers
   (let* ((here (make-termhost-terminal :id "owned-1" :owned t)) (termhost-terminal--all (list here))
          (build (termhost-server-of "/ssh:build:/srv/app/"))
          (there (make-termhost-command :call-id "a" :line "make" :since 1 :server build :terminal "owned-1")) termhost-commands--ended
          (termhost-commands--running (list there)))
     (should (equal here (termhost-command-shown-terminal (make-termhost-command :terminal "owned-1"))))
     (should-not (termhost-command-shown-terminal there))
     (let ((termhost-server-current build))
       (should-not (termhost-server-answer 'terminal/show '(:terminalId "owned-1" :preserveFocus t)))
       (should-not (termhost-server-answer 'terminal/dispose '(:terminalId "owned-1")))
       (termhost-server-hear 'terminal/didChangeStatus '(:terminalId "owned-1" :busy t :toolCallId "a" :executionId "5"))
       (should-not (termhost-terminal-busy here)))
     (should (memq here termhost-terminal--all))
     (termhost-commands--end there)
     (should (equal (termhost-list--outcome there) "completed"))))) ; its terminal was not closed

(ert-deftest machine-gets-what-the-user-types ()
  (machine-test-with-servers
   (let* ((build (termhost-server-of "/ssh:me@build:/srv/app/")) sent
          (command (make-termhost-command :call-id "a" :line "sudo make" :since 1 :server build :terminal "owned-1"))
          (termhost-commands--running (list command)))
     (cl-letf (((symbol-function 'termhost-server-notify)
                (lambda (method params) (push (list termhost-server-current method params) sent)))
               ((symbol-function 'read-passwd) (lambda (prompt) (concat "secret after " prompt)))
               ((symbol-function 'read-string) (lambda (prompt) (concat "line after " prompt)))
               ((symbol-function 'read-char) (lambda (_prompt) ?q)))
       (pcase-dolist (`(,input ,typed)
                      '(((:kind "secret" :prompt "hello\n[sudo] password for me: ")
                         "secret after sudo make on build: [sudo] password for me: \r")
                        ((:kind "line" :prompt "Name: ") "line after sudo make on build: Name: \r")
                        ((:kind "key") "q")
                        (nil "line after sudo make on build: type \r")))
         (setf (termhost-command-awaited command) input
               sent nil)
         (if input (termhost-show-waiting) (termhost-input-give command))
         (should (equal sent `((,build terminal/didInput (:terminalId "owned-1" :data ,typed)))))))
     (setf (termhost-command-ended command) t)
     (should-error (termhost-input-give command) :type 'user-error))))

(ert-deftest machine-has-its-own-workspace ()
  (machine-test-with-servers
   (let ((termhost-server-current (termhost-server-of "/ssh:build:/srv/app/")))
     (dolist (directory '("/ssh:build:/srv/app/" "/ssh:build:/srv/app/src/" "/ssh:build:/" "/ssh:build:~/src/" "/ssh:build:/srv/apple/"))
       (termhost-server-work-in directory))
     (should (equal (termhost-server-folders) '("/srv/app" "/srv/apple"))))
   (let ((folders (termhost-server-folders)))
     (termhost-server-work-in "/ssh:build:/srv/app/")
     (should (equal (termhost-server-folders) folders)))))

(ert-deftest machine-is-in-the-list-and-in-the-mode-line ()
  (machine-test-with-servers
   (let* ((build (termhost-server-of "/ssh:me@build:/srv/app/"))
          (command (make-termhost-command :call-id "a" :line "make" :since 1 :server build :directory "/ssh:me@build:/srv/app/"))
          (termhost-commands--running (list command (make-termhost-command :call-id "b" :line "ls" :since 1 :directory "/p"))))
     (cl-letf (((termhost-server--state termhost-server-local) 'ready) (termhost-approval--waiting nil))
       (should (equal (substring-no-properties (termhost-list--directory command)) "build:/srv/app"))
       (should (equal (substring-no-properties (termhost-mode-line)) " termhost:2 on build"))
       (setf (termhost-server--state build) "ssh:me@build cannot be reached")
       (should (equal (substring-no-properties (termhost-mode-line)) " termhost:2 on build"))
       (setq termhost-commands--running nil)
       (should (equal (substring-no-properties (termhost-mode-line)) " termhost!"))))))

(ert-deftest machine-that-ends-ends-its-own-commands-alone ()
  (machine-test-with-servers
   (let* ((build (termhost-server-of "/ssh:build:/srv/app/")) termhost-commands--ended
          (there (make-termhost-command :call-id "a" :line "make" :since 1 :server build))
          (here (make-termhost-command :call-id "b" :line "ls" :since 1))
          (termhost-commands--running (list there here)))
     (let ((termhost-server-current build)) (termhost-commands--server-gone))
     (should (equal (termhost-commands-running) (list here)))
     (should (equal (termhost-command-status there) "lost")))))

;;; machine-test.el ends here
