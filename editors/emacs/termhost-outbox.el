;;; termhost-outbox.el --- What terminals print, on its way to the server  -*- lexical-binding: t; -*-

;;; Commentary:

;; Bytes go in as they come, and out in messages of bounded size: as text where they are clean UTF-8, else as base64.

;;; Code:

(require 'cl-lib)
(require 'termhost-server)

(cl-defstruct termhost-outbox
  "The output of terminal ID that was not sent to the server yet.
The pieces in OUTGOING are sent first, in their order.  The pieces in UNSENT
follow; the list has the last of them first.  SIZE is the number of bytes."
  id outgoing unsent (size 0))

(defconst termhost-outbox--message-bytes 32768
  "Largest number of bytes in one message to the server.
Emacs blocks when it writes more than a pipe takes at once.")

(defconst termhost-outbox--most-bytes 1048576
  "If more bytes than this wait to be sent, no more output is read.")

(defvar termhost-outbox--sending nil
  "Non-nil while a message is being written.")

;; Emacs reads from processes while it waits for one that does not read.  To send more then would go deeper and deeper.
(defun termhost-outbox-add (box bytes)
  "Add BYTES to BOX."
  (push bytes (termhost-outbox-unsent box))
  (when (> (cl-incf (termhost-outbox-size box) (length bytes)) termhost-outbox--most-bytes)
    (if termhost-outbox--sending
        (termhost-server-wait 0.02)
      (termhost-outbox-send-some box))))

(defun termhost-outbox-send-some (box)
  "Send the server one message from BOX; return nil if BOX is empty."
  (when-let ((bytes (termhost-outbox--take box))
             (inhibit-quit t)
             (termhost-outbox--sending t))
    (unless (with-local-quit
              (termhost-server-notify-local 'terminal/didWrite
                                      `(:terminalId ,(termhost-outbox-id box) ,@(termhost-outbox--data bytes)))
              t)
      (termhost-server-abandon "it did not read, and the user interrupted"))
    t))

(defun termhost-outbox-send-all (box)
  "Send the server all that is in BOX."
  (while (termhost-outbox-send-some box)))

(defun termhost-outbox--take (box)
  "Remove the bytes of one message from BOX and return them, or nil."
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
  "Regexp of decoded bytes that are not UTF-8, and of surrogates.")

(defun termhost-outbox--data (bytes)
  "Return BYTES as fields of a message: text, or base64 if not valid UTF-8."
  (let ((text (decode-coding-string bytes 'utf-8-unix t)))
    (if (string-match-p termhost-outbox--no-text text)
        (list :data (base64-encode-string bytes t) :encoding "base64")
      (list :data text))))

(provide 'termhost-outbox)
;;; termhost-outbox.el ends here
