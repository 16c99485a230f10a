---@meta
-- Generated from protocol/openrpc.json by scripts/generate.mjs.

---@class termhost.ProgramInfo
---@field name string
---@field version? string

---@class termhost.WorkspaceFolder
---@field uri string A file URI or an absolute path.
---@field name? string

---@class termhost.TerminalCapabilities
---@field source "events"|"bytes" events: the editor knows the shell executions; bytes: the shim sends the PTY's output.
---@field modes? ("execute"|"plain"|"paste")[] How terminal/submit may deliver text.
---@field interrupt? boolean terminal/interrupt works.
---@field show? boolean terminal/show works.
---@field dispose? boolean terminal/dispose works.
---@field sync? boolean terminal/sync works.
---@field owned? boolean The shim can show a terminal that termhost runs.

---@class termhost.ClientCapabilities
---@field terminal? termhost.TerminalCapabilities Missing: the shim has no terminals.
---@field approval? boolean The shim can ask the user (approval/request).
---@field agents? boolean The shim can ask the user about agents (agent/requestAccess); termhost then listens for them.
---@field renderedOutput? boolean tool/calling brings rendered text, in whole lines that can no longer change; else the terminal's own bytes with their control sequences, as they come.
---@field liveOutput? boolean false: live output is not wanted; tool/calling brings only `complete`.

---@class termhost.SandboxSetting
---@field level? "off"|"auto"|"workspace"|"readOnly" off: no sandbox; auto: commands write to a copy of the workspace, which is thrown away, and the result lists the changes; workspace: commands may write to the workspace, the temporary folder and copies of caches; readOnly: they may write nothing.
---@field network? "none"|"loopback"|"all" none: no network; loopback: a loopback network of the terminal's own; all: the same network as outside. With auto it is at least loopback.
---@field writable? string[] More folders that commands may write to, as absolute paths.
---@field hidden? string[] Files and folders that the sandbox shows as empty, in addition to known secrets, as absolute paths.
---@field readable? string[] With auto: files and folders of the home folder that commands see, as absolute paths. Commands see the workspace and the files that programs need to start in any case.
---@field askInside? boolean true: commands in the sandbox need approval too. Missing: only if this machine cannot enforce the whole sandbox. false: never.

