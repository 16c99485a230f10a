;;; gptel-test.el --- The tools for gptel  -*- lexical-binding: t; -*-

(require 'ert)
(require 'termhost)

;; Stands in for the interface of gptel 0.9.9.5 (21 August 2026), which is in no package of Debian 12: tools have a category, a chat
;; sends those in `gptel-tools', and a tool is called in the chat's buffer.
(defvar gptel-tools nil)
(cl-defstruct (gptel-test-tool (:constructor gptel-test-tool)) name description args function category async include)

(defmacro gptel-test-with-gptel (&rest body)
  "Run BODY where gptel seems to be loaded."
  `(let ((default (default-value 'gptel-tools)))
     (cl-letf (((symbol-function 'gptel-make-tool) #'gptel-test-tool)
               ((symbol-function 'gptel-tool-category) #'gptel-test-tool-category))
       (unwind-protect (progn ,@body)
         (setq-default gptel-tools default)))))

(defun gptel-test-call (name answer &rest arguments)
  "Call the tool NAME with a plist of ARGUMENTS, as gptel maps them, for ANSWER."
  (let ((tool (cl-find name (default-value 'gptel-tools) :key #'gptel-test-tool-name :test #'equal)))
    (apply (gptel-test-tool-function tool) answer
           (mapcar (lambda (argument) (plist-get arguments (intern (concat ":" (plist-get argument :name)))))
                   (gptel-test-tool-args tool)))))

(ert-deftest gptel-tools-are-loaded-only-when-asked-for ()
  (should-not (featurep 'termhost-gptel))
  (gptel-test-with-gptel
   (setq-default gptel-tools (list (gptel-test-tool :name "other" :category "mine")))
   (termhost-gptel-register)
   (termhost-gptel-register)
   (should (equal (sort (mapcar #'gptel-test-tool-name (default-value 'gptel-tools)) #'string<)
                  '("execute_command" "list_terminals" "other" "read_command_output" "read_screen" "send_input" "stop_command" "wait_for_command")))
   (dolist (tool (cl-remove "mine" (default-value 'gptel-tools) :key #'gptel-test-tool-category :test #'equal))
     (should (gptel-test-tool-async tool))
     (should (functionp (gptel-test-tool-function tool)))
     (dolist (argument (gptel-test-tool-args tool))
       (should (stringp (plist-get argument :name)))
       (should (stringp (plist-get argument :description)))
       (should (memq (plist-get argument :type) '(string integer boolean array object)))))))

(ert-deftest gptel-tools-belong-to-a-chat ()
  (gptel-test-with-gptel
   (termhost-gptel-register)
   (let (called answer)
     (cl-letf (((symbol-function 'termhost-call)
                (lambda (name arguments callback &rest keys)
                  (setq called (list name arguments (plist-get keys :task)))
                  (funcall callback (make-termhost-result :text "done")))))
       (let ((tell (lambda (text) (setq answer text))) first)
         (with-temp-buffer
           (setq default-directory "/p/")
           (gptel-test-call "execute_command" tell :command "cd src" :timeout 5 :background :json-false)
           (should (equal (seq-take called 2) '("execute_command" (:command "cd src" :timeout 5 :background :json-false :cwd "/p"))))
           (should (equal answer "done"))
           (setq first (nth 2 called))
           (gptel-test-call "execute_command" tell :command "ls" :pipes t)
           (should (equal called `("execute_command" (:command "ls" :pipes t) ,first)))
           (gptel-test-call "execute_command" tell :command "ls" :cwd "/q" :shell "fish")
           (should (equal called `("execute_command" (:command "ls" :cwd "/q" :shell "fish") ,first)))
           (gptel-test-call "send_input" tell :execution_id "7" :keys ["enter"])
           (should (equal called `("send_input" (:execution_id "7" :keys ["enter"]) ,first))))
         (with-temp-buffer
           (gptel-test-call "list_terminals" tell)
           (should (stringp (nth 2 called)))
           (should-not (equal (nth 2 called) first))))))))

;;; gptel-test.el ends here
