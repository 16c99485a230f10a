;;; termhost-settings.el --- Settings of the termhost server  -*- lexical-binding: t; -*-

;;; Commentary:

;; Written by scripts/generate from protocol/openrpc.json; changes here are lost.

;;; Code:

(require 'termhost-options)

(defcustom termhost-shell-integration-timeout 10000
  "The setting `shellIntegrationTimeout' of the termhost server.
Milliseconds to wait until the shell integration of a new terminal works."
  :type 'natnum
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-max-terminals 5
  "The setting `maxTerminals' of the termhost server.
Maximum number of agent terminals; further commands wait until one is idle."
  :type 'natnum
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-warm-shells 1
  "The setting `warmShells' of the termhost server.
With sandbox.level auto: number of shells that are started before a command
needs one."
  :type 'natnum
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-keep-terminals 30
  "The setting `keepTerminals' of the termhost server.
Seconds that a command goes on after termhost was killed, and waits for the
next termhost of the same folder; 0: it is ended at once."
  :type 'natnum
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-output-preview-size 'medium
  "The setting `outputPreviewSize' of the termhost server.
Size of a preview: small 2 KB, medium 4 KB, large 8 KB.  An output of up to
three times as much is shown whole if little of it can be folded and no line
reports an error."
  :type '(choice (const small) (const medium) (const large))
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-compact t
  "The setting `compact' of the termhost server.
Fold lines without new facts in previews: passed tests, progress, repeats."
  :type 'boolean
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-compress-progress-bar t
  "The setting `compressProgressBar' of the termhost server.
Keep only the last frame of a progress bar, as a terminal shows it."
  :type 'boolean
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-command-delay 0
  "The setting `commandDelay' of the termhost server.
Milliseconds to wait in the shell after a command."
  :type 'natnum
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-powershell-counter nil
  "The setting `powershellCounter' of the termhost server.
Deprecated: it has no effect."
  :type 'boolean
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-zsh-clear-eol-mark t
  "The setting `zshClearEolMark' of the termhost server.
Start zsh with an empty PROMPT_EOL_MARK."
  :type 'boolean
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-zsh-oh-my nil
  "The setting `zshOhMy' of the termhost server.
Start zsh with Oh My Zsh's own shell integration."
  :type 'boolean
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-zsh-p10k nil
  "The setting `zshP10k' of the termhost server.
Start zsh with Powerlevel10k's own shell integration."
  :type 'boolean
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-zdotdir nil
  "The setting `zdotdir' of the termhost server.
Start zsh with a ZDOTDIR of its own."
  :type 'boolean
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-call-patience -1
  "The setting `callPatience' of the termhost server.
Seconds after which a call without a timeout is answered while its command
goes on; 0: only at its end; -1: as long as the agent's client is known to
wait, else 0."
  :type 'integer
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-command-execution-timeout 0
  "The setting `commandExecutionTimeout' of the termhost server.
Seconds after which a command is stopped; 0: never."
  :type 'natnum
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-command-timeout-allowlist nil
  "The setting `commandTimeoutAllowlist' of the termhost server.
Command prefixes that commandExecutionTimeout does not stop."
  :type '(repeat string)
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-allowed-commands nil
  "The setting `allowedCommands' of the termhost server.
Command prefixes that run without asking; * is every command."
  :type '(repeat string)
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-denied-commands nil
  "The setting `deniedCommands' of the termhost server.
Command prefixes that never run."
  :type '(repeat string)
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-asked-commands nil
  "The setting `askedCommands' of the termhost server.
Command prefixes that always need approval, even if a shorter prefix in
allowedCommands allows them."
  :type '(repeat string)
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-builtin-rules 'readOnly
  "The setting `builtinRules' of the termhost server.
Commands that run without a rule: those that are proven to only read public
files (readOnly), or none."
  :type '(choice (const none) (const readOnly))
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-secret-files nil
  "The setting `secretFiles' of the termhost server.
Names or paths of files that builtinRules never lets a command read, in
addition to .env, key files and the like."
  :type '(repeat string)
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-auto-approve nil
  "The setting `autoApprove' of the termhost server.
Run every command without asking, except those that deniedCommands denies."
  :type 'boolean
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-sandbox nil
  "The setting `sandbox' of the termhost server.
Sandbox for commands that no rule allows: they run without a question,
because the kernel confines them.  It applies to terminals of termhost's
own."
  :type 'plist
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-fallback 'owned
  "The setting `fallback' of the termhost server.
For shells without integration: run the command in a terminal of termhost's
own, or type it into the editor's."
  :type '(choice (const owned) (const plain))
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-terminals 'auto
  "The setting `terminals' of the termhost server.
The terminals that run commands: the editor's (mirrored), termhost's own
\(owned), or either (auto)."
  :type '(choice (const auto) (const mirrored) (const owned))
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-show-terminal 'whenPassword
  "The setting `showTerminal' of the termhost server.
When the terminal of an agent's command appears: never; when the command
asks for a password (whenPassword); when it waits for any input
\(whenWaiting); or also after ten seconds (whenLong)."
  :type '(choice (const never) (const whenPassword) (const whenWaiting) (const whenLong))
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-yield-on-input t
  "The setting `yieldOnInput' of the termhost server.
Answer the agent at once when its command waits for input."
  :type 'boolean
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-hide-secrets t
  "The setting `hideSecrets' of the termhost server.
Hide secret variables' values and tokens from agents."
  :type 'boolean
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-secret-variables nil
  "The setting `secretVariables' of the termhost server.
Variables whose values hideSecrets hides too."
  :type '(repeat string)
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-secret-prefixes nil
  "The setting `secretPrefixes' of the termhost server.
Beginnings of tokens, such as acme_; hideSecrets hides such tokens too."
  :type '(repeat string)
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-record-raw nil
  "The setting `recordRaw' of the termhost server.
Keep the raw bytes of each command too, in a file next to its artifact."
  :type 'boolean
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-artifact-max-bytes 1073741824
  "The setting `artifactMaxBytes' of the termhost server.
Largest artifact of one command."
  :type 'natnum
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-storage-max-bytes 5368709120
  "The setting `storageMaxBytes' of the termhost server.
Largest storage folder."
  :type 'natnum
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-storage-min-free-bytes 1073741824
  "The setting `storageMinFreeBytes' of the termhost server.
Disk space that artifacts leave free."
  :type 'natnum
  :group 'termhost-settings
  :risky t
  :set #'termhost-options-set)

(defcustom termhost-owned-columns 160
  "The setting `ownedColumns' of the termhost server.
Columns of termhost's own terminals."
  :type 'natnum
  :group 'termhost-settings
  :set #'termhost-options-set)

(defcustom termhost-owned-rows 48
  "The setting `ownedRows' of the termhost server.
Rows of termhost's own terminals."
  :type 'natnum
  :group 'termhost-settings
  :set #'termhost-options-set)

(defconst termhost-settings
  '((termhost-shell-integration-timeout "shellIntegrationTimeout" integer)
    (termhost-max-terminals "maxTerminals" integer)
    (termhost-warm-shells "warmShells" integer)
    (termhost-keep-terminals "keepTerminals" integer)
    (termhost-output-preview-size "outputPreviewSize" symbol)
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
    (termhost-builtin-rules "builtinRules" symbol)
    (termhost-secret-files "secretFiles" list)
    (termhost-auto-approve "autoApprove" boolean)
    (termhost-sandbox "sandbox" plist)
    (termhost-fallback "fallback" symbol)
    (termhost-terminals "terminals" symbol)
    (termhost-show-terminal "showTerminal" symbol)
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
