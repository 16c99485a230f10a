;;; termhost-binary.el --- Find the program termhost  -*- lexical-binding: t; -*-

;;; Commentary:

;; The option `termhost-program', else the checkout or the release that this package lives in, else the variable
;; `exec-path'; and the handshake that it is termhost, in a version that fits.

;;; Code:

(require 'termhost-options)

(defconst termhost-version "0.1.0"
  "The version of this package, which is that of the program it works with.")

(defconst termhost-binary--directory
  (file-name-directory (file-truename (or load-file-name buffer-file-name default-directory)))
  "The directory of this package.")

(defun termhost-binary--built-at (directory)
  "Return the program built in the checkout around DIRECTORY, or nil."
  (when-let ((root (locate-dominating-file directory "CMakePresets.json")))
    (seq-find #'file-executable-p
              (mapcar (lambda (preset) (expand-file-name (format "build/%s/bin/termhost" preset) root))
                      '("release" "dev")))))

(defun termhost-binary--released-at (directory)
  "Return the program of the release that has its package in DIRECTORY, or nil."
  (let ((program (expand-file-name "../../bin/termhost" directory)))
    (and (file-executable-p program) program)))

(defun termhost-binary-find-untested ()
  "Return the program to run, without a test of it."
  (or (and (default-value 'termhost-program) (expand-file-name (default-value 'termhost-program)))
      (termhost-binary--built-at termhost-binary--directory)
      (termhost-binary--released-at termhost-binary--directory)
      (executable-find "termhost")
      (user-error "The program termhost was not found.  Put it into a folder of the variable `exec-path' (from PATH), or name it in \
the option `termhost-program'.  In a clone of its repository ./scripts/build release builds it")))

(defun termhost-binary--version (program)
  "Return the version that PROGRAM reports."
  (with-temp-buffer
    (let ((status (condition-case failure
                      (call-process program nil t nil "--version")
                    (file-error (nth 2 failure)))))
      (goto-char (point-min))
      (cond ((looking-at "termhost \\([0-9]+\\.[0-9]+\\.[0-9]+\\)") (match-string 1))
            ((eq status 0) (user-error "`%s' is not termhost; name the right program in the option `termhost-program'" program))
            (t (user-error "`%s' cannot be run (%s); name the right program in the option `termhost-program'" program status))))))

(defun termhost-binary-compatible-p (server package)
  "Return non-nil if versions SERVER and PACKAGE match.
The first numbers must be equal; before 1.0 also the second numbers."
  (let ((a (version-to-list server)) (b (version-to-list package)))
    (and (= (car a) (car b))
         (or (> (car a) 0) (= (cadr a) (cadr b))))))

(defun termhost-binary-find ()
  "Find the program termhost, test it, and return its path."
  (let* ((program (termhost-binary-find-untested))
         (version (termhost-binary--version program)))
    (unless (termhost-binary-compatible-p version termhost-version)
      (user-error "`%s' is termhost %s, and this package works with %s; install that version, or name one in the option `termhost-program'"
                  program version termhost-version))
    program))

(provide 'termhost-binary)
;;; termhost-binary.el ends here
