;;; termhost-commands.el --- What agents run and have run  -*- lexical-binding: t; -*-

;;; Commentary:

;; A record of each command of this Emacs, for the eyes of a person: what runs, and the last ones that have ended.

;;; Code:

(require 'cl-lib)
(require 'termhost-server)
(require 'termhost-terminal)

(cl-defstruct termhost-command
  "A command.  WAITED means that its caller waits for the answer.
SINCE is the time of its start, by `termhost-commands--now'.  SECONDS is its
duration, without the waits for approval or a terminal.
AWAITED is the input that it needs from the user.
AGENT is the agent from outside that has called it, in words, or nil.
ORPHAN means that the server died while it ran, and it may still run.
STOPPED means that the user has stopped it.
TRIED means that it runs, or ran, in a throw-away copy.
CHANGES are its changes there, in words, or nil.
SERVER is the server that runs it.
GENERATION is the generation of the server that gave it its CALL-ID, or nil
if this Emacs gave the id, which is then never used again."
  stopped call-id generation task line directory since seconds ended waited
  agent awaited status reason edited exit-code signal execution terminal artifact text cancel orphan tried changes
  (server termhost-server-local))

(defun termhost-command-ran (command)
  "Return the line of COMMAND, as the user has edited it."
  (or (termhost-command-edited command) (termhost-command-line command)))

(defun termhost-commands-in-words (commands)
  "Return COMMANDS in words: the line of the only one, or how many they are."
  (if (cdr commands) (format "%d commands" (length commands))
    (format-message "`%s'" (termhost-command-short (car commands)))))

(defun termhost-command-short (command)
  "Return the beginning of the line of COMMAND, in up to 40 columns."
  (truncate-string-to-width (car (split-string (termhost-command-ran command) "\n")) 40 nil nil "…"))

(defun termhost-command-shown-terminal (command)
  "Return the terminal of COMMAND in this Emacs, or nil if it has none here."
  (let ((termhost-server-current (termhost-command-server command)))
    (termhost-terminal-find (termhost-command-terminal command))))

(defvar termhost-commands-changed-hook nil
  "Run when a command was added, has changed or has ended.")

(defvar termhost-commands--running nil
  "Commands that run, the newest first.")

(defvar termhost-commands--ended nil
  "The last commands that have ended, the newest first.")

(defun termhost-commands--now ()
  "Return the time in seconds, by a monotonic clock if there is one."
  (or (ignore-errors
        (with-temp-buffer
          (insert-file-contents-literally "/proc/uptime" nil 0 64)
          (read (current-buffer))))
      (float-time)))

(defun termhost-commands-seconds (command)
  "Return how many seconds COMMAND has run, or nil before its start."
  (or (termhost-command-seconds command)
      (and-let* ((since (and (not (termhost-command-ended command)) (termhost-command-since command))))
        (- (termhost-commands--now) since))))

(defun termhost-commands ()
  "Return all known commands: the running ones, then the ended ones."
  (append termhost-commands--running termhost-commands--ended))

(defun termhost-commands-running ()
  "Return the commands that run, the newest first."
  termhost-commands--running)

(defun termhost-commands-at-work ()
  "Return the commands that have started, so do not wait for a start."
  (seq-filter #'termhost-command-since termhost-commands--running))

(defun termhost-commands-queued ()
  "Return the commands that wait for a terminal."
  (seq-filter (lambda (command) (equal (termhost-command-status command) "waiting")) termhost-commands--running))

(defun termhost-commands-machines (commands)
  "Return the short names of the other machines that run COMMANDS."
  (delete-dups (delq nil (mapcar (lambda (command) (termhost-server-label (termhost-command-server command))) commands))))

(defun termhost-commands-awaiting ()
  "Return the commands that wait for input from the user."
  (seq-filter #'termhost-command-awaited termhost-commands--running))

(defun termhost-command-awaits-secret-p (command)
  "Return non-nil if COMMAND waits for a password or another secret."
  (equal "secret" (plist-get (termhost-command-awaited command) :kind)))

(defconst termhost-commands--needed '(("secret" . "your password") ("line" . "your input") ("key" . "a key from you"))
  "The input that a command needs to go on.
The user is not told that a prompt, a pager or an editor waits.")

(defun termhost-commands--awaits (command input)
  "Remember the INPUT that COMMAND waits for, or nil, and tell the user once."
  (let ((needed (cdr (assoc (plist-get input :kind) termhost-commands--needed))))
    (when (and needed (not (termhost-command-awaited command)))
      (message "termhost: %s waits for %s: %s"
               (termhost-command-short command)
               needed
               (with-current-buffer (window-buffer) (termhost-server-keys-of 'termhost-show-waiting))))
    (setf (termhost-command-awaited command) input)))

(defun termhost-commands-find (call-id)
  "Return the command that has CALL-ID in the current server, or nil."
  (seq-find (lambda (command)
              (and (equal call-id (termhost-command-call-id command))
                   (memql (termhost-command-generation command) (list nil (termhost-server-generation)))))
            (termhost-commands)))

(defun termhost-commands-with (field value)
  "Return the command whose FIELD, a function, is VALUE; nil if there is none."
  (and value (seq-find (lambda (command) (equal value (funcall field command))) (termhost-commands))))

(defun termhost-command-key (command)
  "Return a name for COMMAND that is unique in this Emacs."
  (let ((generation (termhost-command-generation command)) (id (termhost-command-call-id command)))
    (if generation (format "%s %d" id generation) id)))

(defun termhost-commands-begin (command)
  "Add COMMAND, which was called, to the list."
  (push command termhost-commands--running)
  (run-hooks 'termhost-commands-changed-hook))

(defun termhost-commands-answered (command result text)
  "End COMMAND: its caller got TEXT and the structured RESULT."
  (setf (termhost-command-waited command) nil
        (termhost-command-text command) text
        (termhost-command-status command) (if (equal (plist-get result :status) "waiting_for_input") "running"
                                            (plist-get result :status))
        (termhost-command-reason command) (plist-get result :reason)
        (termhost-command-edited command) (plist-get result :editedCommand)
        (termhost-command-exit-code command) (plist-get result :exitCode)
        (termhost-command-signal command) (plist-get result :signal)
        (termhost-command-execution command) (or (plist-get result :executionId) (termhost-command-execution command))
        (termhost-command-terminal command) (or (plist-get result :terminalId) (termhost-command-terminal command))
        (termhost-command-artifact command) (plist-get (plist-get result :output) :artifactId))
  (if (member (plist-get result :status) '("running" "waiting_for_input" "waiting"))
      (run-hooks 'termhost-commands-changed-hook)
    (when-let ((milliseconds (and (termhost-command-since command) (plist-get result :durationMs))))
      (setf (termhost-command-seconds command) (/ milliseconds 1000.0)))
    (termhost-commands--end command)))

(defun termhost-commands--runs (command)
  "Remember that COMMAND has a terminal now."
  (unless (termhost-command-since command)
    (setf (termhost-command-since command) (termhost-commands--now))
    (when (equal (termhost-command-status command) "waiting")
      (setf (termhost-command-status command) "running"
            (termhost-command-reason command) nil))
    (run-hooks 'termhost-commands-changed-hook)))

(defun termhost-commands--foreign (id line directory)
  "Return a new command LINE in DIRECTORY with the call id ID.
Its caller is not in this Emacs, for example an MCP client."
  (let ((command (make-termhost-command :call-id id :generation (termhost-server-generation) :line line
                                        :directory directory :server termhost-server-current)))
    (termhost-commands-begin command)
    command))

(defun termhost-commands--end (command)
  "Move COMMAND, which has ended, to the ended commands."
  (when (memq command termhost-commands--running)
    (setq termhost-commands--running (delq command termhost-commands--running)
          termhost-commands--ended (seq-take (cons command termhost-commands--ended) termhost-recent-commands))
    (unless (equal (termhost-command-status command) "lost") ; nobody knows how long that one runs
      (setf (termhost-command-seconds command) (termhost-commands-seconds command)))
    (setf (termhost-command-ended command) t
          (termhost-command-awaited command) nil)
    (when (member (termhost-command-status command) '(nil "running"))
      (setf (termhost-command-status command) (if (termhost-commands--went-with-terminal-p command) "lost" "completed"))))
  (run-hooks 'termhost-commands-changed-hook))

(defun termhost-commands--went-with-terminal-p (command)
  "Return non-nil if the terminal of COMMAND was closed while it ran."
  (and (termhost-command-terminal command)
       (termhost-server-local-p (termhost-command-server command))
       (not (termhost-command-exit-code command))
       (not (termhost-command-shown-terminal command))))

(defun termhost-commands--never-ran (command data)
  "Note that COMMAND has not run, for the reason in DATA.
A caller in this Emacs gets an answer with the same reason."
  (unless (or (termhost-command-waited command) (termhost-command-ended command))
    (setf (termhost-command-status command) (plist-get data :status)
          (termhost-command-reason command) (or (plist-get data :reason)
                                                (and (equal "rejected" (plist-get data :status)) "you rejected it")))
    (termhost-commands--end command)))

(defun termhost-commands-asked (id line directory agent)
  "Note that the user is asked about the call ID: LINE, in DIRECTORY.
The call of AGENT, which is from outside, is added to the list."
  (setf (termhost-command-agent (or (termhost-commands-find id) (termhost-commands--foreign id line directory))) agent))

(defvar termhost-calling-functions nil
  "Functions to call with the params of each `tool/calling'.
The params contain output in real time.")

(add-variable-watcher 'termhost-calling-functions
                      (lambda (_variable functions operation _where)
                        (termhost-server-want-live-output (and (eq operation 'set) functions t))))

(cl-defmethod termhost-server-hear ((_method (eql 'tool/calling)) params)
  "Handle PARAMS about the start or the end of a command."
  (run-hook-with-args 'termhost-calling-functions params)
  (let* ((id (plist-get params :toolCallId)) (data (plist-get params :data))
         (command (termhost-commands-find id)))
    (when command ; an agent's command, and one in the shell of its task, come without it
      (setf (termhost-command-directory command) (or (termhost-command-directory command) (plist-get data :cd)))
      (unless (equal (plist-get data :command) (termhost-command-line command))
        (setf (termhost-command-edited command) (plist-get data :command)))
      (setf (termhost-command-changes command) (plist-get data :tried)))
    (cond ((and (equal (plist-get data :type) "complete") (plist-get data :status))
           (termhost-commands--never-ran
            (or command (termhost-commands--foreign id (plist-get data :command) (plist-get data :cd))) data))
          ((equal (plist-get data :type) "complete")
           (when (and command (not (termhost-command-waited command)) (not (termhost-command-ended command)))
             (setf (termhost-command-exit-code command) (plist-get data :exitCode)
                   (termhost-command-text command) nil) ; what its caller was told was not the end
             (termhost-commands--end command)))
          ((not (and command (termhost-command-ended command)))
           (termhost-commands--runs
            (or command (termhost-commands--foreign id (plist-get data :command) (plist-get data :cd))))))))

(defun termhost-commands--status (params)
  "Handle PARAMS of `terminal/didChangeStatus': the command of a terminal."
  (when-let ((busy (eq t (plist-get params :busy)))
             (id (plist-get params :toolCallId))
             (command (or (termhost-commands-find id)
                          (termhost-commands--foreign id (or (plist-get params :command) "") nil))))
    (unless (termhost-command-ended command)
      (unless (termhost-command-directory command)
        (setf (termhost-command-directory command) (plist-get params :cwd)))
      (setf (termhost-command-execution command) (plist-get params :executionId)
            (termhost-command-terminal command) (plist-get params :terminalId)
            (termhost-command-tried command) (equal (plist-get params :sandbox) "trial")
            (termhost-command-agent command) (or (plist-get params :agent) (termhost-command-agent command)))
      (termhost-commands--awaits command (plist-get params :input))
      (termhost-commands--runs command)
      (run-hooks 'termhost-commands-changed-hook))))

(add-hook 'termhost-terminal-status-functions #'termhost-commands--status)

(defun termhost-commands--server-gone ()
  "Handle the end of the server: running commands become orphans."
  (dolist (command (seq-filter (lambda (command) (eq (termhost-command-server command) termhost-server-current))
                               termhost-commands--running))
    (setf (termhost-command-orphan command) (and (termhost-command-since command) t))
    (unless (termhost-command-waited command)
      (setf (termhost-command-status command) "lost")
      (termhost-commands--end command))))

(add-hook 'termhost-server-gone-hook #'termhost-commands--server-gone)

(provide 'termhost-commands)
;;; termhost-commands.el ends here
