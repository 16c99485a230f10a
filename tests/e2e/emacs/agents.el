;;; agents.el --- Agents from outside of Emacs  -*- lexical-binding: t; -*-

(require 'support)

(defun agents-start ()
  "`termhost mcp --attach' of an agent that was started elsewhere, in the workspace."
  (let* ((process-environment (append '("TERMHOST_SOCKET" "TERMHOST_TOKEN") process-environment))
         (agent (make-process :name "agent" :command (list termhost-program "mcp" "--attach") :connection-type 'pipe
                              :buffer (generate-new-buffer " *agent*") :stderr (get-buffer-create " *agent-errors*")
                              :noquery t)))
    (agents-send agent "init" "initialize"
                 '(:protocolVersion "2025-06-18" :capabilities nil :clientInfo (:name "some agent" :version "1")))
    agent))

(defun agents-send (agent id method params)
  (process-send-string agent (concat (json-serialize (list :jsonrpc "2.0" :id id :method method :params params)) "\n")))

(defun agents-call (agent id line)
  (agents-send agent id "tools/call" (list :name "execute_command" :arguments (list :command line))))

(defun agents-answer (agent id)
  "The text that AGENT got for its call ID."
  (e2e-until "the answer to the agent"
    (with-current-buffer (process-buffer agent)
      (goto-char (point-min))
      (and (search-forward (format "\"id\":\"%s\"" id) nil t)
           (search-forward "\n" nil t)
           (progn (forward-line -1) (buffer-substring (point) (line-end-position)))))))

(defmacro agents-choosing (key &rest body)
  "Evaluate BODY; what is asked meanwhile is answered by KEY."
  (declare (indent 1))
  `(cl-letf (((symbol-function 'read-multiple-choice) (lambda (_prompt choices &rest _) (assq ,key choices))))
     ,@body))

(ert-deftest agents-1-are-asked-about-once-and-remembered ()
  (e2e-run "true") ; Emacs works here
  (let ((one (agents-start)))
    (agents-call one "one" "echo from $((6 * 7))")
    (e2e-until "the question" (termhost-agents-waiting-p))
    (should (string-search "calls itself \"some agent\"" (plist-get (caar termhost-agents--waiting) :question)))
    (agents-choosing ?a (termhost-approve))
    (should (string-search "from 42" (agents-answer one "one")))
    (delete-process one))
  (let ((two (agents-start)))
    (agents-call two "two" "echo again")
    (should (string-search "again" (agents-answer two "two")))
    (delete-process two)))

(ert-deftest agents-2-never-is-never-until-it-is-forgotten ()
  (termhost-forget-agents)
  (dolist (round '(1 2))
    (let ((agent (agents-start)))
      (agents-call agent "call" "echo never")
      (when (= round 1)
        (e2e-until "the question" (termhost-agents-waiting-p))
        (agents-choosing ?n (termhost-approve)))
      (should (string-search "does not let this agent use" (agents-answer agent "call")))
      (delete-process agent)))
  (should-not (termhost-agents-waiting-p))
  (termhost-forget-agents)
  (should-not termhost-remembered-agents))

(ert-deftest agents-3-a-question-goes-with-its-agent ()
  (let ((agent (agents-start)))
    (agents-call agent "call" "echo never")
    (e2e-until "the question" (termhost-agents-waiting-p))
    (delete-process agent)
    (e2e-until "that it goes" (not (termhost-agents-waiting-p)))))

(ert-deftest agents-4-connect-shows-the-change-writes-it-and-takes-it-away ()
  (make-directory "~/.cursor" t)
  (let (seen (settings "~/.cursor/mcp.json"))
    (cl-letf (((symbol-function 'y-or-n-p)
               (lambda (_) (setq seen (with-current-buffer "*termhost change*" (buffer-string))) nil)))
      (termhost-connect "cursor"))
    (should (string-search "\"--attach\"" seen))
    (should-not (file-exists-p settings))
    (cl-letf (((symbol-function 'y-or-n-p) #'always))
      (termhost-connect "cursor")
      (should (file-exists-p settings))
      (should (equal (alist-get "cursor" (termhost-agents--found) nil nil #'equal) "attached"))
      (termhost-connect "cursor")
      (should-not (file-exists-p settings)))))

(provide 'agents)
;;; agents.el ends here