---@class termhost.Settings
---@field shellIntegrationTimeout? integer Milliseconds to wait until the shell integration of a new terminal works.
---@field maxTerminals? integer Maximum number of agent terminals; further commands wait until one is idle.
---@field warmShells? integer Number of shells that are started in advance. Then a trial (a run in a throw-away copy) begins at once. The setting has an effect only if the sandbox has the level auto.
---@field keepTerminals? integer Seconds for which a command goes on after termhost was killed. The next termhost of the same folder takes the command over. 0: the command is ended at once.
---@field outputPreviewSize? "small"|"medium"|"large" Size of a preview: small 2 KB, medium 4 KB, large 8 KB. A preview is the part of a long output that an agent gets. An output of up to three times this size is shown whole if little of it can be folded (compact) and no line reports an error.
---@field compact? boolean In previews, fold lines without new facts: a short mark replaces them. Such lines are passed tests, progress and repeats.
---@field compressProgressBar? boolean Keep only the last frame of a progress bar, as a terminal shows it.
---@field commandDelay? integer Pause of the shell after each command, in milliseconds. Only in the editor's terminals.
---@field powershellCounter? boolean Deprecated: it has no effect.
---@field zshClearEolMark? boolean Start zsh with an empty PROMPT_EOL_MARK. Then zsh prints no % after output without a line end.
---@field zshOhMy? boolean Also turn on Oh My Zsh's shell integration in the editor's terminals.
---@field zshP10k? boolean Also turn on Powerlevel10k's shell integration in the editor's terminals.
---@field zdotdir? boolean Start zsh with termhost's own shell integration, by the variable ZDOTDIR. This helps if the editor's integration does not start in zsh.
---@field callPatience? integer Seconds after which a call without a timeout is answered. Its command goes on. 0: the answer comes only when the command has ended. -1: before the agent's client gives up the call (an unknown client: after 45 s). With -1, calls of the editor itself wait as with 0.
---@field commandExecutionTimeout? integer Seconds after which a command is stopped; 0: never.
---@field commandTimeoutAllowlist? string[] Beginnings of commands that commandExecutionTimeout does not stop.
---@field allowedCommands? string[] Command prefixes that run without asking; * is every command.
---@field deniedCommands? string[] Command prefixes that never run.
---@field askedCommands? string[] Command prefixes that always need approval. A shorter prefix in allowedCommands does not allow them.
---@field builtinRules? "none"|"readOnly" Commands that run without a rule. readOnly: those that are proven to be read-only and to read no secret file; none: no command.
---@field secretFiles? string[] Names or paths of files with secrets. They are added to .env, key files and the like. builtinRules never lets a command read such a file.
---@field autoApprove? boolean Run every command without asking, except those that deniedCommands denies.
---@field sandbox? termhost.SandboxSetting Sandbox for commands that no rule allows. Such commands run without a question, because the kernel confines them. Only termhost's own terminals have a sandbox.
---@field fallback? "owned"|"plain" The way to run a command if the shell has no integration. owned: in a terminal of termhost's own; plain: typed into a terminal of the editor.
---@field terminals? "auto"|"mirrored"|"owned" The terminals that run commands. mirrored: terminals of the editor; owned: termhost's own terminals; auto: terminals of the editor, or termhost's own if the editor has none for termhost. A command in a sandbox always runs in a terminal of termhost's own.
---@field showTerminal? "never"|"whenPassword"|"whenWaiting"|"whenLong" The moment at which the terminal of an agent's command appears. never: not at all; whenPassword: when the command asks for a password; whenWaiting: when it waits for any input; whenLong: the same, and also after ten seconds.
---@field yieldOnInput? boolean Answer the agent at once when its command waits for input.
---@field hideSecrets? boolean Hide tokens and the values of secret variables from agents.
---@field secretVariables? string[] Names of variables whose values hideSecrets hides. They are added to variables with the name of a secret, such as GITHUB_TOKEN.
---@field secretPrefixes? string[] Beginnings of secret tokens, such as acme_. They are added to those that hideSecrets knows.
---@field recordRaw? boolean Also keep the raw bytes of each output, in a file of their own.
---@field artifactMaxBytes? integer Largest size of one artifact, in bytes. An artifact is the file with the complete output of a command.
---@field storageMaxBytes? integer Largest size of the folder with all artifacts, in bytes.
---@field storageMinFreeBytes? integer Space on the disk that artifacts leave free, in bytes.
---@field ownedColumns? integer Columns of termhost's own terminals.
---@field ownedRows? integer Rows of termhost's own terminals.

---@class termhost.InitializationOptions
---@field storageDir? string Where artifacts are kept; absolute.
---@field settings? termhost.Settings Settings that differ from the defaults.

---@class termhost.InitializeParams
---@field processId integer|nil The editor's process: termhost ends when it is gone.
---@field clientInfo? termhost.ProgramInfo
---@field workspaceFolders? termhost.WorkspaceFolder[]
---@field trace? "off"|"messages"|"verbose"
---@field capabilities? termhost.ClientCapabilities
---@field initializationOptions? termhost.InitializationOptions

---@class termhost.ServerCapabilities
---@field terminalSources ("events"|"bytes")[]
---@field tools string[] Names for tool/call.

---@class termhost.InitializeResult
---@field capabilities termhost.ServerCapabilities
---@field serverInfo termhost.ProgramInfo

---@class termhost.CancelParams
---@field id any Of the request, a number or a string.

---@class termhost.SetTraceParams
---@field value "off"|"messages"|"verbose"

---@class termhost.LogMessageParams
---@field type integer 1 error, 2 warning, 3 info, 4 log.
---@field message string

---@class termhost.DidChangeConfigurationParams
---@field settings? termhost.Settings A missing setting keeps its value; null resets it to its default.

---@class termhost.WorkspaceFoldersChange
---@field added? termhost.WorkspaceFolder[]
---@field removed? termhost.WorkspaceFolder[]

---@class termhost.DidChangeWorkspaceFoldersParams
---@field event termhost.WorkspaceFoldersChange

---@class termhost.TerminalDidOpenParams
---@field terminalId string The shim's own id of the terminal.
---@field name? string
---@field pid? integer Of the shell.
---@field cwd? string
---@field shell? string bash, zsh, fish, pwsh, …
---@field shellPath? string
---@field cols? integer
---@field rows? integer
---@field integration? "none"|"basic"|"rich" How well the terminal reports the actions of its shell.
---@field source? "events"|"bytes" Overrides capabilities.terminal.source for this terminal.
---@field requestId? string Of the terminal/create that made it.

