;;; termhost-tools.el --- The tools that termhost has for agents  -*- lexical-binding: t; -*-

;;; Commentary:

;; Written by scripts/generate from protocol/openrpc.json; changes here are lost.

;;; Code:

(defconst termhost-tools
  '((:name "execute_command"
     :title "Run a command"
     :description "Runs a command line in a real shell, which keeps directory, variables and activated environments for your next call. Returns exit code and output; long output comes as a preview that keeps errors, and an artifact_id for the rest. Don't cut output with head or tail. After its timeout the command goes on; wait_for_command returns its end."
     :arguments
     ((:name "command" :type string :description "May have several lines.")
      (:name "cwd" :type string :description "Default: where your last command left the shell." :optional t)
      (:name "timeout" :type integer :description "Seconds to wait; default: as long as your client allows." :optional t)
      (:name "background" :type boolean :description "Don't wait." :optional t)
      (:name "keep" :type boolean :description "It survives this session; the user is asked." :optional t)
      (:name "until" :type object :description "Conditions that end the wait earlier." :properties (:pattern (:type string :description "Regex that a line matches.") :port (:type integer :description "It listens on this port.") :input (:type boolean :description "It waits for input; default true.") :quiet (:type number :description "Seconds without output.")) :optional t)
      (:name "shell" :type string :description "bash, zsh, fish, sh, pwsh or a path." :optional t)
      (:name "pipes" :type boolean :description "No terminal, no input; stderr separate." :optional t)
      (:name "required_cwd" :type boolean :description "Use only a shell already in cwd." :optional t)
      (:name "sandbox" :type string :description "off: ask the user to run it for real." :optional t)
      (:name "justification" :type string :description "The reason; shown to the user." :optional t)))
    (:name "read_command_output"
     :title "Read command output"
     :description "Reads the stored output of a command: lines that match search, or a part by offset and limit."
     :arguments
     ((:name "artifact_id" :type string :description nil)
      (:name "search" :type string :description "Regex." :optional t)
      (:name "offset" :type integer :description "Byte; negative: from the end." :optional t)
      (:name "limit" :type integer :description "Bytes; default 8192." :optional t)
      (:name "context_lines" :type integer :description "Around each match." :optional t)))
    (:name "wait_for_command"
     :title "Wait for a command"
     :description "Waits for a running command and returns its new output. Use it instead of sleep."
     :arguments
     ((:name "execution_id" :type string :description nil)
      (:name "timeout" :type integer :description "Seconds; default 30." :optional t)
      (:name "until" :type object :description "As in execute_command, for new output." :properties (:pattern (:type string :description "Regex that a line matches.") :port (:type integer :description "It listens on this port.") :input (:type boolean :description "It waits for input; default true.") :quiet (:type number :description "Seconds without output.")) :optional t)))
    (:name "send_input"
     :title "Send input"
     :description "Types into a running command and returns its new output."
     :arguments
     ((:name "execution_id" :type string :description nil)
      (:name "text" :type string :description "Typed as is; a newline is Enter." :optional t)
      (:name "keys" :type string :description "Typed after text; named keys in <>: ihello<Esc>:wq<Enter>, <C-c>, <Up>." :optional t)))
    (:name "read_screen"
     :title "Read the screen"
     :description "Returns the screen of a running command, such as vim, less or top."
     :arguments
     ((:name "execution_id" :type string :description nil)))
    (:name "stop_command"
     :title "Stop a command"
     :description "Stops a running command and all it started."
     :arguments
     ((:name "execution_id" :type string :description nil)
      (:name "signal" :type string :description "Default: each in turn until it ends." :optional t)))
    (:name "list_terminals"
     :title "List terminals"
     :description "Lists the terminals and their running commands."
     :arguments
     ()))
  "Each tool as a plist: `:name', `:title', `:description' and `:arguments'.
An argument has `:name', `:type', `:description' and, where it may be
left out, `:optional'.")

(provide 'termhost-tools)
;;; termhost-tools.el ends here
