;;; termhost-call.el --- Run commands from Lisp  -*- lexical-binding: t; -*-

;;; Commentary:

;; What other packages use.  `termhost-execute' runs a command line, `termhost-call' any tool of the server; both answer
;; by calling back.

;;; Code:

(require 'termhost-commands)

(defvar termhost-call--last 0
  "The number of the last call.")

(defvar termhost-call--agreed nil
  "Alist of call id and the command line that the user has already approved.")

(cl-defstruct termhost-result
  "The answer of a tool.
TEXT is for a model.  STRUCTURED is a plist such as (:status \"completed\"
:exitCode 0 ...), in which JSON's false is `:json-false'.  ERROR is non-nil if
the tool failed."
  text structured error)

(defun termhost-call--id ()
  "Return a new id of a call."
  (format "emacs-%d-%d" (emacs-pid) (cl-incf termhost-call--last)))

(cl-defun termhost-call (name arguments callback &key task call-id)
  "Call the tool NAME with the plist ARGUMENTS, as `termhost-tools' has them.
CALLBACK gets a `termhost-result'.  TASK is the conversation that the terminal
and the output belong to; CALL-ID is the caller's own name for the call.
The tool is called on the machine of the execution or output in ARGUMENTS if
this Emacs has called that command, else on that of the directory in ARGUMENTS,
else on that of `default-directory'.
Return a function that cancels the call.  It interrupts the command, and
CALLBACK is still called."
  (let* ((id (or call-id (termhost-call--id)))
         (directory (termhost-call--directory (plist-get arguments :cwd)))
         (termhost-server-current (or (termhost-call--server-of arguments) (termhost-server-of directory)))
         (default-directory (if (termhost-server-local-p) default-directory directory)))
    (if (equal name "execute_command")
        (termhost-call--execute arguments (plist-get arguments :cwd) callback task id)
      (termhost-call--send name arguments callback task id))))

(defun termhost-call--directory (cwd)
  "Return a directory of the machine that has CWD.
CWD is nil, a local name, a remote one, or a path on the machine of
`default-directory'."
  (cond ((or (not (stringp cwd)) (and (file-remote-p default-directory) (not (file-remote-p cwd)))) default-directory)
        ((file-remote-p cwd) cwd)
        (t (file-name-as-directory (expand-file-name cwd)))))

(defun termhost-call--server-of (arguments)
  "Return the server of the command that ARGUMENTS name, or nil."
  (and-let* ((command (or (termhost-commands-with #'termhost-command-execution (plist-get arguments :execution_id))
                          (termhost-commands-with #'termhost-command-artifact (plist-get arguments :artifact_id)))))
    (termhost-command-server command)))

(defun termhost-call-of (command name arguments callback)
  "Call the tool NAME with ARGUMENTS by the server and for the task of COMMAND.
CALLBACK is as in `termhost-call'."
  (let ((termhost-server-current (termhost-command-server command)))
    (termhost-call--send name arguments callback (termhost-command-task command) (termhost-call--id))))

(defun termhost-call--execute (arguments directory callback task id)
  "Call execute_command with ARGUMENTS, and add the command to the list.
DIRECTORY is where it runs, or nil if that is not known yet.  CALLBACK, TASK
and ID are as in `termhost-call'."
  (let* ((line (plist-get arguments :command))
         (shell (and (not (plist-get arguments :shell)) (default-value 'termhost-shell)))
         (command (make-termhost-command :call-id id :task task :line (if (stringp line) line "")
                                         :directory directory :waited t :server termhost-server-current))
         (arguments (if-let ((cwd (plist-get arguments :cwd)))
                        (plist-put (copy-sequence arguments) :cwd (termhost-machine-folder cwd))
                      arguments)))
    (termhost-commands-begin command)
    (setf (termhost-command-cancel command)
          (termhost-call--send "execute_command" (append arguments (and shell (list :shell shell)))
                               (lambda (result) (funcall callback (termhost-call--over command result)))
                               task id))))

(defun termhost-call--send (name arguments callback task id)
  "Call the tool NAME; ARGUMENTS, CALLBACK, TASK and ID as in `termhost-call'."
  (termhost-server-work-in default-directory)
  (termhost-server-request
   'tool/call
   `(:name ,name
     :arguments ,(or arguments termhost-transport-empty)
     :toolCallId ,id
     ,@(and task (list :taskId task))
     ,@(and (assoc id termhost-call--agreed) (list :byUser t)))
   (lambda (answer) (funcall callback (termhost-call--result answer)))
   ;; The old server is not quite gone here: whoever calls again shall meet the new one.
   (lambda (failure) (run-at-time 0 nil callback (termhost-call--failure failure)))))

(defun termhost-call--result (answer)
  "Return the result in ANSWER."
  (make-termhost-result
   :text (mapconcat (lambda (content) (plist-get content :text)) (plist-get answer :content) "\n")
   :structured (plist-get answer :structuredContent)
   :error (eq t (plist-get answer :isError))))

(defun termhost-call--failure (failure)
  "Return the result of a call that ended with FAILURE."
  (make-termhost-result :text (plist-get failure :message) :structured (list :code (plist-get failure :code)) :error t))

;;;###autoload
(cl-defun termhost-execute (line callback &key directory stay timeout background until shell more task call-id agreed)
  "Run the command LINE in a terminal, and call CALLBACK with its result.
CALLBACK gets a `termhost-result'; its structured part has `:status',
`:exitCode', `:signal', `:endedBy', `:certainty', `:output' and more.
The command runs in DIRECTORY, by default `default-directory', and on the
machine that has it.  If STAY is
non-nil, it runs where the last command of TASK left the shell.  After TIMEOUT
seconds, or at once if BACKGROUND is non-nil, the answer comes and the command
goes on.  UNTIL is a plist of other conditions for the answer: `:pattern',
`:port', `:quiet' and `:input'.  SHELL names a shell, such as bash or zsh.
MORE is a plist of other arguments that `termhost-tools' has for
execute_command.  TASK and CALL-ID are as in `termhost-call'.  If AGREED is
non-nil, the user wrote the line: no question comes, and it runs for real.
Return a function that interrupts the command."
  (let* ((id (or call-id (termhost-call--id)))
         (directory (or directory default-directory))
         (directory (if (file-remote-p directory) directory (expand-file-name directory)))
         (termhost-server-current (termhost-server-of directory))
         (default-directory (if (termhost-server-local-p) default-directory (file-name-as-directory directory))))
    (when agreed (push (cons id line) termhost-call--agreed))
    (termhost-call--execute
     (append (termhost-call--arguments line (and (not stay) directory) timeout background until shell) more)
     directory callback task id)))

(defun termhost-call--arguments (line directory timeout background until shell)
  "Return the arguments of execute_command.
LINE, DIRECTORY, TIMEOUT, BACKGROUND, UNTIL and SHELL are as in
`termhost-execute'."
  `(:command ,line
    ,@(and directory (list :cwd (termhost-machine-folder directory)))
    ,@(and timeout (list :timeout timeout))
    ,@(and background (list :background t))
    ,@(and until (list :until until))
    ,@(and shell (list :shell shell))))

(defun termhost-call--over (command result)
  "End COMMAND with RESULT, and return RESULT, or a lost result if it is nil."
  (let ((result (if (plist-member (termhost-result-structured result) :code)
                    (termhost-call--lost command result)
                  result)))
    (setq termhost-call--agreed (assoc-delete-all (termhost-command-call-id command) termhost-call--agreed))
    (termhost-commands-answered command (termhost-result-structured result) (termhost-result-text result))
    result))

(defun termhost-call--lost (command failure)
  "Return the result of COMMAND, which was lost by FAILURE.
It is not run again."
  (let ((died (eq -1 (plist-get (termhost-result-structured failure) :code))))
    (make-termhost-result
     :text (if died
               (format "termhost ended while it ran the command, and its result is lost. \
The command was not run again; it may still be running.\nCommand: %s" (termhost-command-line command))
             (termhost-result-text failure))
     :structured (list :status (if died "lost" "failed_to_start")
                       :exitCode nil :signal nil
                       :endedBy nil
                       :reason (if died "termhost ended while it ran the command" (termhost-result-text failure))
                       :certainty "unknown"
                       :command (termhost-command-line command)
                       :cwd (termhost-command-directory command)
                       :toolCallId (termhost-command-call-id command)
                       :output (list :text "" :totalBytes 0 :totalLines 0 :omitted [] :artifactId nil))
     :error t)))

(defun termhost-call-stop (command)
  "Stop COMMAND for the user, also if an agent has started it.
A command that still waits for approval is withdrawn."
  (unless (termhost-command-ended command) (setf (termhost-command-stopped command) t))
  (cond ((termhost-command-orphan command)
         (let ((termhost-server-current (termhost-command-server command)))
           (termhost-terminal-interrupt (termhost-command-terminal command))))
        ((termhost-command-execution command)
         (let ((termhost-server-current (termhost-command-server command)))
           (termhost-server-request 'tool/stop (list :executionId (termhost-command-execution command)) #'ignore
                                    (lambda (failure) (message "termhost: %s" (plist-get failure :message))))))
        ((termhost-command-cancel command) (funcall (termhost-command-cancel command)))
        (t (user-error "The command has not started yet"))))

(defun termhost-call-stop-if-agreed (commands)
  "Stop those of COMMANDS that have not ended, if the user agrees."
  (let ((running (or (seq-filter #'termhost-call--stoppable-p commands) (user-error "The command has ended"))))
    (when (y-or-n-p (format "Stop %s? " (termhost-commands-in-words running)))
      (mapc #'termhost-call-stop (seq-filter #'termhost-call--stoppable-p running))))) ; it may have ended meanwhile

(defun termhost-call--stoppable-p (command)
  "Return non-nil unless COMMAND is known to have ended."
  (or (not (termhost-command-ended command)) (termhost-command-orphan command)))

(defun termhost-call-output (command callback)
  "Call CALLBACK with the output of COMMAND so far, a plist.
No agent gets a message.  Nil means that the output is unknown."
  (if-let ((execution (termhost-command-execution command))
           (termhost-server-current (termhost-command-server command)))
      (termhost-server-request 'tool/output (list :executionId execution) callback (lambda (_failure) (funcall callback nil)))
    (funcall callback nil)))

(defun termhost-call-background (command)
  "Let COMMAND go on without its caller."
  (let ((termhost-server-current (termhost-command-server command)))
    (termhost-server-request 'tool/background (list :toolCallId (termhost-command-call-id command)) #'ignore #'ignore)))

(provide 'termhost-call)
;;; termhost-call.el ends here