---@class termhost.TerminalDidChangeShellIntegrationParams
---@field terminalId string
---@field integration "none"|"basic"|"rich"
---@field cwd? string
---@field shell? string

---@class termhost.TerminalDidResizeParams
---@field terminalId string
---@field cols integer
---@field rows integer

---@class termhost.TerminalDataParams
---@field terminalId string
---@field data string
---@field encoding? "text"|"base64" Of data; base64 where it may not be well-formed text.

---@class termhost.TerminalParams
---@field terminalId string

---@class termhost.TerminalDidInputParams
---@field terminalId string
---@field data string The keys the user typed into a shown owned terminal.

---@class termhost.TerminalDidCloseParams
---@field terminalId string
---@field exitCode? integer Of the shell.
---@field reason? string process: the shell ended by itself, and exitCode is its own; user, extension, shutdown, or other words: it was closed, and exitCode is not the shell's. Missing: as process.

---@class termhost.CommandLine
---@field value string
---@field confidence? integer 0 low, 1 medium, 2 high.
---@field isTrusted? boolean The shell proved it with its nonce.

---@class termhost.ResumedExecution
---@field executionId string By which agents know it: of terminal/didChangeStatus.
---@field toolCallId string
---@field taskId? string
---@field command string As the agent wrote it.

---@class termhost.ShellExecutionDidStartParams
---@field terminalId string
---@field executionId string The shim's own id of the shell execution.
---@field commandLine? termhost.CommandLine
---@field cwd? string
---@field resumed? termhost.ResumedExecution The execution belongs to an agent, whose call an earlier termhost has answered.

---@class termhost.ShellExecutionDidWriteParams
---@field executionId string
---@field data string
---@field encoding? "text"|"base64" Of data; base64 where it may not be well-formed text.
---@field index? integer Of the chunk within its execution, from 0.

---@class termhost.ShellExecutionDidEndParams
---@field executionId string
---@field exitCode? integer Missing: the editor does not know it.
---@field drained? boolean All output was sent before this message.

---@class termhost.TerminalLaunchParams
---@field cwd? string
---@field shell? string A name or a path; missing: the user's own.

---@class termhost.TerminalLaunchResult
---@field argv string[]
---@field env table<string, string> On top of the editor's own environment.
---@field cwd string

---@class termhost.ToolAnnotations
---@field readOnlyHint boolean It changes nothing.
---@field destructiveHint boolean It may destroy something.
---@field idempotentHint boolean A second call with the same arguments changes nothing more.
---@field openWorldHint boolean It may reach beyond this machine.

---@class termhost.ToolDescription
---@field name string
---@field title string
---@field description string For a model: when to use it.
---@field inputSchema any JSON Schema.
---@field outputSchema any JSON Schema of structuredContent.
---@field annotations termhost.ToolAnnotations

---@class termhost.ToolListResult
---@field tools termhost.ToolDescription[]

---@class termhost.ToolCallParams
---@field name string One of tool/list.
---@field arguments? any By the tool's inputSchema.
---@field toolCallId? string The agent's own; "unknown" if missing.
---@field taskId? string The agent's conversation.
---@field byUser? boolean execute_command: the user wrote the command, so it does not run in a trial.

---@class termhost.TextContent
---@field type "text"
---@field text string

---@class termhost.ToolCallResult
---@field content termhost.TextContent[] For the model.
---@field structuredContent? any By the tool's outputSchema.
---@field isError boolean The tool could not do its work.

---@class termhost.ToolBackgroundParams
---@field toolCallId string The call whose command goes on in the background.

---@class termhost.ToolDidChangeLiveOutputParams
---@field wanted boolean From now on, instead of capabilities.liveOutput.

---@class termhost.ToolStopParams
---@field executionId string termhost's own id, of any task.

---@class termhost.ToolOutputParams
---@field executionId string termhost's own id, of any task.

---@class termhost.OmittedRange
---@field offset integer Where to read it with read_command_output.
---@field bytes integer
---@field lines integer
---@field folded? string Their kind, in words; missing: lines that did not fit.

---@class termhost.HiddenSecrets
---@field secrets integer Labels in text.
---@field bytes integer Bytes of the output that they replace.

