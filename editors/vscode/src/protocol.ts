// Generated from protocol/openrpc.json by scripts/generate.mjs.

export interface ProgramInfo {
  name: string;
  version?: string;
}

export interface WorkspaceFolder {
  /** A file URI or an absolute path. */
  uri: string;
  name?: string;
}

export interface TerminalCapabilities {
  /** events: the editor knows the shell executions; bytes: the shim sends the PTY's output. */
  source: "events" | "bytes";
  /** How terminal/submit may deliver text. */
  modes?: ("execute" | "plain" | "paste")[];
  /** terminal/interrupt works. */
  interrupt?: boolean;
  /** terminal/show works. */
  show?: boolean;
  /** terminal/dispose works. */
  dispose?: boolean;
  /** terminal/sync works. */
  sync?: boolean;
  /** The shim can show a terminal that termhost runs. */
  owned?: boolean;
}

export interface ClientCapabilities {
  /** Missing: the shim has no terminals. */
  terminal?: TerminalCapabilities;
  /** The shim can ask the user (approval/request). */
  approval?: boolean;
  /** The shim can ask the user about agents (agent/requestAccess); termhost then listens for them. */
  agents?: boolean;
  /** tool/calling brings rendered text, in whole lines that can no longer change; else the terminal's own bytes with their control sequences, as they come. */
  renderedOutput?: boolean;
  /** false: live output is not wanted; tool/calling brings only `complete`. */
  liveOutput?: boolean;
}

export interface SandboxSetting {
  /** off: no sandbox; auto: commands write to a copy of the workspace, which is thrown away, and the result lists the changes; workspace: commands may write to the workspace, the temporary folder and copies of caches; readOnly: they may write nothing. */
  level?: "off" | "auto" | "workspace" | "readOnly";
  /** none: no network; loopback: a loopback network of the terminal's own; all: the same network as outside. With auto it is at least loopback. */
  network?: "none" | "loopback" | "all";
  /** More folders that commands may write to, as absolute paths. */
  writable?: string[];
  /** Files and folders that the sandbox shows as empty, in addition to known secrets, as absolute paths. */
  hidden?: string[];
  /** With auto: files and folders of the home folder that commands see, as absolute paths. Commands see the workspace and the files that programs need to start in any case. */
  readable?: string[];
  /** true: commands in the sandbox need approval too. Missing: only if this machine cannot enforce the whole sandbox. false: never. */
  askInside?: boolean;
}

