;;; termhost-gptel.el --- The tools of termhost for gptel  -*- lexical-binding: t; -*-

;;; Commentary:

;; Loaded only when asked for, by `termhost-gptel-register'.  termhost asks for approval itself, so gptel need not.

;;; Code:

(require 'termhost-approval)
(require 'termhost-call)
(require 'termhost-tools)

(declare-function gptel-make-tool "ext:gptel" (&rest slots))

(defun termhost-gptel--function (tool)
  "A function to call TOOL, with a callback as the first argument."
  (let ((name (plist-get tool :name))
        (names (mapcar (lambda (argument) (plist-get argument :name)) (plist-get tool :arguments))))
    (lambda (callback &rest values)
      (let ((answer (lambda (result) (funcall callback (termhost-result-text result)))))
        (if (equal name "execute_command")
            (termhost-gptel--execute answer values)
          (termhost-call name (termhost-gptel--arguments names values) answer))))))

(defun termhost-gptel--arguments (names values)
  "The arguments with NAMES that have VALUES."
  (cl-loop for name in names
           for value in values
           when value
           append (list (intern (concat ":" name)) (if (and (listp value) (not (keywordp (car value)))) (vconcat value) value))))

(defun termhost-gptel--execute (answer values)
  "Run the command of VALUES, in the order of execute_command, for ANSWER."
  (pcase-let ((`(,command ,cwd ,timeout ,background ,until ,shell) values))
    (termhost-execute command answer
                      :directory cwd :timeout timeout :until until :shell shell
                      :background (and background (not (eq background :json-false))))))

;;;###autoload
(defun termhost-gptel-register ()
  "Register the tools of termhost with gptel, and return them."
  (mapcar (lambda (tool)
            (gptel-make-tool :name (plist-get tool :name)
                             :description (plist-get tool :description)
                             :args (plist-get tool :arguments)
                             :function (termhost-gptel--function tool)
                             :category "termhost"
                             :async t
                             :include t))
          termhost-tools))

(provide 'termhost-gptel)
;;; termhost-gptel.el ends here
