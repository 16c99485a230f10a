;;; termhost-configuration.el --- The options, as the server gets them  -*- lexical-binding: t; -*-

;;; Commentary:

;; The values of all options of the server in the form of the protocol.  A value that has no such form is told to the
;; user by the name of its option, and is not sent.

;;; Code:

(require 'cl-lib)
(require 'termhost-options)
(require 'termhost-settings)

(defvar termhost-configuration--warned nil
  "The warnings that the user has already seen.")

(defun termhost-configuration-warn (message)
  "Show MESSAGE, which is about a setting, to the user, once."
  (unless (member message termhost-configuration--warned)
    (push message termhost-configuration--warned)
    (display-warning 'termhost message :warning)))

(defun termhost-configuration ()
  "Return what the server is told: a cons of the trace and the settings.
A setting that is not sent would keep its old value.  An option with its
default value is sent as null, so the value of the user's settings.json
applies."
  (cons (format "%s" (default-value 'termhost-trace))
        (cl-loop for (option name kind) in termhost-settings
                 nconc (list (intern (concat ":" name)) (termhost-configuration--of option kind)))))

(defun termhost-configuration--of (option kind)
  "Return the value of OPTION, which is of KIND, for the server."
  (let ((value (default-value option)))
    (unless (equal value (eval (car (get option 'standard-value)) t))
      (condition-case failure
          (termhost-configuration--encode kind value)
        (error (ignore (termhost-configuration-warn
                        (format-message "The option `%s' has the wrong value `%S', which has no effect: %s"
                                        option value (error-message-string failure)))))))))

(defun termhost-configuration--encode (kind value)
  "Return VALUE, which is of KIND, in the form of the protocol.
KIND is `boolean', `integer', `list', (choice WORD...) or (plist (KEY
KIND)...).  Signal an error if VALUE is not of KIND."
  (pcase kind
    ('boolean (if value t :json-false))
    ('list (termhost-configuration--strings value))
    ((guard (null value)) nil)
    ('integer (if (integerp value) value (error "It is not an integer")))
    (`(choice . ,words) (termhost-configuration--word value words))
    (`(plist . ,members) (termhost-configuration--object value members))))

(defun termhost-configuration--strings (value)
  "Return VALUE, a list of strings, as a vector."
  (unless (and (proper-list-p value) (cl-every #'stringp value)) (error "It is not a list of strings"))
  (vconcat value))

(defun termhost-configuration--word (value words)
  "Return VALUE, a symbol or a string, as a string, if it is one of WORDS."
  (let ((word (format "%s" value)))
    (unless (member word (mapcar #'symbol-name words))
      (error "`%s' is not one of %s" word (mapconcat #'symbol-name words ", ")))
    word))

(defun termhost-configuration--object (value members)
  "Return VALUE, a plist with the keys MEMBERS, as a plist for the server.
A word alone is the value of the first key."
  (if (not (listp value)) (termhost-configuration--object (list (caar members) value) members)
    (unless (and (proper-list-p value) (cl-evenp (length value))) (error "It is neither a word nor a plist"))
    (cl-loop for (key item) on value by #'cddr
             for kind = (or (cadr (assq key members))
                            (error "Its key `%s' is unknown; the keys are %s" key (mapconcat #'symbol-name (mapcar #'car members) ", ")))
             nconc (list key (termhost-configuration--encode kind item)))))

(mapc #'termhost-options-watch (mapcar #'car termhost-settings))

(provide 'termhost-configuration)
;;; termhost-configuration.el ends here