export interface Settings {
  /** Milliseconds to wait until the shell integration of a new terminal works. */
  shellIntegrationTimeout?: number;
  /** Maximum number of agent terminals; further commands wait until one is idle. */
  maxTerminals?: number;
  /** Number of shells that are started in advance. Then a trial (a run in a throw-away copy) begins at once. The setting has an effect only if the sandbox has the level auto. */
  warmShells?: number;
  /** Seconds for which a command goes on after termhost was killed. The next termhost of the same folder takes the command over. 0: the command is ended at once. */
  keepTerminals?: number;
  /** Size of a preview: small 2 KB, medium 4 KB, large 8 KB. A preview is the part of a long output that an agent gets. An output of up to three times this size is shown whole if little of it can be folded (compact) and no line reports an error. */
  outputPreviewSize?: "small" | "medium" | "large";
  /** In previews, fold lines without new facts: a short mark replaces them. Such lines are passed tests, progress and repeats. */
  compact?: boolean;
  /** Keep only the last frame of a progress bar, as a terminal shows it. */
  compressProgressBar?: boolean;
  /** Pause of the shell after each command, in milliseconds. Only in the editor's terminals. */
  commandDelay?: number;
  /** Deprecated: it has no effect. */
  powershellCounter?: boolean;
  /** Start zsh with an empty PROMPT_EOL_MARK. Then zsh prints no % after output without a line end. */
  zshClearEolMark?: boolean;
  /** Also turn on Oh My Zsh's shell integration in the editor's terminals. */
  zshOhMy?: boolean;
  /** Also turn on Powerlevel10k's shell integration in the editor's terminals. */
  zshP10k?: boolean;
  /** Start zsh with termhost's own shell integration, by the variable ZDOTDIR. This helps if the editor's integration does not start in zsh. */
  zdotdir?: boolean;
  /** Seconds after which a call without a timeout is answered. Its command goes on. 0: the answer comes only when the command has ended. -1: before the agent's client gives up the call (an unknown client: after 45 s). With -1, calls of the editor itself wait as with 0. */
  callPatience?: number;
  /** Seconds after which a command is stopped; 0: never. */
  commandExecutionTimeout?: number;
  /** Beginnings of commands that commandExecutionTimeout does not stop. */
  commandTimeoutAllowlist?: string[];
  /** Command prefixes that run without asking; * is every command. */
  allowedCommands?: string[];
  /** Command prefixes that never run. */
  deniedCommands?: string[];
  /** Command prefixes that always need approval. A shorter prefix in allowedCommands does not allow them. */
  askedCommands?: string[];
  /** Commands that run without a rule. readOnly: those that are proven to be read-only and to read no secret file; none: no command. */
  builtinRules?: "none" | "readOnly";
  /** Names or paths of files with secrets. They are added to .env, key files and the like. builtinRules never lets a command read such a file. */
  secretFiles?: string[];
  /** Run every command without asking, except those that deniedCommands denies. */
  autoApprove?: boolean;
  /** Sandbox for commands that no rule allows. Such commands run without a question, because the kernel confines them. Only termhost's own terminals have a sandbox. */
  sandbox?: SandboxSetting;
  /** The way to run a command if the shell has no integration. owned: in a terminal of termhost's own; plain: typed into a terminal of the editor. */
  fallback?: "owned" | "plain";
  /** The terminals that run commands. mirrored: terminals of the editor; owned: termhost's own terminals; auto: terminals of the editor, or termhost's own if the editor has none for termhost. A command in a sandbox always runs in a terminal of termhost's own. */
  terminals?: "auto" | "mirrored" | "owned";
  /** The moment at which the terminal of an agent's command appears. never: not at all; whenPassword: when the command asks for a password; whenWaiting: when it waits for any input; whenLong: the same, and also after ten seconds. */
  showTerminal?: "never" | "whenPassword" | "whenWaiting" | "whenLong";
  /** Answer the agent at once when its command waits for input. */
  yieldOnInput?: boolean;
  /** Hide tokens and the values of secret variables from agents. */
  hideSecrets?: boolean;
  /** Names of variables whose values hideSecrets hides. They are added to variables with the name of a secret, such as GITHUB_TOKEN. */
  secretVariables?: string[];
  /** Beginnings of secret tokens, such as acme_. They are added to those that hideSecrets knows. */
  secretPrefixes?: string[];
  /** Also keep the raw bytes of each output, in a file of their own. */
  recordRaw?: boolean;
  /** Largest size of one artifact, in bytes. An artifact is the file with the complete output of a command. */
  artifactMaxBytes?: number;
  /** Largest size of the folder with all artifacts, in bytes. */
  storageMaxBytes?: number;
  /** Space on the disk that artifacts leave free, in bytes. */
  storageMinFreeBytes?: number;
  /** Columns of termhost's own terminals. */
  ownedColumns?: number;
  /** Rows of termhost's own terminals. */
  ownedRows?: number;
}

export interface InitializationOptions {
  /** Where artifacts are kept; absolute. */
  storageDir?: string;
  /** Settings that differ from the defaults. */
  settings?: Settings;
}

export interface InitializeParams {
  /** The editor's process: termhost ends when it is gone. */
  processId: number | null;
  clientInfo?: ProgramInfo;
  workspaceFolders?: WorkspaceFolder[];
  trace?: "off" | "messages" | "verbose";
  capabilities?: ClientCapabilities;
  initializationOptions?: InitializationOptions;
}

export interface ServerCapabilities {
  terminalSources: ("events" | "bytes")[];
  /** Names for tool/call. */
  tools: string[];
}

export interface InitializeResult {
  capabilities: ServerCapabilities;
  serverInfo: ProgramInfo;
}

export interface CancelParams {
  /** Of the request, a number or a string. */
  id: unknown;
}

export interface SetTraceParams {
  value: "off" | "messages" | "verbose";
}

