;;; termhost-settings.el --- Settings of the termhost server  -*- lexical-binding: t; -*-

;;; Commentary:

;; Written by scripts/generate from protocol/openrpc.json; changes here are lost.

;;; Code:

(require 'termhost-options)

(defgroup termhost-settings nil
  "The settings of the termhost server."
  :group 'termhost
  :prefix "termhost-")

(defcustom termhost-shell-integration-timeout 10000
  "Milliseconds to wait until the shell integration of a new terminal works.
This is the setting `shellIntegrationTimeout' of the termhost server."
  :type 'natnum
  :set #'termhost-options-set)

(defcustom termhost-max-terminals 5
  "Maximum number of agent terminals; further commands wait until one is idle.
This is the setting `maxTerminals' of the termhost server."
  :type 'natnum
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-warm-shells 1
  "Number of shells that are started in advance.
Then a trial (a run in a throw-away copy) begins at once.  The setting has
an effect only if the sandbox has the level auto.  This is the setting
`warmShells' of the termhost server."
  :type 'natnum
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-keep-terminals 30
  "Seconds for which a command goes on after termhost was killed.
The next termhost of the same folder takes the command over.  0: the command
is ended at once.  This is the setting `keepTerminals' of the termhost
server."
  :type 'natnum
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-output-preview-size 'medium
  "Size of a preview: small 2 KB, medium 4 KB, large 8 KB.
A preview is the part of a long output that an agent gets.  An output of up
to three times this size is shown whole if little of it can be folded
\(compact) and no line reports an error.  This is the setting
`outputPreviewSize' of the termhost server."
  :type '(choice (const small) (const medium) (const large))
  :set #'termhost-options-set)

(defcustom termhost-compact t
  "In previews, fold lines without new facts: a short mark replaces them.
Such lines are passed tests, progress and repeats.  This is the setting
`compact' of the termhost server."
  :type 'boolean
  :set #'termhost-options-set)

(defcustom termhost-compress-progress-bar t
  "Keep only the last frame of a progress bar, as a terminal shows it.
This is the setting `compressProgressBar' of the termhost server."
  :type 'boolean
  :set #'termhost-options-set)

(defcustom termhost-command-delay 0
  "Pause of the shell after each command, in milliseconds.
Only in the editor's terminals.  This is the setting `commandDelay' of the
termhost server."
  :type 'natnum
  :set #'termhost-options-set)

(defcustom termhost-powershell-counter nil
  "Deprecated: it has no effect.
This is the setting `powershellCounter' of the termhost server."
  :type 'boolean
  :set #'termhost-options-set)

(defcustom termhost-zsh-clear-eol-mark t
  "Start zsh with an empty PROMPT_EOL_MARK.
Then zsh prints no % after output without a line end.  This is the setting
`zshClearEolMark' of the termhost server."
  :type 'boolean
  :set #'termhost-options-set)

(defcustom termhost-zsh-oh-my nil
  "Also turn on Oh My Zsh's shell integration in the editor's terminals.
This is the setting `zshOhMy' of the termhost server."
  :type 'boolean
  :set #'termhost-options-set)

(defcustom termhost-zsh-p10k nil
  "Also turn on Powerlevel10k's shell integration in the editor's terminals.
This is the setting `zshP10k' of the termhost server."
  :type 'boolean
  :set #'termhost-options-set)

(defcustom termhost-zdotdir nil
  "Start zsh with termhost's own shell integration, by the variable ZDOTDIR.
This helps if the editor's integration does not start in zsh.  This is the
setting `zdotdir' of the termhost server."
  :type 'boolean
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-call-patience -1
  "Seconds after which a call without a timeout is answered.
Its command goes on.  0: the answer comes only when the command has ended.
-1: before the agent's client gives up the call (an unknown client: after 45
s).  With -1, calls of the editor itself wait as with 0.  This is the
setting `callPatience' of the termhost server."
  :type 'integer
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-command-execution-timeout 0
  "Seconds after which a command is stopped; 0: never.
This is the setting `commandExecutionTimeout' of the termhost server."
  :type 'natnum
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-command-timeout-allowlist nil
  "Beginnings of commands that commandExecutionTimeout does not stop.
Here commandExecutionTimeout is the option
`termhost-command-execution-timeout'.  This is the setting
`commandTimeoutAllowlist' of the termhost server."
  :type '(repeat string)
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-allowed-commands nil
  "Command prefixes that run without asking; * is every command.
This is the setting `allowedCommands' of the termhost server."
  :type '(repeat string)
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-denied-commands nil
  "Command prefixes that never run.
This is the setting `deniedCommands' of the termhost server."
  :type '(repeat string)
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-asked-commands nil
  "Command prefixes that always need approval.
A shorter prefix in `termhost-allowed-commands' does not allow them.  This
is the setting `askedCommands' of the termhost server."
  :type '(repeat string)
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-builtin-rules 'readOnly
  "Commands that run without a rule.
readOnly: those that are proven to be read-only and to read no secret file;
none: no command.  This is the setting `builtinRules' of the termhost
server."
  :type '(choice (const none) (const readOnly))
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-secret-files nil
  "Names or paths of files with secrets.
They are added to .env, key files and the like.  `termhost-builtin-rules'
never lets a command read such a file.  This is the setting `secretFiles' of
the termhost server."
  :type '(repeat string)
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-auto-approve nil
  "Run every command without asking, except those that deniedCommands denies.
Here deniedCommands is the option `termhost-denied-commands'.  This is the
setting `autoApprove' of the termhost server."
  :type 'boolean
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-sandbox nil
  "Sandbox for commands that no rule allows.
Such commands run without a question, because the kernel confines them.
Only termhost's own terminals have a sandbox.  This is the setting `sandbox'
of the termhost server.

The value is a level, or a plist with these keys.  A key that is missing has
its default value.

`:level'
  off: no sandbox; auto: commands write to a copy of the workspace, which is
  thrown away, and the result lists the changes; workspace: commands may
  write to the workspace, the temporary folder and copies of caches;
  readOnly: they may write nothing.
`:network'
  none: no network; loopback: a loopback network of the terminal's own; all:
  the same network as outside.  With auto it is at least loopback.
`:writable'
  More folders that commands may write to, as absolute paths.
`:hidden'
  Files and folders that the sandbox shows as empty, in addition to known
  secrets, as absolute paths.
`:readable'
  With auto: files and folders of the home folder that commands see, as
  absolute paths.  Commands see the workspace and the files that programs
  need to start in any case.
`:askInside'
  t: commands in the sandbox need approval too.  Missing: only if this
  machine cannot enforce the whole sandbox.  nil: never.

Nil means the value in settings.json, else the defaults.  Levels and networks
are symbols or strings.  For example:

  (setq termhost-sandbox \\='off)
  (setq termhost-sandbox \\='(:level workspace :network loopback))"
  :type '(choice (const :tag "As settings.json says" nil) (const off) (const auto) (const workspace) (const readOnly) (plist :options ((:level (choice :value auto (const off) (const auto) (const workspace) (const readOnly) (string :tag "As a string"))) (:network (choice :value none (const none) (const loopback) (const all) (string :tag "As a string"))) (:writable (repeat string)) (:hidden (repeat string)) (:readable (repeat string)) (:askInside boolean))) (string :tag "Level, as a string"))
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-fallback 'owned
  "The way to run a command if the shell has no integration.
owned: in a terminal of termhost's own; plain: typed into a terminal of the
editor.  This is the setting `fallback' of the termhost server."
  :type '(choice (const owned) (const plain))
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-terminals 'auto
  "The terminals that run commands.
mirrored: terminals of the editor; owned: termhost's own terminals; auto:
terminals of the editor, or termhost's own if the editor has none for
termhost.  A command in a sandbox always runs in a terminal of termhost's
own.  This is the setting `terminals' of the termhost server."
  :type '(choice (const auto) (const mirrored) (const owned))
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-show-terminal 'whenPassword
  "The moment at which the terminal of an agent's command appears.
never: not at all; whenPassword: when the command asks for a password;
whenWaiting: when it waits for any input; whenLong: the same, and also after
ten seconds.  This is the setting `showTerminal' of the termhost server."
  :type '(choice (const never) (const whenPassword) (const whenWaiting) (const whenLong))
  :set #'termhost-options-set)

(defcustom termhost-yield-on-input t
  "Answer the agent at once when its command waits for input.
This is the setting `yieldOnInput' of the termhost server."
  :type 'boolean
  :set #'termhost-options-set)

(defcustom termhost-hide-secrets t
  "Hide tokens and the values of secret variables from agents.
This is the setting `hideSecrets' of the termhost server."
  :type 'boolean
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-secret-variables nil
  "Names of variables whose values `termhost-hide-secrets' hides.
They are added to variables with the name of a secret, such as GITHUB_TOKEN.
This is the setting `secretVariables' of the termhost server."
  :type '(repeat string)
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-secret-prefixes nil
  "Beginnings of secret tokens, such as acme_.
They are added to those that `termhost-hide-secrets' knows.  This is the
setting `secretPrefixes' of the termhost server."
  :type '(repeat string)
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-record-raw nil
  "Also keep the raw bytes of each output, in a file of their own.
This is the setting `recordRaw' of the termhost server."
  :type 'boolean
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-artifact-max-bytes 1073741824
  "Largest size of one artifact, in bytes.
An artifact is the file with the complete output of a command.  This is the
setting `artifactMaxBytes' of the termhost server."
  :type 'natnum
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-storage-max-bytes 5368709120
  "Largest size of the folder with all artifacts, in bytes.
This is the setting `storageMaxBytes' of the termhost server."
  :type 'natnum
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-storage-min-free-bytes 1073741824
  "Space on the disk that artifacts leave free, in bytes.
This is the setting `storageMinFreeBytes' of the termhost server."
  :type 'natnum
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-owned-columns 160
  "Columns of termhost's own terminals.
This is the setting `ownedColumns' of the termhost server."
  :type 'natnum
  :set #'termhost-options-set)

(defcustom termhost-owned-rows 48
  "Rows of termhost's own terminals.
This is the setting `ownedRows' of the termhost server."
  :type 'natnum
  :set #'termhost-options-set)

(defconst termhost-settings
  '((termhost-shell-integration-timeout "shellIntegrationTimeout" integer)
    (termhost-max-terminals "maxTerminals" integer)
    (termhost-warm-shells "warmShells" integer)
    (termhost-keep-terminals "keepTerminals" integer)
    (termhost-output-preview-size "outputPreviewSize" (choice small medium large))
    (termhost-compact "compact" boolean)
    (termhost-compress-progress-bar "compressProgressBar" boolean)
    (termhost-command-delay "commandDelay" integer)
    (termhost-powershell-counter "powershellCounter" boolean)
    (termhost-zsh-clear-eol-mark "zshClearEolMark" boolean)
    (termhost-zsh-oh-my "zshOhMy" boolean)
    (termhost-zsh-p10k "zshP10k" boolean)
    (termhost-zdotdir "zdotdir" boolean)
    (termhost-call-patience "callPatience" integer)
    (termhost-command-execution-timeout "commandExecutionTimeout" integer)
    (termhost-command-timeout-allowlist "commandTimeoutAllowlist" list)
    (termhost-allowed-commands "allowedCommands" list)
    (termhost-denied-commands "deniedCommands" list)
    (termhost-asked-commands "askedCommands" list)
    (termhost-builtin-rules "builtinRules" (choice none readOnly))
    (termhost-secret-files "secretFiles" list)
    (termhost-auto-approve "autoApprove" boolean)
    (termhost-sandbox "sandbox" (plist (:level (choice off auto workspace readOnly)) (:network (choice none loopback all)) (:writable list) (:hidden list) (:readable list) (:askInside boolean)))
    (termhost-fallback "fallback" (choice owned plain))
    (termhost-terminals "terminals" (choice auto mirrored owned))
    (termhost-show-terminal "showTerminal" (choice never whenPassword whenWaiting whenLong))
    (termhost-yield-on-input "yieldOnInput" boolean)
    (termhost-hide-secrets "hideSecrets" boolean)
    (termhost-secret-variables "secretVariables" list)
    (termhost-secret-prefixes "secretPrefixes" list)
    (termhost-record-raw "recordRaw" boolean)
    (termhost-artifact-max-bytes "artifactMaxBytes" integer)
    (termhost-storage-max-bytes "storageMaxBytes" integer)
    (termhost-storage-min-free-bytes "storageMinFreeBytes" integer)
    (termhost-owned-columns "ownedColumns" integer)
    (termhost-owned-rows "ownedRows" integer))
  "The settings as lists of option, name on the wire and kind of value.")

(provide 'termhost-settings)
;;; termhost-settings.el ends here
