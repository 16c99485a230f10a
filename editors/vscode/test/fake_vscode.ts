// The part of the `vscode` module that the extension uses, for tests on plain Node.
export class EventEmitter<T> {
  private listeners: ((event: T) => void)[] = [];
  readonly event = (listener: (event: T) => void): { dispose(): void } => {
    this.listeners.push(listener);
    return { dispose: () => (this.listeners = this.listeners.filter((other) => other !== listener)) };
  };
  fire(event: T): void {
    for (const listener of [...this.listeners]) listener(event);
  }
  dispose(): void {
    this.listeners = [];
  }
}

export class CancellationTokenSource {
  private readonly cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.cancelled.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.cancelled.fire();
  }
  dispose(): void {
    this.cancelled.dispose();
  }
}

export class Disposable {
  constructor(readonly dispose: () => void) {}
  static from(...all: { dispose(): void }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
}

/** What VS Code keeps for an extension. */
export class Memento {
  private readonly values = new Map<string, unknown>();
  get<T>(name: string, otherwise: T): T {
    return (this.values.get(name) as T | undefined) ?? otherwise;
  }
  update(name: string, value: unknown): Promise<void> {
    return Promise.resolve(void this.values.set(name, value));
  }
}

export class ThemeIcon {
  constructor(readonly id: string) {}
}
export class ThemeColor {
  constructor(readonly id: string) {}
}
export class MarkdownString {
  value = '';
  appendCodeblock(text: string): this {
    this.value += text;
    return this;
  }
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}
export class TreeItem {
  constructor(readonly label: string) {}
}

export const TerminalExitReason = { Unknown: 0, Shutdown: 1, Process: 2, User: 3, Extension: 4 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export const ProgressLocation = { Notification: 15 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const Uri = {
  file: (fsPath: string) => ({ fsPath }),
  joinPath: ({ fsPath }: { fsPath: string }, ...parts: string[]) => Uri.file([fsPath, ...parts].join('/')),
};
export const env = { shell: '/bin/bash', appName: 'Fake Code' };
export const version = '1.93.0';
export const lm = {};
export const LanguageModelToolResult = undefined;
export const LanguageModelTextPart = undefined;

const ignored = (): void => undefined;
const disposable = { dispose: ignored };
const nothingHappens = (): typeof disposable => disposable;

export const configuration = new Map<string, unknown>();
/** Who has set a setting */
export const inspected = { as: (name: string): Record<string, unknown> => ({ globalValue: configuration.get(name) }) };
export const workspace = {
  textDocuments: [] as { uri: { scheme: string; query: string } }[],
  isTrusted: true,
  workspaceFolders: [{ uri: { toString: () => 'file:///project' }, name: 'project' }],
  getConfiguration: () => ({
    get: (name: string, otherwise?: unknown) => configuration.get(name) ?? otherwise,
    inspect: (name: string) => inspected.as(name),
    update: (name: string, value: unknown) => Promise.resolve(void configuration.set(name, value)),
  }),
  onDidChangeConfiguration: nothingHappens,
  onDidChangeWorkspaceFolders: nothingHappens,
  onDidGrantWorkspaceTrust: nothingHappens,
  registerTextDocumentContentProvider: nothingHappens,
  onDidChangeTextDocument: nothingHappens,
};

/** A stream whose chunks the test decides on. Like VS Code's it keeps what nobody has read yet. */
export class FakeStream implements AsyncIterable<string> {
  private readonly chunks: string[] = [];
  private wake: (() => void) | undefined;
  private over = false;

  push(chunk: string): void {
    this.chunks.push(chunk);
    this.wake?.();
  }
  end(): void {
    this.over = true;
    this.wake?.();
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      const chunk = this.chunks.shift();
      if (chunk !== undefined) yield chunk;
      else if (this.over) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

export class FakeExecution {
  readonly stream = new FakeStream();
  reads = 0;
  cwd = Uri.file('/project');
  commandLine: { value: string; confidence: number; isTrusted: boolean };
  constructor(command: string) {
    this.commandLine = { value: command, confidence: 2, isTrusted: true };
  }
  read(): FakeStream {
    this.reads += 1;
    return this.stream;
  }
}

/** More than any process has: signals go nowhere. */
export const NO_PID = 1_000_000_000;

export class FakeTerminal {
  state: { isInteractedWith: boolean; shell?: string } = { isInteractedWith: false, shell: 'bash' };
  shellIntegration: { cwd: { fsPath: string } | undefined; executeCommand: (command: string) => FakeExecution } | undefined;
  exitStatus: { code: number | undefined; reason: number } | undefined;
  readonly sent: string[] = [];
  readonly executed: FakeExecution[] = [];
  readonly processId = Promise.resolve(NO_PID);
  shown: boolean | undefined;
  name: string;
  constructor(readonly creationOptions: Record<string, unknown>) {
    this.name = creationOptions.name as string;
  }
  /** Shell integration comes up. */
  integrate(cwd = '/project'): void {
    const executeCommand = (command: string): FakeExecution => {
      const execution = new FakeExecution(command);
      this.executed.push(execution);
      return execution;
    };
    this.shellIntegration = { cwd: cwd === '' ? undefined : Uri.file(cwd), executeCommand };
    events.integration.fire({ terminal: this, shellIntegration: this.shellIntegration });
  }
  sendText(text: string): void {
    this.sent.push(text);
    this.interact();
  }
  interact(): void {
    this.state = { ...this.state, isInteractedWith: true };
    events.state.fire(this);
  }
  show(preserveFocus: boolean): void {
    this.shown = preserveFocus;
  }
  dispose(): void {
    this.close(undefined, TerminalExitReason.Extension);
  }
  close(code: number | undefined, reason: number): void {
    this.exitStatus = { code, reason };
    events.closed.fire(this);
  }
}

export const events = {
  opened: new EventEmitter<FakeTerminal>(),
  closed: new EventEmitter<FakeTerminal>(),
  active: new EventEmitter<FakeTerminal | undefined>(),
  /** Of a tree view */
  selected: new EventEmitter<{ selection: unknown[] }>(),
  state: new EventEmitter<FakeTerminal>(),
  integration: new EventEmitter<{ terminal: FakeTerminal; shellIntegration: unknown }>(),
  started: new EventEmitter<{ terminal: FakeTerminal; execution: FakeExecution }>(),
  ended: new EventEmitter<{ terminal: FakeTerminal; execution: FakeExecution; exitCode: number | undefined }>(),
};

export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 };
export const warnings: string[] = [];
export const logged: string[] = [];
const logAs = (level: string) => (message: string) => void logged.push(`${level} ${message}`);
const levelChanged = new EventEmitter<number>();
/** The one log channel. */
export const channel = {
  ...disposable,
  logLevel: LogLevel.Info,
  onDidChangeLogLevel: levelChanged.event,
  setLevel(level: number): void {
    this.logLevel = level;
    levelChanged.fire(level);
  },
  info: logAs('info'),
  warn: logAs('warn'),
  error: logAs('error'),
  debug: logAs('debug'),
};

/** The titles of notifications that go on. */
export const progress = new Set<string>();

export const created: FakeTerminal[] = [];
export const window = {
  terminals: [] as FakeTerminal[],
  activeTerminal: undefined as FakeTerminal | undefined,
  onDidOpenTerminal: events.opened.event,
  onDidCloseTerminal: events.closed.event,
  onDidChangeActiveTerminal: events.active.event,
  onDidChangeTerminalState: events.state.event,
  onDidChangeTerminalShellIntegration: events.integration.event,
  onDidStartTerminalShellExecution: events.started.event,
  onDidEndTerminalShellExecution: events.ended.event,
  onDidChangeTextEditorVisibleRanges: nothingHappens,
  createTerminal(options: Record<string, unknown>): FakeTerminal {
    const terminal = new FakeTerminal(options);
    created.push(terminal);
    return terminal;
  },
  showErrorMessage: () => Promise.resolve(undefined),
  showInformationMessage: () => Promise.resolve(undefined),
  showWarningMessage: (message: string, ...buttons: string[]): Promise<string | undefined> => {
    warnings.push(message);
    return Promise.resolve(buttons[-1]);
  },
  withProgress: async ({ title }: { title: string }, task: () => Promise<void>): Promise<void> => {
    progress.add(title);
    await task();
    progress.delete(title);
  },
  createOutputChannel: () => channel,
  createStatusBarItem: () => ({ ...disposable, show: ignored, hide: ignored }),
  createTreeView: () => ({ ...disposable, visible: false, onDidChangeSelection: events.selected.event }),
  registerWebviewViewProvider(_: string, provider: { resolveWebviewView(view: FakeWebviewView): void }) {
    const view = new FakeWebviewView();
    webviews.push(view);
    provider.resolveWebviewView(view);
    return disposable;
  },
};

/** A webview view that is open: what the extension posted to its page, and what the page says. */
export class FakeWebviewView {
  readonly posted: unknown[] = [];
  readonly received = new EventEmitter<unknown>();
  readonly visibility = new EventEmitter<void>();
  readonly onDidChangeVisibility = this.visibility.event;
  readonly onDidDispose = nothingHappens;
  visible = false;
  badge: unknown;
  readonly webview = {
    options: {},
    html: '',
    cspSource: 'https://fake',
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: this.received.event,
    postMessage: (message: unknown) => Promise.resolve(this.posted.push(message) > 0),
  };
}

export const webviews: FakeWebviewView[] = [];
type Register = (name: string, action: unknown) => { dispose(): void };
export const commands: { registerCommand: Register; executeCommand(...given: unknown[]): Promise<void> } = {
  registerCommand: () => disposable,
  executeCommand: () => Promise.resolve(),
};

/** What `activate` gets. */
export function extensionContext(version: string): { subscriptions: { dispose(): void }[] } {
  const packageJSON = { version, contributes: { languageModelTools: [] } };
  return Object.assign({ subscriptions: [] }, { workspaceState: new Memento(), extensionPath: '/nowhere', extensionUri: Uri.file('/nowhere'), globalStorageUri: Uri.file('/nowhere'), extension: { packageJSON } });
}