export interface LogMessageParams {
  /** 1 error, 2 warning, 3 info, 4 log. */
  type: number;
  message: string;
}

export interface DidChangeConfigurationParams {
  /** A missing setting keeps its value; null resets it to its default. */
  settings?: Settings;
}

export interface WorkspaceFoldersChange {
  added?: WorkspaceFolder[];
  removed?: WorkspaceFolder[];
}

export interface DidChangeWorkspaceFoldersParams {
  event: WorkspaceFoldersChange;
}

export interface TerminalDidOpenParams {
  /** The shim's own id of the terminal. */
  terminalId: string;
  name?: string;
  /** Of the shell. */
  pid?: number;
  cwd?: string;
  /** bash, zsh, fish, pwsh, … */
  shell?: string;
  shellPath?: string;
  cols?: number;
  rows?: number;
  /** How well the terminal reports the actions of its shell. */
  integration?: "none" | "basic" | "rich";
  /** Overrides capabilities.terminal.source for this terminal. */
  source?: "events" | "bytes";
  /** Of the terminal/create that made it. */
  requestId?: string;
}

export interface TerminalDidChangeShellIntegrationParams {
  terminalId: string;
  integration: "none" | "basic" | "rich";
  cwd?: string;
  shell?: string;
}

export interface TerminalDidResizeParams {
  terminalId: string;
  cols: number;
  rows: number;
}

export interface TerminalDataParams {
  terminalId: string;
  data: string;
  /** Of data; base64 where it may not be well-formed text. */
  encoding?: "text" | "base64";
}

export interface TerminalParams {
  terminalId: string;
}

export interface TerminalDidInputParams {
  terminalId: string;
  /** The keys the user typed into a shown owned terminal. */
  data: string;
}

export interface TerminalDidCloseParams {
  terminalId: string;
  /** Of the shell. */
  exitCode?: number;
  /** process: the shell ended by itself, and exitCode is its own; user, extension, shutdown, or other words: it was closed, and exitCode is not the shell's. Missing: as process. */
  reason?: string;
}

export interface CommandLine {
  value: string;
  /** 0 low, 1 medium, 2 high. */
  confidence?: number;
  /** The shell proved it with its nonce. */
  isTrusted?: boolean;
}

export interface ResumedExecution {
  /** By which agents know it: of terminal/didChangeStatus. */
  executionId: string;
  toolCallId: string;
  taskId?: string;
  /** As the agent wrote it. */
  command: string;
}

export interface ShellExecutionDidStartParams {
  terminalId: string;
  /** The shim's own id of the shell execution. */
  executionId: string;
  commandLine?: CommandLine;
  cwd?: string;
  /** The execution belongs to an agent, whose call an earlier termhost has answered. */
  resumed?: ResumedExecution;
}

export interface ShellExecutionDidWriteParams {
  executionId: string;
  data: string;
  /** Of data; base64 where it may not be well-formed text. */
  encoding?: "text" | "base64";
  /** Of the chunk within its execution, from 0. */
  index?: number;
}

export interface ShellExecutionDidEndParams {
  executionId: string;
  /** Missing: the editor does not know it. */
  exitCode?: number;
  /** All output was sent before this message. */
  drained?: boolean;
}

export interface TerminalLaunchParams {
  cwd?: string;
  /** A name or a path; missing: the user's own. */
  shell?: string;
}

export interface TerminalLaunchResult {
  argv: string[];
  /** On top of the editor's own environment. */
  env: Record<string, string>;
  cwd: string;
}

export interface ToolAnnotations {
  /** It changes nothing. */
  readOnlyHint: boolean;
  /** It may destroy something. */
  destructiveHint: boolean;
  /** A second call with the same arguments changes nothing more. */
  idempotentHint: boolean;
  /** It may reach beyond this machine. */
  openWorldHint: boolean;
}

export interface ToolDescription {
  name: string;
  title: string;
  /** For a model: when to use it. */
  description: string;
  /** JSON Schema. */
  inputSchema: unknown;
  /** JSON Schema of structuredContent. */
  outputSchema: unknown;
  annotations: ToolAnnotations;
}

export interface ToolListResult {
  tools: ToolDescription[];
}

