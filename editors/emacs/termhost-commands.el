;;; termhost-commands.el --- What agents run and have run  -*- lexical-binding: t; -*-

;;; Commentary:

;; A record of each command of this Emacs, for the eyes of a person: what runs, and the last ones that have ended.

;;; Code:

(require 'cl-lib)
(require 'termhost-server)
(require 'termhost-terminal)

(cl-defstruct termhost-command
  "A command.  WAITED means that its caller waits for the answer."
  call-id task line directory (started (float-time)) ended waited
  status exit-code signal execution terminal artifact text cancel)

(defvar termhost-commands-changed-hook nil
  "Run when a command has come, changed or ended.")

(defvar termhost-commands--running nil
  "Commands that run, the newest first.")

(defvar termhost-commands--ended nil
  "The last commands that have ended, the newest first.")

(defun termhost-commands ()
  "All commands that are known: those that run, then those that have ended."
  (append termhost-commands--running termhost-commands--ended))

(defun termhost-commands-running ()
  "The commands that run, the newest first."
  termhost-commands--running)

(defun termhost-commands-find (call-id)
  "The command that was called as CALL-ID, or nil."
  (seq-find (lambda (command) (equal call-id (termhost-command-call-id command))) (termhost-commands)))

(defun termhost-commands-begin (command)
  "COMMAND was asked for."
  (push command termhost-commands--running)
  (run-hooks 'termhost-commands-changed-hook))

(defun termhost-commands-answered (command result text)
  "The caller of COMMAND got RESULT, the structured one, and TEXT."
  (setf (termhost-command-waited command) nil
        (termhost-command-text command) text
        (termhost-command-status command) (plist-get result :status)
        (termhost-command-exit-code command) (plist-get result :exitCode)
        (termhost-command-signal command) (plist-get result :signal)
        (termhost-command-execution command) (plist-get result :executionId)
        (termhost-command-terminal command) (plist-get result :terminalId)
        (termhost-command-artifact command) (plist-get (plist-get result :output) :artifactId))
  (if (equal (plist-get result :status) "running")
      (run-hooks 'termhost-commands-changed-hook)
    (termhost-commands--end command)))

(defun termhost-commands--end (command)
  "COMMAND has ended."
  (when (memq command termhost-commands--running)
    (setq termhost-commands--running (delq command termhost-commands--running)
          termhost-commands--ended (seq-take (cons command termhost-commands--ended) termhost-recent-commands))
    (setf (termhost-command-ended command) (float-time))
    (when (member (termhost-command-status command) '(nil "running"))
      (setf (termhost-command-status command) "completed")))
  (run-hooks 'termhost-commands-changed-hook))

(defvar termhost-calling-functions nil
  "Functions that get the params of each `tool/calling', output in real time.")

(cl-defmethod termhost-server-hear ((_method (eql 'tool/calling)) params)
  "Note the beginning and the end of commands that PARAMS tell of."
  (run-hook-with-args 'termhost-calling-functions params)
  (let* ((id (plist-get params :toolCallId)) (data (plist-get params :data))
         (command (termhost-commands-find id)))
    (cond ((equal (plist-get data :type) "complete")
           (when (and command (not (termhost-command-waited command)))
             (setf (termhost-command-exit-code command) (plist-get data :exitCode))
             (termhost-commands--end command)))
          ((not command)                ; called by somebody else, an MCP client for example
           (termhost-commands-begin (make-termhost-command :call-id id :line (plist-get data :command)
                                                           :directory (plist-get data :cd)))))))

(defun termhost-commands--status (params)
  "Learn from PARAMS of `terminal/didChangeStatus' the terminal of a command."
  (when-let ((execution (plist-get params :executionId))
             (command (seq-find (lambda (command)
                                  (and (not (termhost-command-execution command))
                                       (equal (plist-get params :command) (termhost-command-line command))))
                                termhost-commands--running)))
    (setf (termhost-command-execution command) execution
          (termhost-command-terminal command) (plist-get params :terminalId))
    (run-hooks 'termhost-commands-changed-hook)))

(add-hook 'termhost-terminal-status-functions #'termhost-commands--status)

(defun termhost-commands--server-gone ()
  "The server has ended, and nobody knows of running commands any more."
  (dolist (command termhost-commands--running)
    (unless (termhost-command-waited command)
      (setf (termhost-command-status command) "lost")
      (termhost-commands--end command))))

(add-hook 'termhost-server-gone-hook #'termhost-commands--server-gone)

(provide 'termhost-commands)
;;; termhost-commands.el ends here
