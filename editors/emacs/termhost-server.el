;;; termhost-server.el --- The process termhost serve  -*- lexical-binding: t; -*-

;;; Commentary:

;; Found, started, greeted, watched, and started again when it dies.  The file termhost-servers.el
;; chooses the server of a directory.  Requests of the server go to methods of `termhost-server-answer', and its
;; notifications to methods of `termhost-server-hear'.

;;; Code:

(require 'cl-lib)
(require 'project)
(require 'url-util)
(require 'termhost-binary)
(require 'termhost-configuration)
(require 'termhost-machine)
(require 'termhost-options)
(require 'termhost-servers)
(require 'termhost-transport)

(defvar termhost-server-changed-hook nil
  "Run when the state of a server has changed.")

(defvar termhost-server-connected-hook nil
  "Run when a new server is ready, before anything else is sent to it.")

(defvar termhost-server-gone-hook nil
  "Run when the server has ended.")

(defvar termhost-server--live-output nil
  "Non-nil if something in this Emacs shows the output of commands.")

(defconst termhost-server--most-crashes 5
  "After this many crashes in `termhost-server--crash-seconds', do not restart.")

(defconst termhost-server--crash-seconds 180
  "Number of seconds in which crashes are counted.")

(defconst termhost-server--stop-seconds 2
  "Seconds that a server may take to end.")

;;; What the server says

(cl-defgeneric termhost-server-answer (method params)
  "Handle the request METHOD with PARAMS, and return its result.
The result may be a `termhost-transport-promise'."
  (ignore params)
  (jsonrpc-error :code -32601 :message (format "there is no method %s" method)))

(cl-defgeneric termhost-server-hear (method params)
  "Handle the notification METHOD with PARAMS."
  (ignore method params))

(defun termhost-server--answer (_connection method params)
  "Call the handler of METHOD with PARAMS; its failure becomes an error."
  (condition-case failure
      (termhost-server-answer method params)
    (jsonrpc-error (signal (car failure) (cdr failure)))
    (error (jsonrpc-error :code 1 :message (error-message-string failure)))))

(defun termhost-server--hear (connection method params)
  "Call the handler of METHOD with PARAMS, which came by CONNECTION."
  (if (eq method '$/cancelRequest)
      (termhost-transport-withdrawn connection (plist-get params :id))
    (with-demoted-errors "termhost: %S" (termhost-server-hear method params))))

(cl-defmethod termhost-server-hear ((_method (eql 'window/logMessage)) params)
  "Add the line of PARAMS to the log.
An error in a setting is also shown to the user, once."
  (let ((type (plist-get params :type)) (message (plist-get params :message)))
    (termhost-server-log "%s%s" (pcase type (1 "error: ") (2 "warning: ") (_ "")) message)
    (when (and (eql type 2) (string-prefix-p "settings" message)) (termhost-configuration-warn message))))

(defun termhost-server-key-hint ()
  "Return the keys that run a command by its name in the current buffer.
In a terminal buffer `M-x' goes to the program."
  (if (and (derived-mode-p 'term-mode) (not (eq (key-binding (kbd "M-x")) #'execute-extended-command))) "C-c M-x" "M-x"))

(defun termhost-server-keys-of (command)
  "The keys that run COMMAND in the current buffer: its own, or its name."
  (if-let ((own (seq-find (lambda (keys) (eq (key-binding keys) command)) (where-is-internal command global-map))))
      (key-description own)
    (format "%s %s" (termhost-server-key-hint) command)))

;;; The log

(defun termhost-server-log-buffer ()
  "Return the buffer with the log."
  (or (get-buffer "*termhost log*")
      (with-current-buffer (get-buffer-create "*termhost log*")
        (special-mode)
        (buffer-disable-undo)
        (current-buffer))))

(defconst termhost-server--log-size 1000000
  "Number of characters that the log keeps.")

(defun termhost-server-log (format &rest arguments)
  "Write a line to the log: FORMAT with ARGUMENTS."
  (with-current-buffer (termhost-server-log-buffer)
    (let ((inhibit-read-only t))
      (save-excursion
        (goto-char (point-max))
        (insert (format-time-string "%T ") (apply #'format format arguments) "\n")
        (when (> (buffer-size) termhost-server--log-size)
          (delete-region (point-min) (- (point-max) (/ termhost-server--log-size 2))))))))

;;; Its life

(defun termhost-server--enter (state)
  "Set the state of the current server to STATE."
  (setf (termhost-server--state termhost-server-current) state)
  (run-hooks 'termhost-server-changed-hook))

(defun termhost-server-process ()
  "Return the process of the server, or nil."
  (and-let* ((connection (termhost-server--connection termhost-server-current))) (jsonrpc--process connection)))

(defun termhost-server--release (failure)
  "Call the functions that wait for the server.
FAILURE is nil, or the reason why there is no server."
  (let ((waiting (nreverse (termhost-server--waiting termhost-server-current))))
    (setf (termhost-server--waiting termhost-server-current) nil)
    (dolist (function waiting)
      (with-demoted-errors "termhost: %S" (funcall function failure)))))

(defun termhost-server-start ()
  "Start the server, unless there is one."
  (unless (termhost-server--connection termhost-server-current)
    (termhost-server--enter 'starting)
    (if-let ((problem (plist-get (termhost-server--machine termhost-server-current) :problem)))
        (termhost-server--fail problem)
      (condition-case failure
          (termhost-server--launch (termhost-binary-find))
        (error (termhost-server--fail (error-message-string failure)))))))

(defun termhost-server--fail (reason)
  "Handle the failed start of a server, for REASON."
  (termhost-server-log "%s" reason)
  (termhost-server--enter reason)
  (termhost-server--release reason))

(defun termhost-server--launch (program)
  "Run PROGRAM as the server, and send `initialize'."
  (let ((connection
         (termhost-transport-make "termhost" (lambda () (termhost-server--spawn program))
                                  (termhost-server--bound #'termhost-server--answer)
                                  (termhost-server--bound #'termhost-server--hear)
                                  (termhost-server--bound #'termhost-server--ended))))
    (setf (termhost-server--connection termhost-server-current) connection
          (termhost-server--generation termhost-server-current) (cl-incf termhost-server--last-generation))
    (termhost-transport-request
     connection 'initialize (termhost-server--initialize-params)
     (termhost-server--bound (lambda (result) (termhost-server--greeted connection program result)))
     (lambda (failure) (termhost-server-log "initialize failed: %s" (plist-get failure :message))))))

(defun termhost-server--arguments ()
  "Return the arguments of `termhost serve' on the current server's machine.
By the user's settings, it finds the machine of the folder that it is started
in."
  (let ((machine (termhost-server--machine termhost-server-current)) (own (default-value 'termhost-server-arguments)))
    (cond ((plist-get machine :workspace) own)
          (machine (append own (list "--on" (plist-get machine :on))))
          ((seq-some (lambda (argument) (string-prefix-p "--on" argument)) own) own)
          (t (append own (list "--on" "local"))))))

(defun termhost-server--wrote (text)
  "Add TEXT, which the current server has written to its stderr, to the log."
  (let ((text (string-trim-right text)))
    (termhost-server-log "%s" text)
    (unless (string-empty-p text)
      (setf (termhost-server--said termhost-server-current)
            (string-remove-prefix "termhost: " (car (last (split-string text "\n"))))))))

(defun termhost-server--spawn (program)
  "Start the process of PROGRAM."
  (let ((default-directory
          (file-name-as-directory
           (expand-file-name (or (plist-get (termhost-server--machine termhost-server-current) :workspace) "~"))))
        (process-adaptive-read-buffering nil)
        (read-process-output-max (max read-process-output-max 65536))
        (wrote (termhost-server--bound #'termhost-server--wrote)))
    ;; jsonrpc.el has a buffer " *termhost stderr*" of its own.
    (setf (termhost-server--said termhost-server-current) nil
          (termhost-server--errors termhost-server-current)
          (make-pipe-process :name "termhost-stderr" :noquery t :buffer " *termhost errors*"
                             :filter (lambda (_process text) (funcall wrote text))
                             :sentinel #'ignore))
    (make-process :name "termhost"
                  :command `(,program "serve" ,@(termhost-server--arguments))
                  :connection-type 'pipe
                  :coding 'utf-8-emacs-unix
                  :noquery t
                  :stderr (termhost-server--errors termhost-server-current))))

;;; The workspace: the projects that the person has asked for commands from

(defun termhost-server-work-in (directory)
  "Add the project of DIRECTORY, in which the user works, to the workspace."
  (when-let ((folder (and (not (termhost-server--known-remote-p directory)) (termhost-server--workspace-folder directory))))
    (unless (termhost-server--known-folder-p folder)
      (setf (termhost-server--folders termhost-server-current) (append (termhost-server-folders) (list folder)))
      (when (eq (termhost-server-state) 'ready) (termhost-server--tell-folders)))))

(defun termhost-server--known-folder-p (folder)
  "Return non-nil if FOLDER is in the workspace."
  (seq-some (lambda (known) (termhost-server--in-folder-p folder known)) (termhost-server-folders)))

(defun termhost-server--known-remote-p (directory)
  "Return non-nil if DIRECTORY is remote and in the workspace.
To look for its project would take TRAMP a moment."
  (and (file-remote-p directory) (termhost-server--known-folder-p (termhost-machine-folder directory))))

(defun termhost-server--in-folder-p (folder known)
  "Return non-nil if FOLDER is KNOWN or below it, on the server's machine."
  (if (termhost-server-local-p)
      (file-in-directory-p folder known)
    (string-prefix-p (file-name-as-directory known) (file-name-as-directory folder))))

(defun termhost-server-folders ()
  "Return the folders of the workspace, the newest one last."
  (termhost-server--folders termhost-server-current))

(defun termhost-server--workspace-folder (directory)
  "Return the root of DIRECTORY's project, or DIRECTORY without a project.
Return nil for the home directory and for each directory above it."
  (cond ((not (file-remote-p directory)) (termhost-server--project-folder directory))
        ((termhost-server-local-p) nil)
        ;; To ask TRAMP would connect, or wait for a password.
        ((file-remote-p directory nil t)
         (and-let* ((folder (termhost-server--project-folder directory))) (termhost-machine-folder folder)))
        (t (let ((folder (termhost-machine-folder directory)))
             (unless (or (string-prefix-p "~" folder) (equal folder "/")) folder)))))

(defun termhost-server--project-folder (directory)
  "Return the root of DIRECTORY's project, or DIRECTORY without a project.
Return nil for the home directory of its machine, and for each one above it."
  (let* ((project (project-current nil directory))
         (folder (directory-file-name (expand-file-name (if project (project-root project) directory)))))
    (unless (file-in-directory-p (concat (file-remote-p directory) "~") folder) folder)))

(defun termhost-server--wire-folders (folders)
  "Return FOLDERS in the form of the protocol."
  (vconcat (mapcar (lambda (folder)
                     (list :uri (concat "file://" (url-hexify-string folder url-path-allowed-chars))
                           :name (file-name-nondirectory folder)))
                   folders)))

(defun termhost-server--tell-folders ()
  "Send the server the folders that it does not know yet."
  (when-let ((new (seq-difference (termhost-server-folders) (termhost-server--told termhost-server-current))))
    (setf (termhost-server--told termhost-server-current) (termhost-server-folders))
    (termhost-server-notify 'workspace/didChangeWorkspaceFolders
                            (list :event (list :added (termhost-server--wire-folders new) :removed [])))))

(defun termhost-server--initialize-params ()
  "Return the params of `initialize'."
  (setf (termhost-server--told termhost-server-current) (termhost-server-folders)
        (termhost-server--configuration termhost-server-current) (termhost-configuration))
  `(:processId ,(emacs-pid)
    :clientInfo (:name "Emacs" :version ,emacs-version)
    :workspaceFolders ,(termhost-server--wire-folders (termhost-server-folders))
    :trace ,(car (termhost-server--configuration termhost-server-current))
    :capabilities (:terminal (:source "bytes" :modes ["plain" "paste"]
                              :interrupt t :show t :dispose t :sync t :owned t)
                   :approval t
                   :agents t
                   ;; Said by `termhost-server--greeted': a listener may come while it starts.
                   :liveOutput :json-false)
    :initializationOptions
    (:settings ,(cdr (termhost-server--configuration termhost-server-current))
     ,@(and (default-value 'termhost-storage-directory)
            (list :storageDir (expand-file-name (default-value 'termhost-storage-directory)))))))

(defun termhost-server--greeted (connection program result)
  "Handle RESULT, the answer of PROGRAM to `initialize' on CONNECTION."
  (when (eq connection (termhost-server--connection termhost-server-current))
    (jsonrpc-notify connection 'initialized termhost-transport-empty)
    (let ((server (plist-get result :serverInfo)))
      (termhost-server-log "%s %s runs from %s%s" (plist-get server :name) (plist-get server :version) program
                           (if-let ((label (termhost-server-label termhost-server-current))) (concat ", on " label) "")))
    (setf (termhost-server--state termhost-server-current) 'ready)
    (termhost-server--tell-folders) ; those that came while it started
    (termhost-server--tell-configuration) ; an init file has options after its call of `termhost-mode'
    (when termhost-server--live-output
      (termhost-server-notify 'tool/didChangeLiveOutput '(:wanted t)))
    (run-hooks 'termhost-server-connected-hook)
    (termhost-server--enter 'ready)
    (termhost-server--release nil)))

(defun termhost-server--ended (connection)
  "Handle the end of CONNECTION; start a new server if the end was unexpected."
  (termhost-transport-break-promises connection)
  (when (eq connection (termhost-server--connection termhost-server-current))
    (setf (termhost-server--connection termhost-server-current) nil
          (termhost-server--state termhost-server-current) 'stopped)
    (run-hooks 'termhost-server-gone-hook)
    (termhost-server-log "termhost ended: exit status %s" (process-exit-status (jsonrpc--process connection)))
    (cond ((not (termhost-server-local-p)) (termhost-server--lost))
          ((termhost-server--restart-p (float-time)) (termhost-server--restart connection))
          (t (termhost-server--fail (format "termhost ended %d times within %d minutes; see M-x termhost-log"
                                            termhost-server--most-crashes (/ termhost-server--crash-seconds 60)))))))

;; The next call tries again: what keeps the connection away may be over then.
(defun termhost-server--lost ()
  "Handle the end of a server on another machine, with the reason it gave."
  (cl-loop repeat 10 while (accept-process-output (termhost-server--errors termhost-server-current) 0.2 nil t))
  (termhost-server--fail (or (termhost-server--said termhost-server-current) "termhost ended; see M-x termhost-log")))

(defun termhost-server--restart (connection)
  "Start a new server, and tell the user that the one of CONNECTION has died."
  (run-at-time 0 nil #'message "termhost ended unexpectedly (status %s) and was started again; M-x termhost-list shows the commands that go on"
               (process-exit-status (jsonrpc--process connection)))
  (termhost-server-start))

(defun termhost-server--restart-p (now)
  "Remember a crash at NOW, and return non-nil if a restart is useful."
  (let ((crashes (cons now (seq-filter (lambda (crash) (< (- now crash) termhost-server--crash-seconds))
                                       (termhost-server--crashes termhost-server-current)))))
    (setf (termhost-server--crashes termhost-server-current) crashes)
    (< (length crashes) termhost-server--most-crashes)))

(defun termhost-server-stop ()
  "End all servers by the protocol, and wait for their ends."
  (dolist (termhost-server-current (termhost-server-all)) (termhost-server--stop))
  (setq termhost-server--others nil))

(defun termhost-server--stop ()
  "End the current server by the protocol, and wait for its end."
  (when-let ((connection (termhost-server--connection termhost-server-current))
             (process (jsonrpc--process connection)))
    (setf (termhost-server--connection termhost-server-current) nil
          (termhost-server--state termhost-server-current) 'stopped
          (termhost-server--crashes termhost-server-current) nil)
    (run-hooks 'termhost-server-gone-hook)
    (ignore-errors
      (jsonrpc-request connection 'shutdown nil :timeout termhost-server--stop-seconds)
      (jsonrpc-notify connection 'exit nil))
    (with-timeout (termhost-server--stop-seconds)
      (while (process-live-p process) (accept-process-output process 0.05)))
    (delete-process process)
    (termhost-server--release "termhost was stopped"))
  (termhost-server--enter 'stopped))

(defun termhost-server-abandon (reason)
  "Kill the server of this machine, for REASON, and start a new one.
It may have received only half a message."
  (termhost-server-log "ending termhost: %s" reason)
  (let ((termhost-server-current termhost-server-local))
    (when-let ((process (termhost-server-process)))
      (signal-process process 'SIGKILL))))

(defun termhost-server-wait (seconds)
  "Wait up to SECONDS for output of this machine's server, and nothing else."
  (let ((termhost-server-current termhost-server-local))
    (when-let ((process (termhost-server-process)))
      (when (process-live-p process) (accept-process-output process seconds nil t)))))

;;; What it is told

(defun termhost-server-when-ready (function)
  "Call FUNCTION with nil when the server is ready.
The server is started if there is none.  If that fails, FUNCTION gets the
reason."
  (if (eq (termhost-server-state) 'ready)
      (funcall function nil)
    (push function (termhost-server--waiting termhost-server-current))
    (termhost-server-start)))

(defun termhost-server-request (method params on-result on-error)
  "Send the request METHOD with PARAMS, once the server is ready.
ON-RESULT gets the result.  ON-ERROR gets the error as a plist, with the code
-1 if the server died.  Return a function that cancels the request."
  (let ((server termhost-server-current) id connection cancelled)
    (termhost-server-when-ready
     (lambda (failure)
       (cond (failure (funcall on-error (list :code -2 :message failure)))
             (cancelled (funcall on-error (list :code -32800 :message "cancelled")))
             (t (condition-case failure
                    (setq connection (termhost-server--connection server)
                          id (termhost-transport-request connection method params on-result on-error))
                  (error (funcall on-error (list :code -1 :message (error-message-string failure)))))))))
    (lambda ()
      (setq cancelled t)
      (when (and id (eq connection (termhost-server--connection server)))
        (jsonrpc-notify connection '$/cancelRequest (list :id id))))))

(defun termhost-server-notify (method params)
  "Send the notification METHOD with PARAMS, if the server is ready.
A server that has just died gets nothing; a new one gets the current state."
  (when (eq (termhost-server-state) 'ready)
    (condition-case failure
        (jsonrpc-notify (termhost-server--connection termhost-server-current) method params)
      (error (termhost-server-log "%s was not sent: %s" method (error-message-string failure))))))

;; What terminals print may come while a message of another server is handled.
(defun termhost-server-notify-local (method params)
  "Send the notification METHOD with PARAMS to the server of this machine.
All terminals of Emacs are its terminals."
  (let ((termhost-server-current termhost-server-local)) (termhost-server-notify method params)))

(defun termhost-server-want-live-output (wanted)
  "Ask the server for the output of commands if WANTED is non-nil."
  (unless (eq wanted termhost-server--live-output)
    (setq termhost-server--live-output wanted)
    (dolist (termhost-server-current (termhost-server-all))
      (termhost-server-notify 'tool/didChangeLiveOutput (list :wanted (or wanted :json-false))))))

(defun termhost-server--tell-configuration ()
  "Tell the server the options, if they have changed since the last time."
  (pcase-let ((`(,trace . ,settings) (termhost-configuration))
              (`(,told-trace . ,told-settings) (termhost-server--configuration termhost-server-current)))
    (when (eq (termhost-server-state) 'ready)
      (setf (termhost-server--configuration termhost-server-current) (cons trace settings))
      (unless (equal trace told-trace) (termhost-server-notify '$/setTrace (list :value trace)))
      (unless (equal settings told-settings)
        (termhost-server-notify 'workspace/didChangeConfiguration (list :settings settings))))))

(defun termhost-server--options-changed ()
  "Tell all servers the options."
  (dolist (termhost-server-current (termhost-server-all)) (termhost-server--tell-configuration)))

(defun termhost-server-program-changed ()
  "Start the server again with another program, if the last one failed."
  (when (stringp (termhost-server-state)) (termhost-server-start)))

(add-hook 'termhost-options-changed-hook #'termhost-server--options-changed)
(add-hook 'after-init-hook #'termhost-server--options-changed)
(add-hook 'termhost-program-changed-hook #'termhost-server-program-changed)

(provide 'termhost-server)
;;; termhost-server.el ends here