export interface ToolCallParams {
  /** One of tool/list. */
  name: string;
  /** By the tool's inputSchema. */
  arguments?: unknown;
  /** The agent's own; "unknown" if missing. */
  toolCallId?: string;
  /** The agent's conversation. */
  taskId?: string;
  /** execute_command: the user wrote the command, so it does not run in a trial. */
  byUser?: boolean;
}

export interface TextContent {
  type: "text";
  text: string;
}

export interface ToolCallResult {
  /** For the model. */
  content: TextContent[];
  /** By the tool's outputSchema. */
  structuredContent?: unknown;
  /** The tool could not do its work. */
  isError: boolean;
}

export interface ToolBackgroundParams {
  /** The call whose command goes on in the background. */
  toolCallId: string;
}

export interface ToolDidChangeLiveOutputParams {
  /** From now on, instead of capabilities.liveOutput. */
  wanted: boolean;
}

export interface ToolStopParams {
  /** termhost's own id, of any task. */
  executionId: string;
}

export interface ToolOutputParams {
  /** termhost's own id, of any task. */
  executionId: string;
}

export interface OmittedRange {
  /** Where to read it with read_command_output. */
  offset: number;
  bytes: number;
  lines: number;
  /** Their kind, in words; missing: lines that did not fit. */
  folded?: string;
}

export interface HiddenSecrets {
  /** Labels in text. */
  secrets: number;
  /** Bytes of the output that they replace. */
  bytes: number;
}

export interface CommandOutput {
  /** All of it, or a preview with its gaps marked. */
  text: string;
  totalBytes: number;
  totalLines: number;
  /** The parts that the preview leaves out. */
  omitted: OmittedRange[];
  /** The secrets that labels such as [secret NAME hidden] replace in text. */
  hidden?: HiddenSecrets;
  /** For read_command_output. */
  artifactId: string | null;
  /** With tool/output: the task whose artifact it is, for read_command_output. */
  taskId?: string;
  /** Why text is incomplete, or could not be kept. */
  problem?: string;
  /** Where text begins in the whole output; earlier answers had the output before it. */
  offset?: number;
}

export interface ApprovalCheckParams {
  command: string;
  cwd?: string;
  shell?: string;
}

export interface CommandVerdict {
  /** The simple command, as written. */
  text: string;
  verdict: "allow" | "ask" | "deny";
  /** The rule that decided. */
  rule?: string;
  reason: string;
  /** Its effects, such as network, destructive or piped_code. */
  hazards?: string[];
}

export interface ApprovalCheckResult {
  /** The verdict of the rules. */
  verdict: "allow" | "ask" | "deny";
  /** The place in which it runs. In trial, workspace and readOnly it runs without a question even if the verdict is ask, unless an ask rule or `askInside` wants the question. */
  runs: "nowhere" | "outside" | "trial" | "workspace" | "readOnly";
  /** The reason for this place. */
  runsBecause: string;
  commands: CommandVerdict[];
  /** The reason for the verdict. */
  reason: string;
  /** Prefixes that are safe to remember. */
  suggestions?: string[];
  hazards?: string[];
}

export interface TaskParams {
  taskId?: string;
}

export interface ExecutionNews {
  executionId: string;
  command: string;
  running: boolean;
  /** Printed a moment ago. */
  hot?: boolean;
  exitCode: number | null;
  signal: string | null;
  /** Output since the last report, or a preview of it with its gaps marked. */
  newOutput: string;
  /** New too, and left out of newOutput. */
  omittedBytes?: number;
  /** For a terminal; it has not started. */
  waiting?: boolean;
  artifactId: string | null;
}

export interface TerminalDetails {
  terminalId: string;
  name?: string;
  /** The machine that it is on; missing: the user's. */
  host?: string;
  cwd?: string;
  shell?: string;
  /** The task that has it. */
  taskId?: string;
  busy: boolean;
  /** Run by termhost, not by the editor. */
  owned: boolean;
  /** The sandbox that everything in it runs in. */
  sandbox?: "off" | "trial" | "workspace" | "readOnly";
  /** The task's own command that ended last in it. */
  lastCommand?: string;
  /** Of lastCommand; missing: unknown. */
  exitCode?: number;
  /** The task's own: finished ones first, oldest first, then the running one. */
  executions: ExecutionNews[];
}