---@class termhost.CommandOutput
---@field text string All of it, or a preview with its gaps marked.
---@field totalBytes integer
---@field totalLines integer
---@field omitted termhost.OmittedRange[] The parts that the preview leaves out.
---@field hidden? termhost.HiddenSecrets The secrets that labels such as [secret NAME hidden] replace in text.
---@field artifactId string|nil For read_command_output.
---@field taskId? string With tool/output: the task whose artifact it is, for read_command_output.
---@field problem? string Why text is incomplete, or could not be kept.
---@field offset? integer Where text begins in the whole output; earlier answers had the output before it.

---@class termhost.ApprovalCheckParams
---@field command string
---@field cwd? string
---@field shell? string

---@class termhost.CommandVerdict
---@field text string The simple command, as written.
---@field verdict "allow"|"ask"|"deny"
---@field rule? string The rule that decided.
---@field reason string
---@field hazards? string[] Its effects, such as network, destructive or piped_code.

---@class termhost.ApprovalCheckResult
---@field verdict "allow"|"ask"|"deny" The verdict of the rules.
---@field runs "nowhere"|"outside"|"trial"|"workspace"|"readOnly" The place in which it runs. In trial, workspace and readOnly it runs without a question even if the verdict is ask, unless an ask rule or `askInside` wants the question.
---@field runsBecause string The reason for this place.
---@field commands termhost.CommandVerdict[]
---@field reason string The reason for the verdict.
---@field suggestions? string[] Prefixes that are safe to remember.
---@field hazards? string[]

---@class termhost.TaskParams
---@field taskId? string

---@class termhost.ExecutionNews
---@field executionId string
---@field command string
---@field running boolean
---@field hot? boolean Printed a moment ago.
---@field exitCode integer|nil
---@field signal string|nil
---@field newOutput string Output since the last report, or a preview of it with its gaps marked.
---@field omittedBytes? integer New too, and left out of newOutput.
---@field waiting? boolean For a terminal; it has not started.
---@field artifactId string|nil

---@class termhost.TerminalDetails
---@field terminalId string
---@field name? string
---@field host? string The machine that it is on; missing: the user's.
---@field cwd? string
---@field shell? string
---@field taskId? string The task that has it.
---@field busy boolean
---@field owned boolean Run by termhost, not by the editor.
---@field sandbox? "off"|"trial"|"workspace"|"readOnly" The sandbox that everything in it runs in.
---@field lastCommand? string The task's own command that ended last in it.
---@field exitCode? integer Of lastCommand; missing: unknown.
---@field executions termhost.ExecutionNews[] The task's own: finished ones first, oldest first, then the running one.

---@class termhost.EnvironmentDetailsResult
---@field text string For the model.
---@field terminals termhost.TerminalDetails[]
---@field waiting? termhost.ExecutionNews[] Commands that wait for a terminal, and those that never got one.

---@class termhost.TaskDidEndParams
---@field taskId string

---@class termhost.TaskDidRewindParams
---@field taskId string
---@field keep string[] Executions whose artifacts stay.

---@class termhost.TerminalCreateParams
---@field requestId string Comes back in terminal/didOpen.
---@field cwd string
---@field name string
---@field env table<string, string> On top of what the editor gives its terminals.
---@field argv? string[] The program to start; only for source "bytes".
---@field shell? string
---@field taskId? string
---@field owned? boolean true: show a terminal that termhost runs; start nothing.
---@field nonce? string owned: the text that proves the marks of the shell integration in its bytes, for an editor that reads them.

---@class termhost.TerminalCreateResult
---@field terminalId string

---@class termhost.TerminalSubmitParams
---@field terminalId string
---@field text string Taken as it is; for plain and paste it holds every keystroke.
---@field mode "execute"|"plain"|"paste" execute: the editor's own shell integration call, whose execution is read at once and named in the answer; plain and paste: typed.

---@class termhost.TerminalSubmitResult
---@field executionId? string The execution that mode execute returned.

---@class termhost.TerminalSendInputParams
---@field terminalId string
---@field text string Raw keys.

---@class termhost.TerminalControlParams
---@field terminalId string
---@field preserveFocus? boolean For terminal/show.

