;;; termhost-input.el --- Type into a command  -*- lexical-binding: t; -*-

;;; Commentary:

;; A command is typed into in its terminal.  Emacs does not show terminals of other machines: what the user types for a
;; command there is read in the minibuffer, and goes to its terminal through the server.

;;; Code:

(require 'termhost-commands)

(defun termhost-input-give (command)
  "Go to the terminal of COMMAND, or read input for it if it has none here.
A password is not echoed."
  (when (termhost-command-ended command) (user-error "The command has ended"))
  (unless (termhost-command-terminal command) (user-error "The command has not started yet"))
  (if-let ((terminal (termhost-command-shown-terminal command)))
      (pop-to-buffer (termhost-terminal-buffer terminal))
    (unless (termhost-input--sendable-p command) (user-error "The terminal is not open"))
    (termhost-input--send command (termhost-input--read command))))

(defun termhost-input--sendable-p (command)
  "Return non-nil if COMMAND is on another machine."
  (not (termhost-server-local-p (termhost-command-server command))))

(defun termhost-input--prompt (command)
  "Return the prompt for input of COMMAND: the machine, and its own last line."
  (let ((own (car (last (split-string (or (plist-get (termhost-command-awaited command) :prompt) "") "\n" t "[ \t\r]+")))))
    (format "%s on %s: %s "
            (termhost-command-short command)
            (termhost-server-label (termhost-command-server command))
            (or own "type"))))

(defun termhost-input--read (command)
  "Read the input of COMMAND: a key, or a line with the key that ends it."
  (let ((prompt (termhost-input--prompt command)))
    (pcase (plist-get (termhost-command-awaited command) :kind)
      ("secret" (concat (read-passwd prompt) "\r"))
      ("key" (string (read-char prompt)))
      (_ (concat (read-string prompt) "\r")))))

(defun termhost-input--send (command text)
  "Type TEXT into the terminal of COMMAND, unless it has ended."
  (when (termhost-command-ended command) (user-error "The command has ended"))
  (let ((termhost-server-current (termhost-command-server command)))
    (termhost-server-notify 'terminal/didInput (list :terminalId (termhost-command-terminal command) :data text))))

(provide 'termhost-input)
;;; termhost-input.el ends here