export interface EnvironmentDetailsResult {
  /** For the model. */
  text: string;
  terminals: TerminalDetails[];
  /** Commands that wait for a terminal, and those that never got one. */
  waiting?: ExecutionNews[];
}

export interface TaskDidEndParams {
  taskId: string;
}

export interface TaskDidRewindParams {
  taskId: string;
  /** Executions whose artifacts stay. */
  keep: string[];
}

export interface TerminalCreateParams {
  /** Comes back in terminal/didOpen. */
  requestId: string;
  cwd: string;
  name: string;
  /** On top of what the editor gives its terminals. */
  env: Record<string, string>;
  /** The program to start; only for source "bytes". */
  argv?: string[];
  shell?: string;
  taskId?: string;
  /** true: show a terminal that termhost runs; start nothing. */
  owned?: boolean;
  /** owned: the text that proves the marks of the shell integration in its bytes, for an editor that reads them. */
  nonce?: string;
}

export interface TerminalCreateResult {
  terminalId: string;
}

export interface TerminalSubmitParams {
  terminalId: string;
  /** Taken as it is; for plain and paste it holds every keystroke. */
  text: string;
  /** execute: the editor's own shell integration call, whose execution is read at once and named in the answer; plain and paste: typed. */
  mode: "execute" | "plain" | "paste";
}

export interface TerminalSubmitResult {
  /** The execution that mode execute returned. */
  executionId?: string;
}

export interface TerminalSendInputParams {
  terminalId: string;
  /** Raw keys. */
  text: string;
}

export interface TerminalControlParams {
  terminalId: string;
  /** For terminal/show. */
  preserveFocus?: boolean;
}

export interface ApprovalRequestParams {
  toolCallId: string;
  /** The agent from outside of the editor that asks, with its process: "claude (pid 123)". Missing: an agent of the editor itself. */
  agent?: string;
  /** run: a command; input: what would be typed into a running one; stop, read: one of the user's own. */
  action?: "run" | "input" | "stop" | "read";
  /** As the agent wrote it; for input what would be typed. */
  command: string;
  /** The same, ready to be shown: characters that a reader could not see or tell apart are between U+27E8 and U+27E9, as in all other texts of the question. */
  shown: string;
  /** Size of `command`, in words: 82 lines, 2340 bytes. */
  size: string;
  /** The running command that input, stop or read is about. */
  target?: string;
  cwd: string;
  shell: string;
  /** Sorted by verdict, the most dangerous first. */
  commands: CommandVerdict[];
  /** All hazards, each once; some are not those of a single command. */
  hazards?: string[];
  /** Why the user is asked. */
  reason: string;
  /** The other machine and the sandbox that it would run in; it completes "It would run". */
  place?: string;
  /** Prefixes that are safe to remember. */
  suggestions: string[];
}

export interface RememberedRule {
  list: "allowed" | "denied";
  /** Ignored for line. */
  prefix: string;
  /** always: the shim keeps it too; session: until termhost ends; line: only this line, in the same folder and shell, until termhost ends. */
  scope?: "always" | "session" | "line";
}

export interface ApprovalRequestResult {
  decision: "approve" | "edit" | "reject";
  /** The command to run instead; for edit. */
  command?: string;
  /** The user's comment to the agent. */
  feedback?: string;
  remember?: RememberedRule;
}

export interface AgentAccessParams {
  /** The agent, its program and the workspace folder, in words: the answer is remembered under this text. */
  identity: string;
  /** The text to show, in sentences without hidden characters: it names the agent, its process and its folder. */
  question: string;
  /** The first sentences of `question`, without those about what will run: for an editor whose settings let nothing run without a question. */
  introduction: string;
}

export interface AgentAccessResult {
  /** allow and never: the shim remembers it, and answers the same identity without a question from then on; once, dismiss: it forgets it. */
  decision: "allow" | "once" | "never" | "dismiss";
}

