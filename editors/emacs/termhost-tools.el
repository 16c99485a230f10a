;;; termhost-tools.el --- The tools that termhost has for agents  -*- lexical-binding: t; -*-

;;; Commentary:

;; Written by scripts/generate from protocol/openrpc.json; changes here are lost.

;;; Code:

(defconst termhost-tools
  '((:name "execute_command"
     :title "Run a command"
     :description "Runs a command line in a real shell and returns its output and exit code. Without cwd it runs where your last command left the shell; variables and activated environments stay. Long output comes as a preview that keeps what failed, so don't cut it with head or tail, and with an artifact id for read_command_output. For what takes long set timeout, for servers until or background; wait_for_command tells how it ended."
     :arguments
     ((:name "command" :type string :description "As typed into a shell; may have several lines.")
      (:name "cwd" :type string :description "Directory to run in." :optional t)
      (:name "timeout" :type integer :description "Seconds to wait for its end; then it goes on. Default: as long as your client lets it." :optional t)
      (:name "background" :type boolean :description "Do not wait for its end." :optional t)
      (:name "until" :type object :description "What else ends the waiting." :properties (:pattern (:type string :description "Regular expression that a line matches.") :port (:type integer) :input (:type boolean :description "It waits for input; default true.") :quiet (:type number :description "Seconds without output.")) :optional t)
      (:name "shell" :type string :description "bash, zsh, fish, sh, pwsh or a path." :optional t)
      (:name "pipes" :type boolean :description "Run it apart from the shell: no terminal, no input, stderr separate." :optional t)
      (:name "required_cwd" :type boolean :description "Take no shell that would have to change its directory." :optional t)
      (:name "sandbox" :type string :description "off: ask the person to let it run outside the sandbox." :optional t)
      (:name "justification" :type string :description "Why it has to; shown to the person." :optional t)))
    (:name "read_command_output"
     :title "Read command output"
     :description "Reads the kept output of a command, running or ended, by the artifact id of its result: lines that match search, or a part by offset and limit."
     :arguments
     ((:name "artifact_id" :type string :description "From a result.")
      (:name "search" :type string :description "Regular expression; only matching lines are returned." :optional t)
      (:name "offset" :type integer :description "Byte to begin at; negative: from the end." :optional t)
      (:name "limit" :type integer :description "Most bytes to return; default 8192." :optional t)
      (:name "context_lines" :type integer :description "Lines to show around each match; default 0." :optional t)))
    (:name "wait_for_command"
     :title "Wait for a command"
     :description "Waits for a running command and returns what it printed since you were told last. Use it instead of sleep."
     :arguments
     ((:name "execution_id" :type string :description "Of the running command.")
      (:name "timeout" :type integer :description "Seconds to wait for its end. 0: do not wait. Default: 30." :optional t)
      (:name "until" :type object :description "As execute_command's; for output that is new to you." :properties (:pattern (:type string :description "Regular expression that a line matches.") :port (:type integer) :input (:type boolean :description "It waits for input; default true.") :quiet (:type number :description "Seconds without output.")) :optional t)))
    (:name "send_input"
     :title "Send input"
     :description "Types text or presses keys in the terminal of a running command that waits for input, and returns what is new."
     :arguments
     ((:name "execution_id" :type string :description "Of the running command.")
      (:name "text" :type string :description "Typed as it is; a newline in it is Enter." :optional t)
      (:name "keys" :type array :description "Pressed after the text: enter, up, f1, ctrl+c, … or text with <Enter>, <C-c> in it." :items (:type string) :optional t)))
    (:name "read_screen"
     :title "Read the screen"
     :description "Returns what the terminal of a running command shows now: vim, less, top."
     :arguments
     ((:name "execution_id" :type string :description "Of the running command.")))
    (:name "stop_command"
     :title "Stop a command"
     :description "Stops a running command and everything it started, by force if need be."
     :arguments
     ((:name "execution_id" :type string :description "Of the running command.")
      (:name "signal" :type string :description "Default: one after the other, until it has ended." :optional t)))
    (:name "list_terminals"
     :title "List terminals"
     :description "Lists the terminals and the commands that run in them, with their execution ids."
     :arguments
     ()))
  "Each tool as a plist: `:name', `:title', `:description' and `:arguments'.
An argument has `:name', `:type', `:description' and, where it may be
left out, `:optional'.")

(provide 'termhost-tools)
;;; termhost-tools.el ends here
