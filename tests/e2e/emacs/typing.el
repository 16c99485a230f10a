;;; typing.el --- An Emacs to type in while a command floods its other window  -*- lexical-binding: t; -*-

(require 'termhost)

(setq termhost-program (getenv "TERMHOST")
      termhost-auto-approve t
      inhibit-startup-screen t)

(defun typing-flood ()
  (interactive)
  (let ((started (float-time)))
    (termhost-execute "yes 'the quick brown fox jumps over the lazy dog' | head -c 52428800"
                      (lambda (result)
                        (message "over after %.1f s: %s bytes" (- (float-time) started)
                                 (plist-get (plist-get (termhost-result-structured result) :output) :totalBytes))))
    (message "flooding")))

(global-set-key (kbd "C-c f") #'typing-flood)
(global-set-key (kbd "C-c q") #'save-buffers-kill-terminal)

(add-hook 'emacs-startup-hook
          (lambda ()
            (termhost-mode)
            (switch-to-buffer "*scratch*")
            (fundamental-mode)
            (termhost-execute "echo"
                              (lambda (_result)
                                (delete-other-windows)
                                (set-window-buffer (split-window) (termhost-terminal-buffer (car (termhost-terminal-list))))
                                (message "ready to type"))
                              :shell "bash")))