export interface ToolCallingData {
  /** complete comes exactly once and last, also on failure. */
  type: "stdout" | "stderr" | "complete";
  /** The terminal's output, control sequences included; with capabilities.renderedOutput rendered text, and all chunks together are the whole output. */
  chunk?: string;
  command: string;
  /** The directory it runs in. */
  cd: string;
  /** Of a complete; missing: there is none. */
  exitCode?: number;
  /** Bytes of this stream before the chunk. More than was received: the reader was too slow, and the bytes between were left out. */
  offset?: number;
  /** Of a complete: the command never ran, and this is the status of its result. Missing: it ran. */
  status?: "completed" | "running" | "waiting_for_input" | "waiting" | "timed_out" | "stopped" | "rejected" | "denied" | "lost" | "failed_to_start";
  /** Of a command that never ran: why, if there is more to say than its status. */
  reason?: string;
  /** Of a complete of a trial: the changes in its copy, of which nothing is kept, in words for the user: "made 'build/' (2 files)". */
  tried?: string;
}

export interface ToolCallingParams {
  name: string;
  toolCallId: string;
  data: ToolCallingData;
}

export interface AwaitedInput {
  process: string;
  kind: "line" | "secret" | "key" | "repl" | "pager" | "editor";
  /** The last line of what it shows. */
  prompt: string;
  /** The process is hidden; only the terminal's modes show the wait. */
  likely?: boolean;
}

export interface TerminalDidChangeStatusParams {
  terminalId: string;
  busy: boolean;
  command?: string;
  /** The directory in which the command was started. */
  cwd?: string;
  /** termhost's own id. */
  executionId?: string;
  /** The call whose command it is; missing: the user's, or a preparation. */
  toolCallId?: string;
  /** The input that the command needs from the user. */
  input?: AwaitedInput;
  /** The agent from outside of the editor whose command it is, with its process: "claude (pid 123)". */
  agent?: string;
  /** The terminal's sandbox; missing: there is none. */
  sandbox?: "off" | "trial" | "workspace" | "readOnly";
  /** Ports on which the command listens in a trial with a network of its own: nothing outside reaches them. */
  unreached?: number[];
}

export interface UntilArguments {
  /** Regex that a line matches. */
  pattern?: string;
  /** It listens on this port. */
  port?: number;
  /** It waits for input; default true. */
  input?: boolean;
  /** Seconds without output. */
  quiet?: number;
}

export interface ExecuteCommandArguments {
  /** May have several lines. */
  command: string;
  /** Default: where your last command left the shell. */
  cwd?: string;
  /** Seconds to wait; default: as long as your client allows. */
  timeout?: number;
  /** Don't wait. */
  background?: boolean;
  /** It survives this session; the user is asked. */
  keep?: boolean;
  /** Conditions that end the wait earlier. */
  until?: UntilArguments;
  /** bash, zsh, fish, sh, pwsh or a path. */
  shell?: string;
  /** No terminal, no input; stderr separate. */
  pipes?: boolean;
  /** Use only a shell already in cwd. */
  required_cwd?: boolean;
  /** off: ask the user to run it for real. */
  sandbox?: "off";
  /** The reason; shown to the user. */
  justification?: string;
}

export interface PipelineStage {
  /** null: it is not known which of several pipelines came last. */
  command: string | null;
  /** null: the shell told only the last one's. */
  exitCode: number | null;
}

export interface Rewrite {
  kind: "none" | "flattened" | "grouped" | "eval" | "prefix" | "envelope" | "edited";
  reason: string;
}

export interface SandboxRefusal {
  access: "write" | "connect" | "network";
  /** write: an absolute path; connect: ADDRESS:PORT. */
  target?: string;
}

export interface SandboxChange {
  change: "made" | "changed" | "removed";
  /** Absolute. */
  path: string;
  folder?: boolean;
  /** Only for a folder that was made: the number of files in it. */
  files?: number;
  /** Of a text that is not large. */
  linesAdded?: number;
  /** Likewise. */
  linesRemoved?: number;
}

export interface ResultSandbox {
  level: "off" | "trial" | "workspace" | "readOnly";
  network: "none" | "loopback" | "all";
  enforcedBy: string[];
  /** The gaps of the sandbox on this machine. */
  gaps: string[];
  /** The accesses that it refused, as the kernel reported them: each once, at most 16. */
  refused?: SandboxRefusal[];
  /** Only with the level trial: the changes in its copy, of which nothing is kept. Caches are left out; at most 64. */
  changes?: SandboxChange[];
}

