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

(defun agents-wait-for-question ()
  (e2e-until "the question" (termhost-approval-agent-waits-p))
  (e2e-until "its window" (get-buffer-window "*termhost approval*")))

(defun agents-press (key)
  "Go to the question, and answer it by KEY."
  (termhost-approve)
  (execute-kbd-macro (kbd key)))

(ert-deftest agents-1-are-asked-about-once-and-remembered ()
  (e2e-run "true") ; Emacs works here
  (let ((one (agents-start)))
    (agents-call one "one" "echo from $((6 * 7))")
    (agents-wait-for-question)
    (should (string-search "calls itself \"some agent\"" (with-current-buffer "*termhost approval*" (buffer-string))))
    (should (equal " termhost:agent" (substring-no-properties (termhost-mode-line))))
    (agents-press "a")
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
        (agents-wait-for-question)
        (agents-press "n"))
      (should (string-search "does not let this agent use" (agents-answer agent "call")))
      (delete-process agent)))
  (should-not (termhost-approval-agent-waits-p))
  (termhost-forget-agents)
  (should-not (termhost-memory-get :agents)))

(ert-deftest agents-3-a-question-goes-with-its-agent ()
  (let ((agent (agents-start)))
    (agents-call agent "call" "echo never")
    (agents-wait-for-question)
    (delete-process agent)
    (e2e-until "that it goes" (not (termhost-approval-agent-waits-p)))))

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
      (should (equal (alist-get "cursor" (termhost-agents--known) nil nil #'equal) "attached"))
      (termhost-memory-put :folders nil)
      (let (asked)
        (cl-letf (((symbol-function 'completing-read)
                   (lambda (prompt choices &rest _) (setq asked prompt) (car choices))))
          (termhost-connect "cursor"))
        (should (equal asked "cursor is connected: use it here, or disconnect (default use it here): "))
        (should (member (directory-file-name e2e-workspace) (termhost-memory-get :folders)))
        (should (file-exists-p settings)))
      (cl-letf (((symbol-function 'completing-read) (lambda (_ choices &rest _) (cadr choices))))
        (termhost-connect "cursor"))
      (should-not (file-exists-p settings)))))

(ert-deftest agents-5-find-the-next-emacs-in-the-same-folder ()
  (should (member (directory-file-name e2e-workspace) (termhost-memory-get :folders)))
  (should (= #o600 (file-modes termhost-memory-file)))
  (termhost-server-stop)
  (setf (termhost-server--folders termhost-server-local) nil (termhost-server--told termhost-server-local) nil)
  (let ((file (find-file-noselect (e2e-file "sub/readme.txt"))))
    (should (equal (termhost-server-folders) (list (directory-file-name e2e-workspace))))
    (e2e-until "the server" (eq (termhost-server-state) 'ready))
    (kill-buffer file))
  (let ((agent (agents-start)))
    (agents-call agent "call" "echo here $((40 + 2))")
    (agents-wait-for-question)          ; forgotten above
    (agents-press "o")
    (should (string-search "here 42" (agents-answer agent "call")))
    (delete-process agent)))

(defun agents-row (line)
  "The row of the command LINE in the list of commands, as text, or nil."
  (termhost-list)
  (revert-buffer)
  (goto-char (point-min))
  (and (search-forward line nil t) (buffer-substring-no-properties (line-beginning-position) (line-end-position))))

(defun agents-own-name ()
  "The name of this Emacs as an agent, which the system gives; another Emacs than the system's is started by its linker."
  (with-temp-buffer
    (insert-file-contents-literally "/proc/self/comm")
    (string-trim (buffer-string))))

(ert-deftest agents-6-are-named-in-questions-and-what-they-may-not-run-is-listed ()
  (termhost-forget-agents)
  (let ((agent (agents-start)))
    (customize-set-variable 'termhost-auto-approve nil)
    (customize-set-variable 'termhost-denied-commands '("rm"))
    (agents-call agent "touch" "touch never")
    (agents-wait-for-question)
    (agents-press "o")
    (e2e-until "the question about the command"
      (when-let ((buffer (get-buffer "*termhost approval*")))
        (string-search (format "(pid %d, calls itself \"some agent\") wants to run this" (emacs-pid))
                       (with-current-buffer buffer (buffer-string)))))
    (should (string-match-p (format "waiting for approval .*%s" (agents-own-name)) (agents-row "touch never")))
    (agents-press "r")
    (should (string-search "the user rejected" (agents-answer agent "touch")))
    (e2e-until "that it is listed as not run" (string-match-p "rejected\\|not run" (agents-row "touch never")))
    (agents-call agent "rm" "rm never")
    (should (string-search "a rule denies it" (agents-answer agent "rm")))
    (e2e-until "the one that a rule denies" (string-match-p "not run.*rm never.*a rule denies it" (or (agents-row "rm never") "")))
    (delete-process agent))
  (customize-set-variable 'termhost-auto-approve t)
  (customize-set-variable 'termhost-denied-commands nil))

(provide 'agents)
;;; agents.el ends here
