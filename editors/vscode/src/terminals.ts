import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Executions } from './executions';
import type { Outbox } from './outbox';
import type { OwnedTerminals } from './owned_terminals';
import type { TerminalCreateParams, TerminalDidOpenParams, TerminalSubmitParams } from './protocol';
import { nameApart, telling } from './terminal_names';

const CTRL_C = '\x03';
/** For shells that never tell their directory. */
const PROMPT_MS = 2000;

interface Mirrored {
  readonly id: string;
  readonly terminal: vscode.Terminal;
  readonly requestId: string | undefined;
  pid: number | undefined;
  /** As it was between two commands: in the middle of one VS Code names what runs there. */
  shell: string | undefined;
  interacted: boolean;
  /** The person has typed into it, and may do so again: VS Code tells only of the first time. */
  persons: boolean;
  /** From a submission of ours to the next end: VS Code calls that interaction as well. */
  submitting: boolean;
}

/** Mirrors VS Code's terminals to the server, and does with them what the server asks. */
export class Terminals implements vscode.Disposable {
  private readonly mirrored = new Map<vscode.Terminal, Mirrored>();
  private readonly subscriptions: vscode.Disposable[];
  private last = 0;

  constructor(
    private readonly outbox: Outbox,
    private readonly executions: Executions,
    private readonly owned: OwnedTerminals,
    private readonly session = Date.now().toString(36),
    private readonly promptMs = PROMPT_MS,
  ) {
    const { window } = vscode;
    this.subscriptions = [
      window.onDidOpenTerminal((terminal) => this.opened(terminal)),
      window.onDidCloseTerminal((terminal) => void this.closed(terminal)),
      window.onDidChangeTerminalState((terminal) => this.stateChanged(terminal)),
      window.onDidChangeTerminalShellIntegration(({ terminal }) => this.integrationChanged(terminal)),
      window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        const mirrored = this.mirror(terminal);
        if (!mirrored) return;
        mirrored.persons ||= !mirrored.submitting;
        this.executions.started(mirrored.id, execution, isAgents(mirrored));
      }),
      window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
        const mirrored = this.mirror(terminal);
        if (!mirrored) return;
        mirrored.submitting = false;
        void this.ended(mirrored, execution, exitCode);
      }),
    ];
    for (const terminal of window.terminals) this.mirror(terminal);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.owned.unwatch();
  }

  /** For a new server: all terminals, and what runs in them. */
  announceAll(): void {
    for (const mirrored of [...this.mirrored.values()]) {
      if (isAgents(mirrored) && !mirrored.persons && !this.executions.runsIn(mirrored.id)) this.discard(mirrored);
      else this.announce(mirrored);
    }
    this.executions.announceOpen();
    for (const mirrored of this.mirrored.values()) if (this.mayHoldALine(mirrored)) this.interacted(mirrored);
  }

  create(params: TerminalCreateParams): string {
    if (params.owned) return this.owned.create(params);
    // VS Code would ask for trust first, in a dialog that has it as the default; the server runs the command unseen.
    if (!vscode.workspace.isTrusted) throw new Error('in Restricted Mode no terminal is opened');
    const terminal = vscode.window.createTerminal({
      name: nameApart(telling(params.name), vscode.window.terminals.map(({ name }) => name)),
      cwd: vscode.Uri.file(params.cwd),
      env: params.env,
      isTransient: true,
      hideFromUser: true,
      iconPath: new vscode.ThemeIcon('server-process'),
      ...(params.shell ? { shellPath: params.shell } : {}),
    });
    return this.add(terminal, params.requestId).id;
  }

  submit({ terminalId, text, mode }: TerminalSubmitParams): string | undefined {
    const mirrored = this.byId(terminalId);
    mirrored.submitting = true;
    if (mode !== 'execute') {
      mirrored.terminal.sendText(text, false);
      return undefined;
    }
    const integration = mirrored.terminal.shellIntegration;
    if (!integration) throw new Error(`terminal ${terminalId} has no shell integration`);
    return this.executions.submitted(terminalId, integration.executeCommand(text));
  }

  sendInput(terminalId: string, text: string): void {
    const mirrored = this.byId(terminalId);
    const before = mirrored.submitting;
    mirrored.submitting = true;
    mirrored.terminal.sendText(text, false);
    mirrored.submitting = before;
  }

  interrupt(terminalId: string): void {
    this.sendInput(terminalId, CTRL_C);
  }

  show(terminalId: string, preserveFocus: boolean): void {
    if (!this.owned.show(terminalId, preserveFocus)) this.byId(terminalId).terminal.show(preserveFocus);
  }

  has(terminalId: string): boolean {
    return this.owned.knows(terminalId) || [...this.mirrored.values()].some(({ id }) => id === terminalId);
  }

  find(terminalId: string): vscode.Terminal {
    return this.owned.find(terminalId) ?? this.byId(terminalId).terminal;
  }

  close(terminalId: string): void {
    if (!this.owned.dispose(terminalId)) this.byId(terminalId).terminal.dispose();
  }

  /** The window is left: what agents run there would go on where nobody sees it. */
  endAgents(): void {
    for (const mirrored of [...this.mirrored.values()]) {
      if (!isAgents(mirrored)) continue;
      this.discard(mirrored);
      hangUp(mirrored.pid);
    }
  }

  private discard({ terminal }: Mirrored): void {
    this.mirrored.delete(terminal);
    terminal.dispose();
  }

  private byId(id: string): Mirrored {
    for (const mirrored of this.mirrored.values()) if (mirrored.id === id) return mirrored;
    throw new Error(`there is no terminal ${id}`);
  }

  /** What the server knows of a terminal; nothing for those that it runs itself. */
  private mirror(terminal: vscode.Terminal): Mirrored | undefined {
    const known = this.mirrored.get(terminal);
    if (known || this.owned.has(terminal)) return known;
    const added = this.add(terminal, undefined);
    this.announce(added);
    return added;
  }

  private add(terminal: vscode.Terminal, requestId: string | undefined): Mirrored {
    const interacted = terminal.state.isInteractedWith;
    const id = `${this.session}-${++this.last}`;
    const mirrored: Mirrored = {
      id,
      terminal,
      requestId,
      pid: undefined,
      shell: shellOf(terminal),
      interacted,
      persons: interacted,
      submitting: false,
    };
    this.mirrored.set(terminal, mirrored);
    void terminal.processId.then((pid) => {
      if (pid === undefined || !this.mirrored.has(terminal)) return;
      mirrored.pid = pid;
      this.announce(mirrored);
    });
    return mirrored;
  }

  private announce(mirrored: Mirrored): void {
    const { terminal } = mirrored;
    const params: TerminalDidOpenParams = {
      terminalId: mirrored.id,
      name: terminal.name,
      integration: terminal.shellIntegration?.cwd ? 'rich' : 'none',
      ...(mirrored.shell === undefined ? {} : { shell: mirrored.shell }),
      ...shellPathOf(terminal),
    };
    const cwd = terminal.shellIntegration?.cwd?.fsPath ?? createdIn(terminal);
    if (cwd !== undefined) params.cwd = cwd;
    if (mirrored.pid !== undefined) params.pid = mirrored.pid;
    if (mirrored.requestId !== undefined) params.requestId = mirrored.requestId;
    this.outbox.post('terminal/didOpen', params);
  }

  private opened(terminal: vscode.Terminal): void {
    const known = this.mirrored.get(terminal);
    if (known) this.announce(known);
    else this.mirror(terminal);
  }

  /**
   * VS Code tells of shell integration before the shell shows its first prompt, and again with the directory when it
   * does. A command that comes too early may be typed into the shell's start-up files.
   */
  private integrationChanged(terminal: vscode.Terminal): void {
    const mirrored = this.mirror(terminal);
    if (!mirrored) return;
    if (terminal.shellIntegration?.cwd) this.integrated(mirrored);
    else setTimeout(() => this.integrated(mirrored), this.promptMs);
  }

  private integrated(mirrored: Mirrored): void {
    const { terminal } = mirrored;
    if (this.mirrored.get(terminal) !== mirrored) return;
    if (!this.executions.runsIn(mirrored.id)) mirrored.shell = shellOf(terminal) ?? mirrored.shell;
    const { shell } = mirrored;
    const cwd = terminal.shellIntegration?.cwd?.fsPath;
    this.outbox.post('terminal/didChangeShellIntegration', {
      terminalId: mirrored.id,
      integration: terminal.shellIntegration ? 'rich' : 'none',
      ...(cwd === undefined ? {} : { cwd }),
      ...(shell === undefined ? {} : { shell }),
    });
  }

  private stateChanged(terminal: vscode.Terminal): void {
    const mirrored = this.mirror(terminal);
    if (!mirrored || mirrored.interacted || !terminal.state.isInteractedWith) return;
    mirrored.interacted = true;
    // An answer to a query of the shell is interaction too: PowerShell asks at each prompt. Nobody types where no keyboard is.
    if (mirrored.submitting || (isAgents(mirrored) && vscode.window.activeTerminal !== terminal)) return;
    mirrored.persons = true;
    this.interacted(mirrored);
  }

  /** At its end the person may be in the middle of the next line. */
  private async ended(mirrored: Mirrored, execution: vscode.TerminalShellExecution, exitCode: number | undefined): Promise<void> {
    const held = this.mayHoldALine(mirrored);
    await this.executions.ended(mirrored.id, execution, exitCode);
    if (held && this.mirrored.has(mirrored.terminal)) this.interacted(mirrored);
  }

  /** All that the window has had to tell until now has gone to the server. */
  async sync(): Promise<null> {
    await vscode.commands.executeCommand('setContext', 'termhost.told', true); // its answer takes the way of the events
    await this.executions.endsTold();
    return null;
  }

  private mayHoldALine({ persons, terminal }: Mirrored): boolean {
    return persons && vscode.window.activeTerminal === terminal;
  }

  private interacted({ id }: Mirrored): void {
    this.outbox.post('terminal/didInteract', { terminalId: id });
  }

  private async closed(terminal: vscode.Terminal): Promise<void> {
    if (this.owned.closed(terminal)) return;
    const mirrored = this.mirrored.get(terminal);
    if (!mirrored) return;
    this.mirrored.delete(terminal);
    if (isAgents(mirrored) && terminal.exitStatus?.reason !== vscode.TerminalExitReason.Process) hangUp(mirrored.pid);
    await this.executions.terminalClosed(mirrored.id);
    const code = terminal.exitStatus?.code;
    this.outbox.post('terminal/didClose', {
      terminalId: mirrored.id,
      ...(code === undefined ? {} : { exitCode: code }),
      ...(terminal.exitStatus ? { reason: reasons[terminal.exitStatus.reason] } : {}),
    });
  }
}