export interface UntilMet {
  /** That matches the pattern. */
  line?: string;
  /** That it listens on. */
  port?: number;
  /** Seconds for which it has printed nothing. */
  quiet?: number;
}

export interface Cost {
  /** Processor time. */
  cpuMs?: number;
  /** From files, pipes, sockets and terminals. */
  readBytes?: number;
  writtenBytes?: number;
  /** Of its largest process. */
  peakMemoryBytes?: number;
  /** It may have been more: it was only sampled. */
  peakAtLeast?: boolean;
}

export interface OutputHolder {
  pid: number;
  name: string;
}

export interface ExecutionResult {
  /** For a model: everything except the output itself. */
  message?: string;
  status: "completed" | "running" | "waiting_for_input" | "waiting" | "timed_out" | "stopped" | "rejected" | "denied" | "lost" | "failed_to_start";
  /** null: there is none, or it is unknown. */
  exitCode: number | null;
  /** SIGKILL, … */
  signal: string | null;
  /** The evidence for the end. */
  endedBy: "wait" | "end_event" | "end_mark" | "next_prompt" | "terminal_closed" | null;
  certainty: "certain" | "likely" | "unknown";
  /** Where a pipeline ended last: its stages. exitCode above is the shell's for all of it. */
  pipeline?: PipelineStage[];
  /** As the agent wrote it. */
  command: string;
  /** The command as the user edited it, which ran. */
  editedCommand?: string;
  /** The line that the shell got. */
  submitted: string | null;
  /** Why it was denied, rejected or not started, waits, or is lost. */
  reason?: string;
  /** Other facts about this result, as sentences. */
  notes?: string[];
  rewrite: Rewrite;
  /** The machine that it was for; missing: the user's own. */
  host?: string;
  cwd: string;
  shell: string;
  integration: "none" | "basic" | "rich" | "owned" | "pipes";
  /** That it ran in. */
  sandbox?: ResultSandbox;
  terminalId: string | null;
  executionId: string | null;
  toolCallId: string;
  durationMs: number;
  output: CommandOutput;
  /** The current screen of a full-screen program. */
  screen?: string;
  /** For waiting_for_input: the process, and the input that it waits for. */
  input?: AwaitedInput;
  /** The condition of `until` that was met. */
  met?: UntilMet;
  /** TCP ports that its processes listen on. */
  listening?: number[];
  /** Resources that it and its processes have used, as far as the system tells. */
  cost?: Cost;
  /** Only where stdout and stderr were kept apart. */
  stderr?: CommandOutput;
  /** Processes that still hold the output open. */
  holders?: OutputHolder[];
  /** Other processes that it left running. */
  leftRunning?: OutputHolder[];
}

export interface ReadCommandOutputArguments {
  artifact_id: string;
  /** Regex. */
  search?: string;
  /** Byte; negative: from the end. */
  offset?: number;
  /** Bytes; default 8192. */
  limit?: number;
  /** Around each match. */
  context_lines?: number;
}

export interface ReadCommandOutputResult {
  artifactId: string;
  /** The output from offset on, unchanged except for secrets; for a search the matching lines with their numbers. */
  text: string;
  /** Where text begins. */
  offset: number;
  /** The offset to continue at; null at the end. */
  nextOffset: number | null;
  totalBytes: number;
  /** Lines that match, of the whole output. */
  matches?: number;
  /** The secrets that labels such as [secret NAME hidden] replace in text. */
  hidden?: HiddenSecrets;
  /** The shown part ends with the output. */
  complete: boolean;
}

export interface WaitForCommandArguments {
  execution_id: string;
  /** Seconds; default 30. */
  timeout?: number;
  /** As in execute_command, for new output. */
  until?: UntilArguments;
}

export interface SendInputArguments {
  execution_id: string;
  /** Typed as is; a newline is Enter. */
  text?: string;
  /** Typed after text; named keys in <>: ihello<Esc>:wq<Enter>, <C-c>, <Up>. */
  keys?: string;
}

export interface ReadScreenArguments {
  execution_id: string;
}

