;;; new-user.el --- What a new user does first  -*- lexical-binding: t; -*-

;; The package is installed and nothing of it is loaded by name.

(setq termhost-auto-approve nil
      default-directory "/")

(termhost-run "echo hello")
(with-timeout (30 (error "No result: %s" (termhost-server-state)))
  (while (not (get-buffer "*termhost result*")) (accept-process-output nil 0.05)))
(princ (format "%s\nby %s\n"
               (with-current-buffer "*termhost result*" (buffer-string))
               (car (process-command (termhost-server-process)))))