---@class termhost.ApprovalRequestParams
---@field toolCallId string
---@field agent? string The agent from outside of the editor that asks, with its process: "claude (pid 123)". Missing: an agent of the editor itself.
---@field action? "run"|"input"|"stop"|"read" run: a command; input: what would be typed into a running one; stop, read: one of the user's own.
---@field command string As the agent wrote it; for input what would be typed.
---@field shown string The same, ready to be shown: characters that a reader could not see or tell apart are between U+27E8 and U+27E9, as in all other texts of the question.
---@field size string Size of `command`, in words: 82 lines, 2340 bytes.
---@field target? string The running command that input, stop or read is about.
---@field cwd string
---@field shell string
---@field commands termhost.CommandVerdict[] Sorted by verdict, the most dangerous first.
---@field hazards? string[] All hazards, each once; some are not those of a single command.
---@field reason string Why the user is asked.
---@field place? string The other machine and the sandbox that it would run in; it completes "It would run".
---@field suggestions string[] Prefixes that are safe to remember.

---@class termhost.RememberedRule
---@field list "allowed"|"denied"
---@field prefix string Ignored for line.
---@field scope? "always"|"session"|"line" always: the shim keeps it too; session: until termhost ends; line: only this line, in the same folder and shell, until termhost ends.

---@class termhost.ApprovalRequestResult
---@field decision "approve"|"edit"|"reject"
---@field command? string The command to run instead; for edit.
---@field feedback? string The user's comment to the agent.
---@field remember? termhost.RememberedRule

---@class termhost.AgentAccessParams
---@field identity string The agent, its program and the workspace folder, in words: the answer is remembered under this text.
---@field question string The text to show, in sentences without hidden characters: it names the agent, its process and its folder.
---@field introduction string The first sentences of `question`, without those about what will run: for an editor whose settings let nothing run without a question.

---@class termhost.AgentAccessResult
---@field decision "allow"|"once"|"never"|"dismiss" allow and never: the shim remembers it, and answers the same identity without a question from then on; once, dismiss: it forgets it.

---@class termhost.ToolCallingData
---@field type "stdout"|"stderr"|"complete" complete comes exactly once and last, also on failure.
---@field chunk? string The terminal's output, control sequences included; with capabilities.renderedOutput rendered text, and all chunks together are the whole output.
---@field command string
---@field cd string The directory it runs in.
---@field exitCode? integer Of a complete; missing: there is none.
---@field offset? integer Bytes of this stream before the chunk. More than was received: the reader was too slow, and the bytes between were left out.
---@field status? "completed"|"running"|"waiting_for_input"|"waiting"|"timed_out"|"stopped"|"rejected"|"denied"|"lost"|"failed_to_start" Of a complete: the command never ran, and this is the status of its result. Missing: it ran.
---@field reason? string Of a command that never ran: why, if there is more to say than its status.
---@field tried? string Of a complete of a trial: the changes in its copy, of which nothing is kept, in words for the user: "made 'build/' (2 files)".

---@class termhost.ToolCallingParams
---@field name string
---@field toolCallId string
---@field data termhost.ToolCallingData

---@class termhost.AwaitedInput
---@field process string
---@field kind "line"|"secret"|"key"|"repl"|"pager"|"editor"
---@field prompt string The last line of what it shows.
---@field likely? boolean The process is hidden; only the terminal's modes show the wait.

---@class termhost.TerminalDidChangeStatusParams
---@field terminalId string
---@field busy boolean
---@field command? string
---@field cwd? string The directory in which the command was started.
---@field executionId? string termhost's own id.
---@field toolCallId? string The call whose command it is; missing: the user's, or a preparation.
---@field input? termhost.AwaitedInput The input that the command needs from the user.
---@field agent? string The agent from outside of the editor whose command it is, with its process: "claude (pid 123)".
---@field sandbox? "off"|"trial"|"workspace"|"readOnly" The terminal's sandbox; missing: there is none.
---@field unreached? integer[] Ports on which the command listens in a trial with a network of its own: nothing outside reaches them.

---@class termhost.UntilArguments
---@field pattern? string Regex that a line matches.
---@field port? integer It listens on this port.
---@field input? boolean It waits for input; default true.
---@field quiet? number Seconds without output.

---@class termhost.ExecuteCommandArguments
---@field command string May have several lines.
---@field cwd? string Default: where your last command left the shell.
---@field timeout? integer Seconds to wait; default: as long as your client allows.
---@field background? boolean Don't wait.
---@field keep? boolean It survives this session; the user is asked.
---@field until? termhost.UntilArguments Conditions that end the wait earlier.
---@field shell? string bash, zsh, fish, sh, pwsh or a path.
---@field pipes? boolean No terminal, no input; stderr separate.
---@field required_cwd? boolean Use only a shell already in cwd.
---@field sandbox? "off" off: ask the user to run it for real.
---@field justification? string The reason; shown to the user.

