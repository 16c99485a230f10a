;;; transcripts-test.el --- The transcripts of the protocol, with a fake server  -*- lexical-binding: t; -*-

;; The fake server plays the transcript's server and checks what this package sends; here the package's person and its
;; callers play their part.

(require 'ert)
(require 'termhost)

(defconst transcripts-test-folder
  (expand-file-name "../../../protocol/transcripts/" (file-name-directory (or load-file-name buffer-file-name))))

(defconst transcripts-test-server (expand-file-name "fake-server" (file-name-directory (or load-file-name buffer-file-name))))

(defconst transcripts-test-methods
  '("initialize" "initialized" "tool/call" "terminal/didOpen" "terminal/didWrite" "$/cancelRequest" "shutdown" "exit")
  "What an editor with source \"bytes\" sends of its own accord.")

(defun transcripts-test-read (file)
  "The steps of FILE."
  (with-temp-buffer
    (insert-file-contents file)
    (flush-lines "^#\\|^$")
    (while (search-forward "\\u0000" nil t) (replace-match "\\u2400" t t)) ; some parsers refuse NUL
    (goto-char (point-min))
    (cl-loop until (progn (skip-chars-forward " \n") (eobp))
             collect (json-parse-buffer :object-type 'plist :null-object nil :false-object :json-false))))

(defun transcripts-test-from-editor (steps)
  "The messages in STEPS that the editor sends."
  (cl-loop for step in steps when (equal (plist-get step :dir) "→") collect (plist-get step :msg)))

(defun transcripts-test-playable-p (steps)
  "Whether this package could have sent what the editor sends in STEPS."
  (cl-every (lambda (message)
              (and message ; raw bytes are none
                   (or (not (plist-get message :method)) (member (plist-get message :method) transcripts-test-methods))))
            (transcripts-test-from-editor steps)))

(defun transcripts-test-contains (expected found)
  "Whether FOUND has all that is in EXPECTED."
  (cond ((and (consp expected) (keywordp (car expected)))
         (cl-loop for (key value) on expected by #'cddr always (transcripts-test-contains value (plist-get found key))))
        ((and (stringp expected) (string-prefix-p "$" expected)) found)
        (t (equal expected found))))

(defun transcripts-test-await (what condition)
  "Wait until CONDITION returns non-nil, and return that; WHAT says what for."
  (with-timeout (20 (ert-fail (format "waited in vain for %s; log:\n%s" what
                                      (with-current-buffer (termhost-server-log-buffer) (buffer-string)))))
    (let (value)
      (while (not (setq value (funcall condition))) (accept-process-output nil 0.02))
      value)))

(defun transcripts-test-answers (steps)
  "What the editor answers to `approval/request' in STEPS, in order."
  (let* ((asked (cl-loop for step in steps
                         for message = (plist-get step :msg)
                         when (equal (plist-get message :method) "approval/request")
                         collect (plist-get message :id))))
    (mapcar (lambda (id) (seq-find (lambda (message) (and (equal (plist-get message :id) id) (not (plist-get message :method))))
                                   (transcripts-test-from-editor steps)))
            asked)))

(defvar transcripts-test-cancel nil
  "Cancels the last call.")

(defun transcripts-test-call (message steps)
  "Make the tool call of MESSAGE as in STEPS, and check its answer."
  (let* ((id (plist-get message :id)) (params (plist-get message :params)) result
         (expected (cl-loop for step in steps
                            for answer = (plist-get step :msg)
                            when (and (equal (plist-get step :dir) "←") (equal (plist-get answer :id) id))
                            return (plist-get answer :result))))
    (setq transcripts-test-cancel
          (termhost-call (plist-get params :name) (plist-get params :arguments) (lambda (answer) (setq result answer))
                         :call-id (plist-get params :toolCallId) :task (plist-get params :taskId)))
    (transcripts-test-await "the answer" (lambda () result))
    (ert-info ((format "%S" result))
      (should (transcripts-test-contains (plist-get expected :structuredContent) (termhost-result-structured result))))))

(defun transcripts-test-play (file)
  "Play the part of the editor in FILE."
  (let* ((steps (transcripts-test-read file))
         (answers (transcripts-test-answers steps))
         (process-environment (cons (concat "TERMHOST_TRANSCRIPT=" file) process-environment))
         (termhost-program transcripts-test-server)
         (termhost-approval-function
          (lambda (_question)
            (or (plist-get (pop answers) :result)
                (progn
                  (funcall transcripts-test-cancel)
                  (while t (accept-process-output nil 0.05))))))) ; until it is withdrawn
    (with-current-buffer (termhost-server-log-buffer) (let ((inhibit-read-only t)) (erase-buffer)))
    (unwind-protect
        (progn
          (dolist (message (transcripts-test-from-editor steps))
            (when (equal (plist-get message :method) "tool/call") (transcripts-test-call message steps)))
          (unless (seq-find (lambda (message) (equal (plist-get message :method) "shutdown")) (transcripts-test-from-editor steps))
            (transcripts-test-await
             "the end of the transcript"
             (lambda () (with-current-buffer (termhost-server-log-buffer)
                          (string-search "all of it was as in the transcript" (buffer-string)))))))
      (let ((process (termhost-server-process)))
        (termhost-server-stop)
        (ert-info ((with-current-buffer (termhost-server-log-buffer) (buffer-string)) :prefix "log: ")
          (should (eql 0 (process-exit-status process))))
        (termhost-terminal-close-all)))))

(ert-deftest transcripts-hold-for-this-package ()
  (let ((played 0))
    (dolist (file (directory-files transcripts-test-folder t "\\.jsonl\\'"))
      (when (transcripts-test-playable-p (transcripts-test-read file))
        (ert-info (file :prefix "transcript: ") (transcripts-test-play file))
        (cl-incf played)))
    (should (> played 0))))
