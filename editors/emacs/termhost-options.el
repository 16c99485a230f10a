;;; termhost-options.el --- Options of the Emacs side of termhost  -*- lexical-binding: t; -*-

;;; Commentary:

;; The options that Emacs itself acts on.  What the server acts on is in termhost-settings.el.

;;; Code:

(defgroup termhost nil
  "Shell commands for AI agents, with results that can be trusted."
  :group 'processes
  :prefix "termhost-")

(defgroup termhost-settings nil
  "What the termhost server acts on."
  :group 'termhost
  :prefix "termhost-")

(defvar termhost-options-changed-hook nil
  "Run when a setting of the server was given a value.")

(defun termhost-options-set (symbol value)
  "Give the option SYMBOL the VALUE, and tell the server."
  (set-default-toplevel-value symbol value)
  (run-hooks 'termhost-options-changed-hook))

(defvar termhost-program-changed-hook nil
  "Run when another program was named.")

(defun termhost-options-set-program (symbol value)
  "Give the option SYMBOL the VALUE, which names another program."
  (set-default-toplevel-value symbol value)
  (run-hooks 'termhost-program-changed-hook))

(defcustom termhost-program nil
  "The program termhost.
Nil means to look for it: in the build folders of the checkout that this
package was installed from, then in the variable `exec-path'."
  :type '(choice (const :tag "Look for it" nil) (file :must-match t))
  :set #'termhost-options-set-program
  :risky t)

(defcustom termhost-server-arguments nil
  "Further arguments of `termhost serve'."
  :type '(repeat string)
  :risky t)

(defcustom termhost-storage-directory nil
  "Where the whole outputs of commands are kept.
Nil means the folder termhost in XDG_STATE_HOME."
  :type '(choice (const :tag "The default" nil) directory)
  :risky t)

(defcustom termhost-trace 'off
  "What the log has of the messages to and from the server.
Nothing, their names (messages), or all of them with the commands and their
output (verbose)."
  :type '(choice (const off) (const messages) (const verbose))
  :set #'termhost-options-set)

(defcustom termhost-shell nil
  "The shell of commands that name none, such as bash, zsh or fish.
Nil means the server's own choice, which is the person's login shell."
  :type '(choice (const :tag "Login shell" nil) string)
  :risky t)

(defcustom termhost-scrollback-lines 5000
  "Lines that a terminal buffer keeps."
  :type 'natnum)

(defcustom termhost-approval-function nil
  "The function that asks the person about a command.
Nil means a window at the bottom, with a key for each answer.
It is called with the question, a plist as `approval/request' of the protocol
has it, and returns the answer in the same way, or nil to be asked later."
  :type '(choice (const :tag "A window" nil) function)
  :risky t)

(defcustom termhost-approval-idle-seconds 0.5
  "How long Emacs must be idle before a question about a command comes up.
So nobody answers it by keys that were meant for something else.  Nil means
that only the mode line tells, and \\[termhost-approve] asks."
  :type '(choice (const :tag "Only when asked for" nil) number))

(defcustom termhost-recent-commands 50
  "How many commands that have ended `termhost-list' shows."
  :type 'natnum)

(defcustom termhost-output-page 1000000
  "How many bytes of an output are shown at once."
  :type 'natnum)

(provide 'termhost-options)
;;; termhost-options.el ends here