---@class termhost.PipelineStage
---@field command string|nil null: it is not known which of several pipelines came last.
---@field exitCode integer|nil null: the shell told only the last one's.

---@class termhost.Rewrite
---@field kind "none"|"flattened"|"grouped"|"eval"|"prefix"|"envelope"|"edited"
---@field reason string

---@class termhost.SandboxRefusal
---@field access "write"|"connect"|"network"
---@field target? string write: an absolute path; connect: ADDRESS:PORT.

---@class termhost.SandboxChange
---@field change "made"|"changed"|"removed"
---@field path string Absolute.
---@field folder? boolean
---@field files? integer Only for a folder that was made: the number of files in it.
---@field linesAdded? integer Of a text that is not large.
---@field linesRemoved? integer Likewise.

---@class termhost.ResultSandbox
---@field level "off"|"trial"|"workspace"|"readOnly"
---@field network "none"|"loopback"|"all"
---@field enforcedBy string[]
---@field gaps string[] The gaps of the sandbox on this machine.
---@field refused? termhost.SandboxRefusal[] The accesses that it refused, as the kernel reported them: each once, at most 16.
---@field changes? termhost.SandboxChange[] Only with the level trial: the changes in its copy, of which nothing is kept. Caches are left out; at most 64.

---@class termhost.UntilMet
---@field line? string That matches the pattern.
---@field port? integer That it listens on.
---@field quiet? number Seconds for which it has printed nothing.

---@class termhost.Cost
---@field cpuMs? integer Processor time.
---@field readBytes? integer From files, pipes, sockets and terminals.
---@field writtenBytes? integer
---@field peakMemoryBytes? integer Of its largest process.
---@field peakAtLeast? boolean It may have been more: it was only sampled.

---@class termhost.OutputHolder
---@field pid integer
---@field name string

---@class termhost.ExecutionResult
---@field message? string For a model: everything except the output itself.
---@field status "completed"|"running"|"waiting_for_input"|"waiting"|"timed_out"|"stopped"|"rejected"|"denied"|"lost"|"failed_to_start"
---@field exitCode integer|nil null: there is none, or it is unknown.
---@field signal string|nil SIGKILL, …
---@field endedBy "wait"|"end_event"|"end_mark"|"next_prompt"|"terminal_closed"|null The evidence for the end.
---@field certainty "certain"|"likely"|"unknown"
---@field pipeline? termhost.PipelineStage[] Where a pipeline ended last: its stages. exitCode above is the shell's for all of it.
---@field command string As the agent wrote it.
---@field editedCommand? string The command as the user edited it, which ran.
---@field submitted string|nil The line that the shell got.
---@field reason? string Why it was denied, rejected or not started, waits, or is lost.
---@field notes? string[] Other facts about this result, as sentences.
---@field rewrite termhost.Rewrite
---@field host? string The machine that it was for; missing: the user's own.
---@field cwd string
---@field shell string
---@field integration "none"|"basic"|"rich"|"owned"|"pipes"
---@field sandbox? termhost.ResultSandbox That it ran in.
---@field terminalId string|nil
---@field executionId string|nil
---@field toolCallId string
---@field durationMs integer
---@field output termhost.CommandOutput
---@field screen? string The current screen of a full-screen program.
---@field input? termhost.AwaitedInput For waiting_for_input: the process, and the input that it waits for.
---@field met? termhost.UntilMet The condition of `until` that was met.
---@field listening? integer[] TCP ports that its processes listen on.
---@field cost? termhost.Cost Resources that it and its processes have used, as far as the system tells.
---@field stderr? termhost.CommandOutput Only where stdout and stderr were kept apart.
---@field holders? termhost.OutputHolder[] Processes that still hold the output open.
---@field leftRunning? termhost.OutputHolder[] Other processes that it left running.

---@class termhost.ReadCommandOutputArguments
---@field artifact_id string
---@field search? string Regex.
---@field offset? integer Byte; negative: from the end.
---@field limit? integer Bytes; default 8192.
---@field context_lines? integer Around each match.

---@class termhost.ReadCommandOutputResult
---@field artifactId string
---@field text string The output from offset on, unchanged except for secrets; for a search the matching lines with their numbers.
---@field offset integer Where text begins.
---@field nextOffset integer|nil The offset to continue at; null at the end.
---@field totalBytes integer
---@field matches? integer Lines that match, of the whole output.
---@field hidden? termhost.HiddenSecrets The secrets that labels such as [secret NAME hidden] replace in text.
---@field complete boolean The shown part ends with the output.

