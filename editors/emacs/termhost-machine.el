;;; termhost-machine.el --- The machine of a directory  -*- lexical-binding: t; -*-

;;; Commentary:

;; The commands of a directory run on the machine that has it: a remote name (TRAMP) says how that machine is reached, and
;; the setting `machines' in the user's settings.json says on which machine the commands of a local directory run.

;;; Code:

(require 'json)
(require 'termhost-binary)

(declare-function tramp-dissect-file-name "tramp" (name &optional nodefault))
(declare-function tramp-tramp-file-p "tramp" (name))
(declare-function tramp-file-name-method "tramp" (cl-x))
(declare-function tramp-file-name-user "tramp" (cl-x))
(declare-function tramp-file-name-host "tramp" (cl-x))
(declare-function tramp-file-name-port "tramp" (cl-x))
(declare-function tramp-file-name-hop "tramp" (cl-x))

(defconst termhost-machine--destinations
  '(("ssh" . termhost-machine--by-ssh)
    ("sshx" . termhost-machine--by-ssh)
    ("scp" . termhost-machine--by-ssh)
    ("scpx" . termhost-machine--by-ssh)
    ("rsync" . termhost-machine--by-ssh)
    ("docker" . termhost-machine--in-container)
    ("podman" . termhost-machine--in-container)
    ("kubernetes" . termhost-machine--in-pod))
  "Functions from a remote name to the destination, by the method of the name.")

(defun termhost-machine-of (directory)
  "Return the other machine for the commands of DIRECTORY, or nil.
It is a plist.  :on is its name for `--on'.  :workspace is the local folder
whose commands it runs by the user's settings, and missing for a remote name.
If termhost cannot reach the remote name DIRECTORY, or if the user's settings
cannot be used and name machines, the plist has only :problem, a sentence."
  (if (file-remote-p directory)
      (termhost-machine--of-remote directory)
    (when-let ((set (termhost-machine--set-for directory)))
      (if-let ((problem (plist-get set :problem)))
          (list :problem problem)
        (list :on (plist-get set :on) :workspace (plist-get set :workspace))))))

(defun termhost-machine-folder (directory)
  "Return DIRECTORY as its server knows it: on that machine, if it is remote.
The folder of a machine in the user's settings keeps its local name, which the
server translates."
  (let ((folder (file-remote-p directory 'localname)))
    (cond ((not folder) (directory-file-name directory))
          ((string-empty-p folder) "~")
          (t (directory-file-name folder)))))

(defun termhost-machine-label (machine)
  "Return a short name of MACHINE for the user: the host, container or pod."
  (cond ((string-match "\\`ssh:\\(?://\\)?\\(?:.*@\\)?\\(.+?\\)\\(?::[0-9]+\\)?\\'" machine) (match-string 1 machine))
        ((string-match "\\([^ ]+\\)\\(?: --\\)?\\'" machine) (match-string 1 machine))
        (t machine)))

;;; Remote names

(defun termhost-machine--of-remote (directory)
  "Return the machine of DIRECTORY, which has a remote name.
It is a plist as in `termhost-machine-of'."
  (let* ((name (and (tramp-tramp-file-p directory) (tramp-dissect-file-name directory)))
         (method (and name (tramp-file-name-method name)))
         (destination (cdr (assoc method termhost-machine--destinations)))
         (problem (cond ((not name) "is a remote name of an unknown kind")
                        ((tramp-file-name-hop name) "goes through another machine, which termhost does not support; \
name that machine as ProxyJump in your configuration of ssh")
                        ((not destination) (format "has the method `%s'; termhost reaches machines by %s"
                                                   method (mapconcat #'car termhost-machine--destinations ", "))))))
    (if problem
        (list :problem (format "`%s' %s" directory problem))
      (list :on (funcall destination name)))))

(defun termhost-machine--by-ssh (name)
  "Return the destination of NAME, whose host is reached by ssh."
  (let* ((host (tramp-file-name-host name)) (port (tramp-file-name-port name)) (user (tramp-file-name-user name))
         (place (concat (and user (concat user "@")) (if (string-search ":" host) (format "[%s]" host) host))))
    (if port (format "ssh://%s:%s" place port) (concat "ssh:" place))))

(defun termhost-machine--command (&rest words)
  "Return the destination that the program and arguments WORDS reach."
  (concat "cmd:" (mapconcat #'shell-quote-argument (delq nil words) " ")))

(defun termhost-machine--program (method)
  "Return the program of TRAMP for METHOD."
  (let ((option (intern (format "tramp-%s-program" method))))
    (or (and (boundp option) (symbol-value option)) (if (equal method "kubernetes") "kubectl" method))))

(defun termhost-machine--in-container (name)
  "Return the destination of NAME, which is a container of Docker or Podman."
  (let ((user (tramp-file-name-user name)))
    (termhost-machine--command (termhost-machine--program (tramp-file-name-method name)) "exec" "-i"
                               (and user "-u") user (tramp-file-name-host name))))

(defun termhost-machine--in-pod (name)
  "Return the destination of NAME, which is a pod of Kubernetes."
  (let* ((host (tramp-file-name-host name))
         (parts (and (string-match "\\`\\(?:\\([^.]+\\)\\.\\)?\\(.+\\)\\'" host) (list (match-string 1 host) (match-string 2 host))))
         (context (bound-and-true-p tramp-kubernetes-context))
         (namespace (bound-and-true-p tramp-kubernetes-namespace)))
    (termhost-machine--command (termhost-machine--program "kubernetes")
                               (and context (concat "--context=" context)) (and namespace (concat "--namespace=" namespace))
                               "exec" "-i" (and (car parts) "-c") (car parts) (cadr parts) "--")))

;;; The user's settings

(defun termhost-machine--set-for (directory)
  "Return the value of the setting `machines' for the local DIRECTORY, a plist.
Return nil if it has none, or if that cannot be known."
  (with-temp-buffer
    (let ((default-directory (if (file-directory-p directory) directory temporary-file-directory)))
      (when-let ((program (ignore-errors (termhost-binary-find-untested)))
                 (ended (ignore-errors (call-process program nil '(t nil) nil "config" "--json"))))
        (goto-char (point-min))
        (plist-get (ignore-errors (json-parse-buffer :object-type 'plist)) :machine)))))

(provide 'termhost-machine)
;;; termhost-machine.el ends here
