;;; new-user.el --- What a new user does first  -*- lexical-binding: t; -*-

;; The package is installed and nothing of it is loaded by name.

(setq termhost-auto-approve nil
      default-directory "/")

(let (said)
  (cl-letf (((symbol-function 'display-message-or-buffer) (lambda (text &rest _) (setq said text))))
    (termhost-run "echo hello")
    (with-timeout (30 (error "No result: %s" termhost-server-state))
      (while (not said) (accept-process-output nil 0.05))))
  (princ (format "%s\nby %s\n" said (car (process-command (termhost-server-process))))))
