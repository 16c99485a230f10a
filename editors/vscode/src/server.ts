import { ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { ResponseError } from 'vscode-jsonrpc/node';
import { Binary, BinaryError, findBinary, worksWith } from './binary';
import { type AllSettings, serverSettings, settings } from './config';
import { Connection, Handlers, Listeners } from './connection';
import type { Send } from './outbox';
import type { InitializeParams, ServerRequests, SetTraceParams, Settings, WorkspaceFolder } from './protocol';
import { RestartPolicy } from './restart_policy';

export type ServerState =
  | { kind: 'starting' }
  | { kind: 'ready'; binary: Binary }
  | { kind: 'stopped' }
  | { kind: 'failed'; reason: string };

/** How long `shutdown` may take before the process is ended. */
const SHUTDOWN_MS = 2000;

export class ServerGone extends Error {
  constructor() {
    super('termhost has ended');
  }
}

export interface ServerLife {
  /** Before anything else is sent to a new server. */
  connected(send: Send): void;
  disconnected(): void;
}

interface Running {
  readonly child: ChildProcess;
  readonly connection: Connection;
  readonly binary: Binary;
  readonly gone: Promise<never>;
}

/** Without an answer that says so, what went wrong is the pipe: the server is gone, or is no use any more. */
async function answerOf<M extends keyof ServerRequests>(
  { child, connection, gone }: Running,
  method: M,
  params: ServerRequests[M]['params'],
  token?: vscode.CancellationToken,
): Promise<ServerRequests[M]['result']> {
  const answer = connection.request(method, params, token).catch((error: unknown) => {
    if (error instanceof ResponseError) throw error;
    child.kill();
    return gone;
  });
  return Promise.race([answer, gone]);
}

/** The process `termhost serve`: found, started, watched and started again. */
export class Server implements vscode.Disposable {
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState = this.stateChanged.event;
  private readonly crashed = new vscode.EventEmitter<string>();
  /** It ended by itself, and is started again. */
  readonly onDidCrash = this.crashed.event;
  private readonly policy = new RestartPolicy();
  private running: Running | undefined;
  private starting: Promise<Running> | undefined;
  private stopping = false;
  private liveOutput = false;
  state: ServerState = { kind: 'stopped' };

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly handlers: Handlers,
    private readonly listeners: Listeners,
    private readonly life: ServerLife,
    private readonly wanted: () => AllSettings = serverSettings,
  ) {}

  get pid(): number | undefined {
    return this.running?.child.pid;
  }

  get binary(): Binary | undefined {
    return this.running?.binary;
  }

  async start(): Promise<void> {
    await this.ready().catch(() => undefined);
  }

  async request<M extends keyof ServerRequests>(
    method: M,
    params: ServerRequests[M]['params'],
    token?: vscode.CancellationToken,
  ): Promise<ServerRequests[M]['result']> {
    return answerOf(await this.ready(), method, params, token);
  }

  /** `ofProgram`: also which program it is, and how it is started. */
  settingsChanged(ofProgram = false): void {
    if (ofProgram && this.state.kind === 'failed') return void this.restart();
    void this.running?.connection.notify('workspace/didChangeConfiguration', { settings: this.wanted() as Settings });
  }

  foldersChanged({ added, removed }: vscode.WorkspaceFoldersChangeEvent): void {
    const event = { added: added.map(wireFolder), removed: removed.map(wireFolder) };
    void this.running?.connection.notify('workspace/didChangeWorkspaceFolders', { event });
  }

  /** Whether anybody looks at what commands print. */
  wantLiveOutput(wanted: boolean): void {
    this.liveOutput = wanted;
    void this.running?.connection.notify('tool/didChangeLiveOutput', { wanted });
  }

  /** The log's level says how much the server tells there. */
  logLevelChanged(): void {
    void this.running?.connection.notify('$/setTrace', { value: traceOf(this.log.logLevel) });
  }

  async restart(): Promise<void> {
    this.policy.forget();
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.end((running) => running.connection.request('shutdown', undefined).then(() => running.connection.notify('exit', undefined), () => undefined));
  }

  /**
   * The window is closed or reloaded, and VS Code does not say which. Without `shutdown` the server leaves the commands in its own
   * terminals to the next server of the workspace, for the seconds of `keepTerminals`.
   */
  async leave(): Promise<void> {
    await this.end(() => Promise.resolve());
  }

  private async end(takeLeave: (running: Running) => Promise<void>): Promise<void> {
    const running = this.running;
    if (!running) return;
    this.stopping = true;
    const ended = new Promise<void>((resolve) => running.child.once('close', () => resolve()));
    const timer = setTimeout(() => running.child.kill('SIGKILL'), SHUTDOWN_MS);
    await takeLeave(running);
    running.child.stdin?.end();
    await ended;
    clearTimeout(timer);
    this.stopping = false;
  }

  dispose(): void {
    this.stateChanged.dispose();
    this.crashed.dispose();
  }

  private async ready(): Promise<Running> {
    if (this.running) return this.running;
    this.starting ??= this.launch().finally(() => (this.starting = undefined));
    return this.starting;
  }

  private async launch(): Promise<Running> {
    this.enter({ kind: 'starting' });
    try {
      const binary = await findBinary(settings().get('server.path', ''), this.extension.extensionPath);
      const wanted = (this.extension.extension.packageJSON as { version: string }).version;
      if (!worksWith(binary.version, wanted)) {
        throw new BinaryError(`'${binary.path}' is termhost ${binary.version}, and this extension works with ${wanted}. Install that version, or clear the setting termhost.server.path.`);
      }
      const running = this.spawn(binary);
      const result = await answerOf(running, 'initialize', this.initializeParams());
      await running.connection.send('initialized', {});
      this.log.info(`${result.serverInfo.name} ${result.serverInfo.version ?? ''} runs from ${binary.path} (${binary.origin})`);
      this.running = running;
      if (this.liveOutput) this.wantLiveOutput(true);
      this.life.connected((method, params) => running.connection.send(method, params));
      this.enter({ kind: 'ready', binary });
      return running;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.log.error(reason);
      if (!(error instanceof ServerGone)) this.enter({ kind: 'failed', reason });
      throw error;
    }
  }

  private spawn(binary: Binary): Running {
    const configuration = settings();
    const child = spawn(binary.path, ['serve', ...configuration.get<string[]>('server.arguments', [])], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...configuration.get<Record<string, string>>('server.environment', {}) },
      cwd: startFolder(), // the user's settings may name another machine for it
    });
    child.stdin.on('error', () => undefined);
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.log.info(text.trimEnd()));
    const connection = new Connection(child.stdout, child.stdin, this.handlers, this.listeners);
    const gone = new Promise<never>((_, reject) => {
      const ended = (how: string): void => {
        reject(new ServerGone());
        this.ended(child, how);
      };
      child.once('error', (error) => ended(error.message));
      child.once('close', (code, signal) => ended(signal ?? `exit status ${code ?? 'unknown'}`));
    });
    gone.catch(() => undefined);
    return { child, connection, binary, gone };
  }

  private ended(child: ChildProcess, how: string): void {
    if (this.running?.child === child) {
      this.running.connection.dispose();
      this.running = undefined;
      this.life.disconnected();
    }
    if (this.stopping) return this.enter({ kind: 'stopped' });
    this.log.warn(`termhost ended: ${how}`);
    if (this.policy.shouldRestart(performance.now())) {
      this.crashed.fire(how);
      return void setTimeout(() => void this.start());
    }
    this.enter({ kind: 'failed', reason: 'termhost ended five times within three minutes; see the log' });
  }

  private enter(state: ServerState): void {
    this.state = state;
    this.stateChanged.fire(state);
  }

  private initializeParams(): InitializeParams {
    const configuration = settings();
    const storageDir = configuration.get<string>('storageDir', '');
    return {
      processId: process.pid,
      clientInfo: { name: vscode.env.appName, version: vscode.version },
      workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(wireFolder),
      trace: traceOf(this.log.logLevel),
      capabilities: {
        terminal: {
          source: 'events',
          modes: ['execute', 'plain', 'paste'],
          interrupt: true,
          show: true,
          dispose: true,
          sync: true,
          owned: true,
        },
        approval: true,
        agents: true,
        liveOutput: false, // said when the server runs: a listener may come while it starts
      },
      initializationOptions: { settings: this.wanted() as Settings, ...(storageDir ? { storageDir } : {}) },
    };
  }
}

function startFolder(): string | undefined {
  const first = vscode.workspace.workspaceFolders?.[0]?.uri;
  return first?.scheme === 'file' && existsSync(first.fsPath) ? first.fsPath : undefined;
}

function wireFolder({ uri, name }: vscode.WorkspaceFolder): WorkspaceFolder {
  return { uri: uri.toString(), name };
}

function traceOf(level: vscode.LogLevel): SetTraceParams['value'] {
  if (level === vscode.LogLevel.Trace) return 'verbose';
  return level === vscode.LogLevel.Debug ? 'messages' : 'off';
}
