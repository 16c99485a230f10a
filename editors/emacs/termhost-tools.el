;;; termhost-tools.el --- The tools that termhost has for agents  -*- lexical-binding: t; -*-

;;; Commentary:

;; Written by scripts/generate from protocol/openrpc.json; changes here are lost.

;;; Code:

(defconst termhost-tools
  '((:name "execute_command"
     :title "Run a command"
     :description "Runs a command line in a real terminal and returns its output and exit code. Use it for everything a person would do in a shell. Output that is too long comes as a preview with an artifact id for read_command_output. For servers, watchers and other commands that do not end set background; for a command that may take long set timeout. Either way it goes on, and wait_for_command tells how it ended."
     :arguments
     ((:name "command" :type string :description "The command line, as typed into a shell; may have several lines.")
      (:name "cwd" :type string :description "Directory to run in; default: the workspace." :optional t)
      (:name "timeout" :type integer :description "Seconds after which to return what there is while the command goes on in the background." :optional t)
      (:name "background" :type boolean :description "Return as soon as the command has started, for servers and watchers." :optional t)
      (:name "shell" :type string :description "bash, zsh, fish, …; default: the person's own." :optional t)
      (:name "pipes" :type boolean :description "Run it without a terminal, stdout and stderr apart; it takes no input and keeps no shell state." :optional t)
      (:name "required_cwd" :type boolean :description "Use a terminal that is in cwd already, else a new one; never change directory in an old one." :optional t)))
    (:name "read_command_output"
     :title "Read command output"
     :description "Reads the whole output of an earlier command, by the artifact id of its result. Use it when a preview left out what you need: with search to find lines by a regular expression, with offset and limit to read a part. Works on a command that is still running too."
     :arguments
     ((:name "artifact_id" :type string :description "From a result, such as cmd-1706119234567.txt.")
      (:name "search" :type string :description "Regular expression; only matching lines are returned." :optional t)
      (:name "offset" :type integer :description "Byte to begin at; negative: from the end." :optional t)
      (:name "limit" :type integer :description "Most bytes to return; default 32768." :optional t)
      (:name "context_lines" :type integer :description "Lines to show around each match; default 0." :optional t)))
    (:name "wait_for_command"
     :title "Wait for a command"
     :description "Waits until a command that was still running has ended, or until the timeout, and returns its result as it is then. Use it instead of running sleep or running the command again."
     :arguments
     ((:name "execution_id" :type string :description "From the result that said the command is still running.")
      (:name "timeout" :type integer :description "Seconds to wait at most." :optional t)))
    (:name "send_input"
     :title "Send input"
     :description "Types text or presses keys in the terminal of a running command. Use it when the command asks a question or waits for a key. Not for new commands."
     :arguments
     ((:name "execution_id" :type string :description "Of the running command.")
      (:name "text" :type string :description "Typed as it is; a newline in it is Enter." :optional t)
      (:name "keys" :type array :description "Named keys pressed after the text: enter, ctrl+c, ctrl+d, up, tab, escape, …" :items (:type string) :optional t)))
    (:name "stop_command"
     :title "Stop a command"
     :description "Stops a running command and everything it started: interrupts it, and ends it by force if that does not help. Use it for servers you no longer need and for commands that hang."
     :arguments
     ((:name "execution_id" :type string :description "Of the running command.")
      (:name "signal" :type string :description "SIGINT, SIGTERM or SIGKILL; default: one after the other." :optional t)))
    (:name "list_terminals"
     :title "List terminals"
     :description "Lists the terminals and the commands that run in them, with their execution ids. Use it when you have lost track of what is running."
     :arguments
     ()))
  "Each tool as a plist: `:name', `:title', `:description' and `:arguments'.
An argument has `:name', `:type', `:description' and, where it may be
left out, `:optional'.")

(provide 'termhost-tools)
;;; termhost-tools.el ends here
