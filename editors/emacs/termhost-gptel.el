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
  "Return a function to call TOOL; its first argument is a callback.
Gptel calls it in the chat's buffer."
  (let ((name (plist-get tool :name))
        (names (mapcar (lambda (argument) (plist-get argument :name)) (plist-get tool :arguments))))
    (lambda (callback &rest values)
      (let ((answer (lambda (result) (funcall callback (termhost-result-text result))))
            (arguments (termhost-gptel--placed name (termhost-gptel--arguments names values))))
        (termhost-call name arguments answer :task (termhost-gptel--current-task))))))

(defun termhost-gptel--current-task ()
  "Return the task of the current buffer's chat.
The task owns its terminals and outputs."
  (or termhost-gptel--task
      (setq termhost-gptel--task (format "gptel-%d-%d" (emacs-pid) (cl-incf termhost-gptel--last-task)))))

(defun termhost-gptel--arguments (names values)
  "Return a plist of the NAMES and VALUES, without missing values."
  (cl-loop for name in names
           for value in values
           when value
           append (list (intern (concat ":" name)) (if (and (listp value) (not (keywordp (car value)))) (vconcat value) value))))

(defun termhost-gptel--placed (name arguments)
  "Return ARGUMENTS of the tool NAME, with a directory for a first command.
The first command of a chat runs in the buffer's directory, the next ones
where the previous command left the shell."
  (if (and (equal name "execute_command") (not termhost-gptel--task) (not (plist-get arguments :cwd)))
      (append arguments (list :cwd (if (file-remote-p default-directory) default-directory
                                     (directory-file-name (expand-file-name default-directory)))))
    arguments))

;;;###autoload
(defun termhost-gptel-register ()
  "Add the tools of termhost to all chats of gptel, and return the tools."
  (let ((tools (mapcar #'termhost-gptel--make termhost-tools)))
    (setq-default gptel-tools
                  (append tools
                          (cl-remove "termhost" (default-value 'gptel-tools) :key #'gptel-tool-category :test #'equal)))
    tools))

(defun termhost-gptel--described (argument)
  "Return ARGUMENT with a description, because gptel always sends one."
  (if (plist-get argument :description) argument
    (plist-put (copy-sequence argument) :description (plist-get argument :name))))

(defun termhost-gptel--make (tool)
  "Return TOOL in the form of gptel."
  (gptel-make-tool :name (plist-get tool :name)
                   :description (plist-get tool :description)
                   :args (mapcar #'termhost-gptel--described (plist-get tool :arguments))
                   :function (termhost-gptel--function tool)
                   :category "termhost"
                   :async t
                   :include t))

(provide 'termhost-gptel)
;;; termhost-gptel.el ends here
