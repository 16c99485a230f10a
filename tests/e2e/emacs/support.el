;;; support.el --- What the end to end tests have in common  -*- lexical-binding: t; -*-

;; Each file of tests is run in an Emacs of its own, with a home of its own.  TERMHOST names the program,
;; TERMHOST_SHELL the shell.

(require 'ert)
(require 'subr-x)
(require 'termhost)

(setq native-comp-enable-subr-trampolines nil ; there may be no compiler
      termhost-program (getenv "TERMHOST")
      termhost-auto-approve t)

(defconst e2e-shell (or (getenv "TERMHOST_SHELL") "bash"))

(defconst e2e-workspace (file-name-as-directory (make-temp-file "termhost-workspace" t)))
;; There the person works, not where these tests are.
(setq default-directory e2e-workspace)
(make-directory (expand-file-name "sub" e2e-workspace))
(write-region "" nil (expand-file-name "sub/readme.txt" e2e-workspace) nil 'quiet)

(defvar e2e-patience (string-to-number (or (getenv "TERMHOST_PATIENCE_S") "60"))
  "Seconds after which a test fails.  Nothing that works takes so long.")

(defun e2e-file (name)
  (expand-file-name name e2e-workspace))

(defun e2e-lines (name)
  "The lines of the file NAME in the workspace."
  (when (file-exists-p (e2e-file name))
    (with-temp-buffer
      (insert-file-contents (e2e-file name))
      (split-string (buffer-string) "\n" t))))

(defmacro e2e-until (what &rest body)
  "Wait until BODY is non-nil, and return that; WHAT says what for."
  `(let ((until (+ (float-time) e2e-patience)) value)
     (while (not (setq value (progn ,@body)))
       (when (> (float-time) until) (ert-fail (format "waited in vain for %s" ,what)))
       (accept-process-output nil 0.02))
     value))

(defun e2e-pause (seconds)
  (let ((until (+ (float-time) seconds)))
    (while (< (float-time) until) (accept-process-output nil 0.05))))

(defun e2e-start (line &rest keys)
  "Run LINE; return a function that waits for its result and returns it."
  (let* (result
         (stop (apply #'termhost-execute line (lambda (answer) (setq result answer))
                      (append keys (list :directory e2e-workspace :shell e2e-shell)))))
    (lambda (&optional what)
      (pcase what
        ('cancel (funcall stop))
        ('done result)
        (_ (e2e-until (format "the result of %s" line) result))))))

(defun e2e-run (line &rest keys)
  "Run LINE and return its result."
  (funcall (apply #'e2e-start line keys)))

(defun e2e-tool (name arguments)
  "Call the tool NAME with ARGUMENTS and return its result."
  (let (result)
    (termhost-call name arguments (lambda (answer) (setq result answer)))
    (e2e-until name result)))

(defun e2e-field (result &rest path)
  "What is at PATH in the structured part of RESULT."
  (let ((value (termhost-result-structured result)))
    (dolist (key path value) (setq value (plist-get value key)))))

(defun e2e-output (result)
  (string-trim-right (e2e-field result :output :text)))

(defun e2e-artifact (result)
  "The whole output of RESULT."
  (let ((offset 0) (pages nil))
    (while offset
      (let ((page (e2e-tool "read_command_output" (list :artifact_id (e2e-field result :output :artifactId)
                                                        :offset offset :limit 1000000))))
        (push (e2e-field page :text) pages)
        (setq offset (e2e-field page :nextOffset))))
    (apply #'concat (nreverse pages))))

(defvar e2e-printed ""
  "The last output in real time.")

(add-hook 'termhost-calling-functions
          (lambda (params)
            (let ((chunk (plist-get (plist-get params :data) :chunk)))
              (when chunk (setq e2e-printed (concat (substring e2e-printed (max 0 (- (length e2e-printed) 1000))) chunk))))))

(defun e2e-wait-for-print (text)
  (e2e-until (format "`%s' to be printed" text) (string-search text e2e-printed)))

(defun e2e-say (result)
  "All of RESULT, for the report of a failure."
  (format "%s\n%S" (termhost-result-text result) (termhost-result-structured result)))

(add-hook 'kill-emacs-hook
          (lambda ()
            (termhost-server-stop)
            (delete-directory e2e-workspace t)))

;; A batch Emacs draws nothing, and its one frame has nine lines: that a text has been in view, and for a moment, is
;; tested in editors/emacs/test.
(setq termhost-approval-window-reading-seconds 0)
(with-eval-after-load 'termhost-approval-window
  (advice-add 'termhost-approval-window-show :after
              (lambda (&rest _)
                (with-current-buffer termhost-approval-window--name (setq termhost-approval-window--seen (point-max))))))

(provide 'support)
;;; support.el ends here