---@class termhost.WaitForCommandArguments
---@field execution_id string
---@field timeout? integer Seconds; default 30.
---@field until? termhost.UntilArguments As in execute_command, for new output.

---@class termhost.SendInputArguments
---@field execution_id string
---@field text? string Typed as is; a newline is Enter.
---@field keys? string Typed after text; named keys in <>: ihello<Esc>:wq<Enter>, <C-c>, <Up>.

---@class termhost.ReadScreenArguments
---@field execution_id string

---@class termhost.ScreenCursor
---@field row integer From 1.
---@field column integer From 1.
---@field visible boolean

---@class termhost.ReadScreenResult
---@field message string For a model: everything except the rows.
---@field rows string[] Top to bottom, all of them.
---@field cursor termhost.ScreenCursor
---@field title string Of the window, as the program set it.
---@field alternate boolean A full-screen program has the screen.
---@field columns integer

---@class termhost.StopCommandArguments
---@field execution_id string
---@field signal? "SIGINT"|"SIGTERM"|"SIGKILL" Default: each in turn until it ends.

---@class termhost.ListTerminalsArguments

---@class termhost.ListTerminalsResult
---@field terminals termhost.TerminalDetails[]

---@alias termhost.ServerRequest
---| 'initialize' # Starts the session: the first message, sent once.
---| 'shutdown' # Ends the session; only exit may follow.
---| 'terminal/launch' # How to start a shell with termhost's integration.
---| 'tool/list' # The tools for the agent.
---| 'tool/call' # Runs a tool.
---| 'tool/background' # The user wants an answer now, while the command goes on.
---| 'tool/stop' # The user stops a command. The answer comes when it has ended, or cannot be ended.
---| 'tool/output' # The output of a command so far, in the form of a result, for the user. Agents do not see this.
---| 'approval/check' # The verdict on a command line, without running it.
---| 'environment/details' # Running commands, and events since the last report.

---@alias termhost.ServerNotification
---| 'initialized' # The client has the answer to initialize.
---| 'exit' # Ends the process: status 0 after shutdown, else 1.
---| '$/cancelRequest' # The answer is not needed any more. It comes nevertheless.
---| '$/setTrace' # Sets the detail of window/logMessage.
---| 'workspace/didChangeConfiguration' # New settings.
---| 'workspace/didChangeWorkspaceFolders' # Folders of the workspace were added or removed.
---| 'terminal/didOpen' # A terminal exists.
---| 'terminal/didChangeShellIntegration' # Shell integration or the directory changed; may come again.
---| 'terminal/didResize' # undefined
---| 'terminal/didWrite' # Raw PTY output, for source "bytes"; termhost finds the markers.
---| 'terminal/didInteract' # The user typed there.
---| 'terminal/didInput' # Keys typed into a shown owned terminal.
---| 'terminal/didClose' # undefined
---| 'shellExecution/didStart' # For source "events".
---| 'shellExecution/didWrite' # Output of a shell execution, in order.
---| 'shellExecution/didEnd' # For source "events".
---| 'tool/didChangeLiveOutput' # Live output is wanted, or no longer wanted.
---| 'task/didEnd' # The conversation is over.
---| 'task/didRewind' # The conversation went back; artifacts not kept are deleted.

---@alias termhost.ClientRequest
---| 'terminal/create' # Opens a terminal; its terminal/didOpen names the requestId.
---| 'terminal/submit' # Gives a command line to the terminal's shell.
---| 'terminal/sendInput' # Types raw keys.
---| 'terminal/interrupt' # Ctrl+C.
---| 'terminal/show' # undefined
---| 'terminal/dispose' # undefined
---| 'terminal/sync' # The answer comes after the shim has reported all events of the terminal so far.
---| 'approval/request' # Asks the user whether a command may run.
---| 'agent/requestAccess' # Asks the user whether an agent may use this editor's terminals.

---@alias termhost.ClientNotification
---| '$/cancelRequest' # The answer is not needed any more. It comes nevertheless.
---| 'window/logMessage' # A line for the log.
---| 'terminal/didPrint' # Bytes of an owned terminal that the shim shows.
---| 'tool/calling' # Output of a tool call in real time, per execution in order.
---| 'terminal/didChangeStatus' # For status bars and views.
