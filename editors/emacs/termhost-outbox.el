;;; termhost-outbox.el --- What terminals print, on its way to the server  -*- lexical-binding: t; -*-

;;; Commentary:

;; Bytes go in as they come, and out in messages of bounded size: as text where they are clean UTF-8, else as base64.

;;; Code:

(require 'cl-lib)
(require 'termhost-server)

(cl-defstruct termhost-outbox
  "What terminal ID has printed and the server does not know yet.
OUTGOING comes first, with its first piece first; then UNSENT, with its last
piece first.  SIZE is how many bytes that are."
  id outgoing unsent (size 0))

(defconst termhost-outbox--message-bytes 32768
  "Most bytes in one message to the server.
Emacs sleeps when it writes more than a pipe takes at once.")

(defconst termhost-outbox--most-bytes 1048576
  "With more bytes than this to send, no more is read before some of it is.")

(defvar termhost-outbox--sending nil
  "Whether a message is being written.")

;; Emacs reads from processes while it waits for one that does not read.  To send more then would go deeper and deeper.
(defun termhost-outbox-add (box bytes)
  "Put BYTES into BOX."
  (push bytes (termhost-outbox-unsent box))
  (when (> (cl-incf (termhost-outbox-size box) (length bytes)) termhost-outbox--most-bytes)
    (if termhost-outbox--sending
        (termhost-server-wait 0.02)
      (termhost-outbox-send-some box))))

(defun termhost-outbox-send-some (box)
  "Send the server one message from BOX; return nil if there is nothing to send."
  (when-let ((bytes (termhost-outbox--take box))
             (inhibit-quit t)
             (termhost-outbox--sending t))
    (unless (with-local-quit
              (termhost-server-notify 'terminal/didWrite
                                      `(:terminalId ,(termhost-outbox-id box) ,@(termhost-outbox--data bytes)))
              t)
      (termhost-server-abandon "it did not read, and the person interrupted"))
    t))

(defun termhost-outbox-send-all (box)
  "Send the server all that is in BOX."
  (while (termhost-outbox-send-some box)))

(defun termhost-outbox--take (box)
  "Take the bytes of one message out of BOX, or nil."
  (unless (termhost-outbox-outgoing box)
    (setf (termhost-outbox-outgoing box) (nreverse (termhost-outbox-unsent box))
          (termhost-outbox-unsent box) nil))
  (when-let ((pieces (list (pop (termhost-outbox-outgoing box))))
             (size (and (car pieces) (length (car pieces)))))
    (while (and (termhost-outbox-outgoing box)
                (<= (+ size (length (car (termhost-outbox-outgoing box)))) termhost-outbox--message-bytes))
      (push (pop (termhost-outbox-outgoing box)) pieces)
      (cl-incf size (length (car pieces))))
    (cl-decf (termhost-outbox-size box) size)
    (if (cdr pieces) (apply #'concat (nreverse pieces)) (car pieces))))

(defconst termhost-outbox--no-text "[^\0-\xD7FF\xE000-\x10FFFF]"
  "What bytes that are no UTF-8 become, and surrogates.")

(defun termhost-outbox--data (bytes)
  "BYTES as fields of a message: text, or base64 if they are no clean UTF-8."
  (let ((text (decode-coding-string bytes 'utf-8-unix t)))
    (if (string-match-p termhost-outbox--no-text text)
        (list :data (base64-encode-string bytes t) :encoding "base64")
      (list :data text))))

(provide 'termhost-outbox)
;;; termhost-outbox.el ends here