export interface ScreenCursor {
  /** From 1. */
  row: number;
  /** From 1. */
  column: number;
  visible: boolean;
}

export interface ReadScreenResult {
  /** For a model: everything except the rows. */
  message: string;
  /** Top to bottom, all of them. */
  rows: string[];
  cursor: ScreenCursor;
  /** Of the window, as the program set it. */
  title: string;
  /** A full-screen program has the screen. */
  alternate: boolean;
  columns: number;
}

export interface StopCommandArguments {
  execution_id: string;
  /** Default: each in turn until it ends. */
  signal?: "SIGINT" | "SIGTERM" | "SIGKILL";
}

export type ListTerminalsArguments = Record<string, never>;

export interface ListTerminalsResult {
  terminals: TerminalDetails[];
}

// The settings that a workspace may set; all others are the user's alone.

export const projectSettings = ['shellIntegrationTimeout', 'outputPreviewSize', 'compact', 'compressProgressBar', 'commandDelay', 'powershellCounter', 'zshClearEolMark', 'zshOhMy', 'zshP10k', 'showTerminal', 'yieldOnInput', 'ownedColumns', 'ownedRows'] as const satisfies readonly (keyof Settings)[];

// What the extension asks and tells the server.

export interface ServerRequests {
  'initialize': { params: InitializeParams; result: InitializeResult };
  'shutdown': { params: undefined; result: null };
  'terminal/launch': { params: TerminalLaunchParams; result: TerminalLaunchResult };
  'tool/list': { params: undefined; result: ToolListResult };
  'tool/call': { params: ToolCallParams; result: ToolCallResult };
  'tool/background': { params: ToolBackgroundParams; result: null };
  'tool/stop': { params: ToolStopParams; result: null };
  'tool/output': { params: ToolOutputParams; result: CommandOutput };
  'approval/check': { params: ApprovalCheckParams; result: ApprovalCheckResult };
  'environment/details': { params: TaskParams; result: EnvironmentDetailsResult };
}

export interface ServerNotifications {
  'initialized': undefined;
  'exit': undefined;
  '$/cancelRequest': CancelParams;
  '$/setTrace': SetTraceParams;
  'workspace/didChangeConfiguration': DidChangeConfigurationParams;
  'workspace/didChangeWorkspaceFolders': DidChangeWorkspaceFoldersParams;
  'terminal/didOpen': TerminalDidOpenParams;
  'terminal/didChangeShellIntegration': TerminalDidChangeShellIntegrationParams;
  'terminal/didResize': TerminalDidResizeParams;
  'terminal/didWrite': TerminalDataParams;
  'terminal/didInteract': TerminalParams;
  'terminal/didInput': TerminalDidInputParams;
  'terminal/didClose': TerminalDidCloseParams;
  'shellExecution/didStart': ShellExecutionDidStartParams;
  'shellExecution/didWrite': ShellExecutionDidWriteParams;
  'shellExecution/didEnd': ShellExecutionDidEndParams;
  'tool/didChangeLiveOutput': ToolDidChangeLiveOutputParams;
  'task/didEnd': TaskDidEndParams;
  'task/didRewind': TaskDidRewindParams;
}

// What the server asks and tells the extension.

export interface ClientRequests {
  'terminal/create': { params: TerminalCreateParams; result: TerminalCreateResult };
  'terminal/submit': { params: TerminalSubmitParams; result: TerminalSubmitResult };
  'terminal/sendInput': { params: TerminalSendInputParams; result: null };
  'terminal/interrupt': { params: TerminalControlParams; result: null };
  'terminal/show': { params: TerminalControlParams; result: null };
  'terminal/dispose': { params: TerminalControlParams; result: null };
  'terminal/sync': { params: TerminalControlParams; result: null };
  'approval/request': { params: ApprovalRequestParams; result: ApprovalRequestResult };
  'agent/requestAccess': { params: AgentAccessParams; result: AgentAccessResult };
}

export interface ClientNotifications {
  '$/cancelRequest': CancelParams;
  'window/logMessage': LogMessageParams;
  'terminal/didPrint': TerminalDataParams;
  'tool/calling': ToolCallingParams;
  'terminal/didChangeStatus': TerminalDidChangeStatusParams;
}
