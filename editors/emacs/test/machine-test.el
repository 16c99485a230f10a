;;; machine-test.el --- The machine of a directory  -*- lexical-binding: t; -*-

;; Nothing is connected to here: a remote name is only read.

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
      (let ((said (should-error (termhost-machine-of name) :type 'user-error)))
        (should (string-search name (cadr said)))
        (should (string-search sentence (cadr said)))
        (should-not (string-search "\n" (cadr said)))))))

(defmacro machine-test-with-servers (&rest body)
  "Evaluate BODY with no servers but that of this machine, and start none."
  `(let (termhost-server--others asked)
     (ignore asked)
     (cl-letf (((symbol-function 'termhost-machine--set-for) #'ignore)
               ((symbol-function 'termhost-server-start) #'ignore))
       ,@body)))

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
   (cl-letf (((symbol-function 'termhost-machine--set-for) (lambda (_directory) '(:problem "settings.json: line 1: wrong"))))
     (should (equal (should-error (termhost-server-of "/big/") :type 'user-error) '(user-error "settings.json: line 1: wrong"))))))

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
