import * as vscode from 'vscode';
import type { Outbox } from './outbox';
import type { TerminalCreateParams, TerminalDataParams } from './protocol';
import { nameApart, telling } from './terminal_names';

/** What is kept of a terminal's output while nobody has opened it; enough to fill any scrollback. */
const UNSEEN_LENGTH = 1024 * 1024;

/** A terminal that termhost runs and VS Code shows. It passes bytes through and knows nothing of them. */
class OwnedTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly renamed = new vscode.EventEmitter<string>();
  private readonly ended = new vscode.EventEmitter<number | undefined>();
  readonly onDidWrite = this.written.event;
  readonly onDidChangeName = this.renamed.event;
  readonly onDidClose = this.ended.event;
  private readonly decoder = new TextDecoder();
  private unseen: string | undefined = '';
  private over = false;
  private noted = false;

  constructor(
    private readonly id: string,
    private readonly outbox: Outbox,
  ) {}

  open(dimensions: vscode.TerminalDimensions | undefined): void {
    if (dimensions) this.setDimensions(dimensions);
    if (this.unseen) this.written.fire(this.unseen);
    this.unseen = undefined;
    if (this.over && !this.noted) setTimeout(() => this.ended.fire(undefined), 0); // VS Code has opened it by then
  }

  close(): void {
    // `OwnedTerminals.closed` hears of it too, with the reason.
  }

  handleInput(data: string): void {
    if (!this.over) this.outbox.post('terminal/didInput', { terminalId: this.id, data });
  }

  setDimensions({ columns, rows }: vscode.TerminalDimensions): void {
    if (!this.over) this.outbox.post('terminal/didResize', { terminalId: this.id, cols: columns, rows });
  }

  print(params: TerminalDataParams): void {
    const text =
      params.encoding === 'base64'
        ? this.decoder.decode(Buffer.from(params.data, 'base64'), { stream: true })
        : params.data;
    if (this.unseen === undefined) this.written.fire(text);
    else this.unseen = (this.unseen + text).slice(-UNSEEN_LENGTH);
  }

  rename(name: string): void {
    this.renamed.fire(name);
  }

  /** Without `note` VS Code closes the terminal, which it cannot before it has opened it; with `note` the text stays there to be read. */
  end(note?: string): void {
    this.over = true;
    this.noted = note !== undefined;
    if (note === undefined) this.ended.fire(undefined);
    else this.print({ terminalId: this.id, data: `\r\n\x1b[2m${note}\x1b[0m\r\n` });
  }
}

interface Owned {
  readonly pty: OwnedTerminal;
  readonly options: vscode.ExtensionTerminalOptions;
  /** Missing: nobody has looked at it yet. */
  terminal?: vscode.Terminal;
  /** It came up for the user. */
  shown?: true;
}

/**
 * In Restricted Mode VS Code would ask for trust before it opens a terminal. There they are kept, with what they print,
 * and opened on demand once the folder is trusted.
 */
export class OwnedTerminals {
  private readonly byId = new Map<string, Owned>();
  /** Terminals of servers that have ended. The user can still read their text. */
  private readonly left = new Map<string, Owned>();
  private readonly all = new WeakSet<vscode.Terminal>();
  /** Terminals that have ended while the user looked at them. */
  private readonly ended = new Map<vscode.Terminal, OwnedTerminal>();
  private readonly watching = vscode.window.onDidChangeActiveTerminal((active) => this.closeEnded(active));

  constructor(private readonly outbox: Outbox) {}

  unwatch(): void {
    this.watching.dispose();
  }

  create(params: TerminalCreateParams): string {
    const id = params.requestId;
    const pty = new OwnedTerminal(id, this.outbox);
    const options: vscode.ExtensionTerminalOptions = {
      name: telling(params.name),
      pty,
      isTransient: true,
      iconPath: new vscode.ThemeIcon('server-process'),
      ...(params.nonce === undefined ? {} : { shellIntegrationNonce: params.nonce }),
    };
    const owned = { pty, options };
    this.byId.set(id, owned);
    if (vscode.workspace.isTrusted) this.open(owned);
    return id;
  }

  has(terminal: vscode.Terminal): boolean {
    return this.all.has(terminal);
  }

  knows(id: string): boolean {
    return this.byId.has(id);
  }

  find(id: string): vscode.Terminal | undefined {
    const owned = this.byId.get(id);
    if (!owned) return undefined;
    if (!owned.terminal && !vscode.workspace.isTrusted) throw new Error('VS Code opens no terminal in Restricted Mode. Trust this folder to see this terminal and to type into it.');
    return owned.terminal ?? this.open(owned);
  }

  /** False: there is no such terminal, or no more. */
  show(id: string, preserveFocus: boolean): boolean {
    const terminal = this.find(id);
    const owned = this.byId.get(id);
    if (owned) owned.shown = true;
    terminal?.show(preserveFocus);
    return terminal !== undefined;
  }

  print(params: TerminalDataParams): void {
    this.byId.get(params.terminalId)?.pty.print(params);
  }

  dispose(id: string): boolean {
    const owned = this.byId.get(id);
    if (!owned) return false;
    this.byId.delete(id);
    if (isLookedAt(owned)) this.keepInSight(owned.terminal, owned.pty);
    else owned.pty.end();
    return true;
  }

  /** VS Code would give the focus, and the user's next keys, to another terminal. */
  private keepInSight(terminal: vscode.Terminal, pty: OwnedTerminal): void {
    pty.end('The command has ended, and its terminal with it.');
    this.ended.set(terminal, pty);
  }

  private closeEnded(active: vscode.Terminal | undefined): void {
    for (const [terminal, pty] of this.ended) if (terminal !== active && this.ended.delete(terminal)) pty.end();
  }

  /**
   * The server closes what the user closes. A window that is reloaded closes its terminals as well: those are the next server's. False:
   * it is not a terminal of ours that was open.
   */
  closed(terminal: vscode.Terminal): boolean {
    this.ended.delete(terminal);
    for (const [id, owned] of this.left) if (owned.terminal === terminal) this.left.delete(id);
    const found = [...this.byId].find(([, owned]) => owned.terminal === terminal);
    if (!found) return false;
    const [id] = found;
    this.byId.delete(id);
    if (terminal.exitStatus?.reason !== vscode.TerminalExitReason.Shutdown) this.outbox.post('terminal/didClose', { terminalId: id, reason: 'user' });
    return true;
  }

  serverEnded(): void {
    for (const [id, owned] of this.byId) {
      owned.pty.end('termhost has ended. A command that goes on is shown in another terminal.');
      this.left.set(id, owned);
    }
    this.byId.clear();
  }

  /** The next server has taken over what ran in a terminal, and shows it in a new one. */
  takenOver(before: string, now: string): void {
    const owned = this.left.get(before);
    if (!owned) return;
    this.left.delete(before);
    if (owned.terminal && owned.terminal === vscode.window.activeTerminal) this.find(now)?.show(true);
    owned.pty.end();
  }

  private open(owned: Owned): vscode.Terminal {
    const name = nameApart(owned.options.name, vscode.window.terminals.map((other) => other.name));
    const terminal = vscode.window.createTerminal({ ...owned.options, name });
    owned.terminal = terminal;
    this.all.add(terminal);
    return terminal;
  }
}

function isLookedAt(owned: Owned): owned is Owned & { terminal: vscode.Terminal } {
  const { terminal, shown } = owned;
  return terminal !== undefined && terminal === vscode.window.activeTerminal && (shown === true || terminal.state.isInteractedWith);
}