const reasons: Record<vscode.TerminalExitReason, string> = {
  [vscode.TerminalExitReason.Unknown]: 'unknown',
  [vscode.TerminalExitReason.Shutdown]: 'shutdown',
  [vscode.TerminalExitReason.Process]: 'process',
  [vscode.TerminalExitReason.User]: 'user',
  [vscode.TerminalExitReason.Extension]: 'extension',
};

function createdIn(terminal: vscode.Terminal): string | undefined {
  const { cwd } = terminal.creationOptions as vscode.TerminalOptions;
  return typeof cwd === 'string' ? cwd : cwd?.fsPath;
}

/** Made for agents' commands; in all others only the person's run. */
function isAgents({ requestId }: Mirrored): boolean {
  return requestId !== undefined;
}

/** A window that is left or reloaded leaves the shells of hidden terminals running. */
function hangUp(shell: number | undefined): void {
  try {
    if (shell !== undefined) process.kill(shell, 'SIGHUP');
  } catch {
    // it has ended
  }
}

function shellPathOf({ creationOptions }: vscode.Terminal): { shellPath?: string } {
  const given = 'shellPath' in creationOptions ? creationOptions.shellPath : undefined;
  const shellPath = given ?? ('pty' in creationOptions ? undefined : vscode.env.shell);
  return shellPath ? { shellPath } : {};
}

function shellOf(terminal: vscode.Terminal): string | undefined {
  const { shellPath } = shellPathOf(terminal);
  return terminal.state.shell ?? (shellPath ? path.basename(shellPath) : undefined);
}
