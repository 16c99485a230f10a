;;; termhost-transport.el --- JSON-RPC as termhost needs it  -*- lexical-binding: t; -*-

;;; Commentary:

;; jsonrpc.el answers a request with what its handler returns.  A question to the person takes longer: its handler
;; returns a `termhost-transport-promise', and the answer is sent when it is kept.  Also here: requests that can be
;; cancelled, and a filter that does not lose messages when it is entered again while it writes.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)

(defclass termhost-transport (jsonrpc-process-connection)
  ((promises :initform (make-hash-table :test #'equal)
             :documentation "Open promises by the id of their request.")
   (last-request :initform nil
                 :documentation "The id of the request that was sent last."))
  :documentation "A connection to a termhost server.")

(cl-defstruct termhost-transport-promise
  "An answer that comes later.
ON-CANCEL is called without arguments when the answer is not needed any more."
  on-cancel connection id)

(defconst termhost-transport-empty (make-hash-table)
  "An object without fields; nil would become null.")

(defun termhost-transport-make (name process request-dispatcher notification-dispatcher on-shutdown)
  "Return a JSON-RPC connection to PROCESS, a function to start a process.
NAME is for its buffers.  REQUEST-DISPATCHER, NOTIFICATION-DISPATCHER and
ON-SHUTDOWN are as `jsonrpc-process-connection' has them."
  (let ((connection
          (apply #'make-instance 'termhost-transport
                 :name name
                 :process process
                 :request-dispatcher request-dispatcher
                 :notification-dispatcher notification-dispatcher
                 :on-shutdown on-shutdown
                 (if (boundp 'jsonrpc-event-hook) ; Emacs 30
                     '(:events-buffer-config (:size 0 :format full))
                   '(:events-buffer-scrollback-size 0)))))
    (add-function :around (process-filter (jsonrpc--process connection)) #'termhost-transport--filter)
    (add-function :around (process-sentinel (jsonrpc--process connection)) #'termhost-transport--sentinel)
    connection))

;; jsonrpc.el tells the person how the process has ended, in its own words.
(defun termhost-transport--sentinel (sentinel process change)
  "Call SENTINEL for the CHANGE of PROCESS, but without its message."
  (let ((inhibit-message t) (message-log-max nil))
    (funcall sentinel process change)))

;; The JSON parser of Emacs 28 and 29 refuses a whole message for one NUL in it.
(defconst termhost-transport--refuses-nul
  (condition-case nil (ignore (json-parse-string "[\"\\u0000\"]")) (error t))
  "Non-nil if the JSON parser refuses NUL.")

(defun termhost-transport--without-nul (json)
  "Return JSON with the symbol ␀ instead of NUL, at the same length."
  (if (string-search "\\u0000" json)
      (replace-regexp-in-string "\\\\\\(?:u0000\\|.\\)" ; every escape, lest an escaped backslash is taken for one
                                (lambda (escape) (if (equal escape "\\u0000") "\\u2400" escape))
                                json t t)
    json))

(defun termhost-transport--whole-escapes (json)
  "Return the length of JSON without an unfinished escape at its end."
  (let ((end (or (string-match "u0\\{0,3\\}\\'" json (max 0 (- (length json) 4))) (length json))))
    (if (not (and (> end 0) (eq (aref json (1- end)) ?\\)))
        (length json)
      (while (and (> end 0) (eq (aref json (1- end)) ?\\)) (setq end (1- end)))
      end)))

(defun termhost-transport--take-unread (process)
  "Return the output of PROCESS that was not read yet, or nil."
  (let* ((pieces (process-get process 'termhost-unread))
         (text (if (cdr pieces) (apply #'concat (reverse pieces)) (or (car pieces) ""))))
    (process-put process 'termhost-unread nil)
    (when termhost-transport--refuses-nul
      (let ((end (termhost-transport--whole-escapes text)))
        (when (< end (length text))
          (process-put process 'termhost-unread (list (substring text end)))
          (setq text (substring text 0 end)))
        (setq text (termhost-transport--without-nul text))))
    (unless (string-empty-p text) text)))

(defun termhost-transport--filter (filter process output)
  "Call FILTER with the OUTPUT of PROCESS, but never inside another such call.
A filter that sends may also read.  The filter of jsonrpc.el would lose the
output that it reads then."
  (process-put process 'termhost-unread (cons output (process-get process 'termhost-unread)))
  (unless (process-get process 'termhost-reading)
    (process-put process 'termhost-reading t)
    (unwind-protect
        (let (text)
          (while (setq text (termhost-transport--take-unread process))
            (funcall filter process text)))
      (process-put process 'termhost-reading nil))))

(cl-defmethod jsonrpc-connection-send ((connection termhost-transport) &rest args)
  "Send ARGS to CONNECTION; if the result is a promise, answer later."
  (let ((id (plist-get args :id)) (promise (plist-get args :result)))
    (cond ((termhost-transport-promise-p promise)
           (setf (termhost-transport-promise-connection promise) connection
                 (termhost-transport-promise-id promise) id)
           (puthash id promise (oref connection promises)))
          (t (when id (oset connection last-request id))
             (cl-call-next-method)))))

(defun termhost-transport-keep (promise result)
  "Answer the request of PROMISE with RESULT, unless it was answered."
  (let ((connection (termhost-transport-promise-connection promise))
        (id (termhost-transport-promise-id promise)))
    (when (and connection (jsonrpc-running-p connection)
               (eq promise (gethash id (oref connection promises))))
      (remhash id (oref connection promises))
      (jsonrpc-connection-send connection :id id :result result))))

(defun termhost-transport-withdrawn (connection id)
  "Cancel the promise of request ID on CONNECTION.
The other side does not wait for the answer any more, but still gets one."
  (when-let ((promise (gethash id (oref connection promises))))
    (remhash id (oref connection promises))
    (jsonrpc-connection-send connection :id id :error '(:code -32800 :message "cancelled"))
    (when (termhost-transport-promise-on-cancel promise)
      (funcall (termhost-transport-promise-on-cancel promise)))))

(defun termhost-transport-break-promises (connection)
  "Cancel all promises of CONNECTION, which is closed."
  (let ((promises (hash-table-values (oref connection promises))))
    (clrhash (oref connection promises))
    (dolist (promise promises)
      (when (termhost-transport-promise-on-cancel promise)
        (funcall (termhost-transport-promise-on-cancel promise))))))

(defun termhost-transport-request (connection method params on-result on-error)
  "Send the request METHOD with PARAMS to CONNECTION and return its id.
ON-RESULT gets the result, ON-ERROR the error as a plist."
  (jsonrpc-async-request connection method params :timeout nil :success-fn on-result :error-fn on-error)
  (oref connection last-request))

(provide 'termhost-transport)
;;; termhost-transport.el ends here
