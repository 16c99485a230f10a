;;; termhost-menu.el --- All that the list can do, to choose from  -*- lexical-binding: t; -*-

;;; Commentary:

;; What `?' shows in the list of commands.

;;; Code:

(require 'transient)
(require 'termhost-list)

(declare-function termhost-run "termhost" (line &optional directory))
(declare-function termhost-restart "termhost" (&optional ask))
(declare-function termhost-log "termhost" ())

(transient-define-prefix termhost-menu ()
  "The menu of actions for commands."
  [["The command here"
    ("RET" "output" termhost-list-output)
    ("t" "go to its terminal" termhost-list-terminal)
    ("i" "type into it" termhost-list-input)
    ("W" "copy its output" termhost-list-copy-output)]
   ["The command here, or the marked commands"
    ("k" "stop" termhost-list-stop)
    ("b" "go on in the background" termhost-list-background)
    ("x" "run again" termhost-list-run-again)
    ("w" "copy" termhost-list-copy-command)]
   ["Marks, order"
    ("m" "mark" termhost-list-mark)
    ("u" "unmark" termhost-list-unmark)
    ("U" "unmark all" termhost-list-unmark-all)
    ("S" "sort by the column at point" termhost-list-sort)]
   ["termhost"
    ("a" "answer its question" termhost-list-answer)
    ("!" "run a command" termhost-run)
    ("R" "restart" termhost-restart)
    ("L" "log" termhost-log)]])

(provide 'termhost-menu)
;;; termhost-menu.el ends here
