;;; termhost-memory.el --- What is kept from one Emacs to the next  -*- lexical-binding: t; -*-

;;; Commentary:

;; A file of the package's own, which nobody else can read: the answers about agents, and the folders where agents look
;; for this Emacs.  The init file has options alone.

;;; Code:

(defvar termhost-memory-file (locate-user-emacs-file "termhost-memory.eld")
  "The file with a plist of all stored values.")

(defun termhost-memory--read ()
  "Return the whole plist of the file, or nil if it cannot be read."
  (when (file-readable-p termhost-memory-file)
    (with-temp-buffer
      (insert-file-contents termhost-memory-file)
      (let ((kept (ignore-errors (read (current-buffer)))))
        (and (proper-list-p kept) kept)))))

(defun termhost-memory-get (key)
  "Return the value that is stored for KEY."
  (plist-get (termhost-memory--read) key))

(defun termhost-memory-put (key value)
  "Store VALUE for KEY."
  (let ((print-length nil) (print-level nil) (coding-system-for-write 'utf-8-unix)
        (kept (plist-put (termhost-memory--read) key value)))
    (make-directory (file-name-directory termhost-memory-file) t)
    (with-file-modes #o600
      (write-region (concat (prin1-to-string kept) "\n") nil termhost-memory-file nil 'quiet))))

(provide 'termhost-memory)
;;; termhost-memory.el ends here
