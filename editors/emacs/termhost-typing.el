;;; termhost-typing.el --- Tell that somebody types  -*- lexical-binding: t; -*-

;;; Commentary:

;; At once, then at most once a second and line, and once more if they stop in the middle of a line: so nothing of an
;; agent is put behind what a person has typed, and nobody is told of each key.

;;; Code:

(require 'cl-lib)

(cl-defstruct termhost-typing
  "Reports that the user types, by the function TELL.
TIMER is set for a second after each call of TELL.  AGAIN means that TELL must
be called again when TIMER ends.  WITHIN means that the last key did not end a
line."
  tell timer again within)

(defconst termhost-typing--seconds 1
  "Number of seconds without a further report.")

(defun termhost-typing--tell (typing)
  "Report TYPING, and then not again for a while."
  (funcall (termhost-typing-tell typing))
  (setf (termhost-typing-timer typing)
        (run-at-time termhost-typing--seconds nil #'termhost-typing--elapsed typing)))

(defun termhost-typing--elapsed (typing)
  "Handle the end of the wait after a report of TYPING."
  (setf (termhost-typing-timer typing) nil)
  (when (termhost-typing-again typing)
    (setf (termhost-typing-again typing) nil)
    (termhost-typing--tell typing)))

(defun termhost-typing-key (typing ends-line)
  "Handle a key for TYPING, and report it if this is due.
ENDS-LINE means that the key sends a line or discards it."
  (setf (termhost-typing-again typing) (not ends-line))
  (cond ((not (termhost-typing-timer typing))
         (termhost-typing--tell typing))
        ((not (or ends-line (termhost-typing-within typing)))
         (funcall (termhost-typing-tell typing))))
  (setf (termhost-typing-within typing) (not ends-line)))

(provide 'termhost-typing)
;;; termhost-typing.el ends here
