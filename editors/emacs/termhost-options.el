;;; termhost-options.el --- Options of the Emacs side of termhost  -*- lexical-binding: t; -*-

;;; Commentary:

;; The options that Emacs itself acts on.  What the server acts on is in termhost-settings.el.

;;; Code:

(defgroup termhost nil
  "Shell commands for AI agents, with results that can be trusted."
  :group 'processes
  :prefix "termhost-")

(defvar termhost-options-changed-hook nil
  "Run after a setting of the server has got a value.")

(defun termhost-options-set (symbol value)
  "Set the option SYMBOL to VALUE, and tell the server."
  (set-default-toplevel-value symbol value)
  (run-hooks 'termhost-options-changed-hook))

(defvar termhost-options--timer nil
  "The timer that tells the server after a `setq' of an option.")

(defun termhost-options--touched (_option _value _operation buffer)
  "Tell the server soon, unless an option got a value in BUFFER alone."
  (unless (or buffer termhost-options--timer)
    (setq termhost-options--timer
          (run-at-time 0 nil (lambda ()
                               (setq termhost-options--timer nil)
                               (run-hooks 'termhost-options-changed-hook))))))

(defun termhost-options-watch (option)
  "Tell the server each value of OPTION, also one that `setq' gives it."
  (add-variable-watcher option #'termhost-options--touched))

(defvar termhost-program-changed-hook nil
  "Run after `termhost-program' has changed.")

(defun termhost-options-set-program (symbol value)
  "Set the option SYMBOL to VALUE, the name of another program."
  (set-default-toplevel-value symbol value)
  (run-hooks 'termhost-program-changed-hook))

(defcustom termhost-program nil
  "File name of the program termhost.
Nil means to search for it: first in the build folders of the checkout that
contains this package, then in the release that contains it, then in the
variable `exec-path'."
  :type '(choice (const :tag "Look for it" nil) (file :must-match t))
  :set #'termhost-options-set-program
  :risky t)

(defcustom termhost-server-arguments nil
  "Further arguments of `termhost serve'."
  :type '(repeat string)
  :risky t)

(defcustom termhost-storage-directory nil
  "The directory for the complete outputs of commands.
Nil means the directory termhost in XDG_STATE_HOME."
  :type '(choice (const :tag "The default" nil) directory)
  :risky t)

(defcustom termhost-trace 'off
  "The amount of server messages in the log.
It is nothing (off), the names of messages (messages), or whole messages with
commands and output (verbose)."
  :type '(choice (const off) (const messages) (const verbose))
  :set #'termhost-options-set)

(termhost-options-watch 'termhost-trace)

(defcustom termhost-shell nil
  "The shell for commands that do not name one, such as bash, zsh or fish.
Nil means the server's choice: the user's login shell."
  :type '(choice (const :tag "Login shell" nil) string)
  :risky t)

(defcustom termhost-scrollback-lines 5000
  "Number of lines that a terminal buffer keeps."
  :type 'natnum)

(defcustom termhost-approval-function nil
  "The function that asks the user about a command.
Nil means a window at the bottom, with a key for each answer.
The function gets the question, a plist like the params of `approval/request'
in the protocol.  It returns the answer as a plist, or nil to answer later."
  :type '(choice (const :tag "A window" nil) function)
  :risky t)

(defcustom termhost-approval-idle-seconds 0.5
  "Seconds that Emacs must be idle before a question about a command appears.
The wait prevents an answer by keys that were meant for something else.  If
nil, only the mode line shows that a question waits, and
\\[termhost-approve] opens it."
  :type '(choice (const :tag "Only when asked for" nil) number))

(defcustom termhost-recent-commands 50
  "Number of ended commands that `termhost-list' shows."
  :type 'natnum)

(defcustom termhost-output-page 1000000
  "Number of bytes of an output that are read at once."
  :type 'natnum)

(defcustom termhost-output-most 50000000
  "Number of bytes of an output that are shown without asking.
A key shows more."
  :type 'natnum)

(provide 'termhost-options)
;;; termhost-options.el ends here
