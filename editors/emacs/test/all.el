;;; all.el --- All unit tests of the package  -*- lexical-binding: t; -*-

(defconst test-directory (file-name-directory load-file-name))

(dolist (file (directory-files test-directory t "-test\\.el\\'"))
  (load file nil t))
