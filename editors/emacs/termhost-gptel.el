;;; termhost-gptel.el --- The tools of termhost for gptel  -*- lexical-binding: t; -*-

;;; Commentary:

;; Loaded only when asked for, by `termhost-gptel-register'.  termhost asks for approval itself, so gptel need not.

;;; Code:

;; Written for gptel 0.9.9.5.

(require 'termhost-approval)
(require 'termhost-call)
(require 'termhost-tools)

(declare-function gptel-make-tool "ext:gptel" (&rest slots))
(declare-function gptel-tool-category "ext:gptel" (tool))
(defvar gptel-tools)

(defvar termhost-gptel--last-task 0
  "The number of the last chat that ran a tool.")

(defvar-local termhost-gptel--task nil
  "The task of this buffer's chat.")

(defun termhost-gptel--function (tool)
  "A function to call TOOL, with a callback as the first argument.
Gptel calls it in the chat's buffer."
  (let ((name (plist-get tool :name))
        (names (mapcar (lambda (argument) (plist-get argument :name)) (plist-get tool :arguments))))
    (lambda (callback &rest values)
      (let ((answer (lambda (result) (funcall callback (termhost-result-text result))))
            (arguments (termhost-gptel--placed name (termhost-gptel--arguments names values))))
        (termhost-call name arguments answer :task (termhost-gptel--current-task))))))

(defun termhost-gptel--current-task ()
  "The task of the current buffer's chat, which owns its terminals and outputs."
  (or termhost-gptel--task
      (setq termhost-gptel--task (format "gptel-%d-%d" (emacs-pid) (cl-incf termhost-gptel--last-task)))))

(defun termhost-gptel--arguments (names values)
  "The arguments with NAMES that have VALUES."
  (cl-loop for name in names
           for value in values
           when value
           append (list (intern (concat ":" name)) (if (and (listp value) (not (keywordp (car value)))) (vconcat value) value))))

(defun termhost-gptel--placed (name arguments)
  "ARGUMENTS of the tool NAME, with the directory of a chat's first command.
It is the buffer's; the next ones run where the one before left the shell."
  (if (and (equal name "execute_command") (not termhost-gptel--task) (not (plist-get arguments :cwd)))
      (append arguments (list :cwd (directory-file-name (expand-file-name default-directory))))
    arguments))

;;;###autoload
(defun termhost-gptel-register ()
  "Give the tools of termhost to all chats of gptel, and return them."
  (let ((tools (mapcar #'termhost-gptel--make termhost-tools)))
    (setq-default gptel-tools
                  (append tools
                          (cl-remove "termhost" (default-value 'gptel-tools) :key #'gptel-tool-category :test #'equal)))
    tools))

(defun termhost-gptel--described (argument)
  "ARGUMENT with a description, which gptel sends in any case."
  (if (plist-get argument :description) argument
    (plist-put (copy-sequence argument) :description (plist-get argument :name))))

(defun termhost-gptel--make (tool)
  "TOOL as gptel has it."
  (gptel-make-tool :name (plist-get tool :name)
                   :description (plist-get tool :description)
                   :args (mapcar #'termhost-gptel--described (plist-get tool :arguments))
                   :function (termhost-gptel--function tool)
                   :category "termhost"
                   :async t
                   :include t))

(provide 'termhost-gptel)
;;; termhost-gptel.el ends here
