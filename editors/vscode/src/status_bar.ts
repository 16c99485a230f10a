import * as vscode from 'vscode';
import type { Approvals } from './approvals';
import { type CommandEntry, type CommandLog, ranCommand } from './command_log';
import { settings } from './config';
import { oneLine } from './one_line';
import type { Server } from './server';

interface Face {
  readonly text: string;
  readonly tooltip: string;
  readonly background?: 'statusBarItem.errorBackground' | 'statusBarItem.warningBackground';
  readonly quiet?: boolean;
  /** Without one: the menu. */
  readonly command?: string | vscode.Command;
}

/** One item: is the server there, what runs, does somebody wait for the person. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('termhost.status', vscode.StatusBarAlignment.Right, 50);
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly log: CommandLog,
    private readonly approvals: Approvals,
  ) {
    this.item.name = 'termhost';
    this.subscriptions = [
      this.item,
      server.onDidChangeState(() => this.update()),
      log.onDidChange(() => this.update()),
      approvals.onDidChange(() => this.update()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.update()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('termhost.statusBar')) this.update();
      }),
    ];
    this.update();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private update(): void {
    const face = this.face();
    this.item.text = face.text;
    this.item.tooltip = face.tooltip;
    this.item.command = face.command ?? 'termhost.showMenu';
    this.item.accessibilityInformation = { label: face.tooltip, role: 'button' };
    this.item.backgroundColor = face.background ? new vscode.ThemeColor(face.background) : undefined;
    const when = settings().get<'always' | 'busy' | 'never'>('statusBar', 'always');
    if (when === 'always' || (when === 'busy' && !face.quiet)) this.item.show();
    else this.item.hide();
  }

  private face(): Face {
    const { state } = this.server;
    const waiting = this.approvals.commands.length;
    const agents = this.approvals.pending.length - waiting;
    const running = this.log.count('running') + this.log.count('background');
    const queued = this.log.count('waiting');
    const { awaiting } = this.log;
    const [asking] = awaiting;
    const inputs = asking && `${inputOf(asking)}${awaiting.length > 1 ? ` ${awaiting.length}` : ''}`;
    if (state.kind === 'failed') return { text: '$(error) termhost', tooltip: state.reason, background: 'statusBarItem.errorBackground' };
    if (waiting > 0) {
      const tooltip = waiting === 1 ? 'termhost: a command waits for your approval' : `termhost: ${waiting} commands wait for your approval`;
      const text = `$(bell-dot) termhost: ${[`approve${waiting > 1 ? ` ${waiting}` : ''}`, inputs].filter(Boolean).join(' · ')}`;
      return { text, tooltip: inputs ? `${tooltip}; ${awaiting.length === 1 ? 'another' : awaiting.length} for your input` : tooltip, background: 'statusBarItem.warningBackground', command: 'termhost.showQuestion' };
    }
    if (agents > 0) {
      const tooltip = "termhost: an agent wants to use this window's terminals";
      return { text: '$(bell-dot) termhost: allow agent?', tooltip, background: 'statusBarItem.warningBackground', command: 'termhost.showQuestion' };
    }
    if (asking) {
      const trusted = vscode.workspace.isTrusted;
      const one = awaiting.length === 1;
      const who = one ? `\`${oneLine(ranCommand(asking))}\` waits for your ${inputOf(asking)}` : `${awaiting.length} commands wait for your input`;
      const tooltip = `termhost: ${who}; ${!trusted ? 'trust this folder to type it' : one ? 'show its terminal' : 'show the list'}`;
      const show = one ? { command: 'termhost.showTerminal', title: 'Show Terminal', arguments: [asking.toolCallId] } : 'termhost.commands.focus';
      const command = trusted ? show : 'workbench.trust.manage';
      return { text: `$(keyboard) termhost: ${inputs}`, tooltip, background: 'statusBarItem.warningBackground', command };
    }
    if (running > 0) {
      const tooltip = running === 1 ? 'termhost: a command is running' : `termhost: ${running} commands are running`;
      return { text: `$(sync~spin) termhost: ${running}`, tooltip };
    }
    if (queued > 0) {
      const tooltip = queued === 1 ? 'termhost: a command waits for a terminal' : `termhost: ${queued} commands wait for a terminal`;
      return { text: `$(watch) termhost: ${queued}`, tooltip };
    }
    if (state.kind === 'ready') return { text: '$(terminal) termhost', tooltip: `termhost ${state.binary.version} is ready`, quiet: true };
    return { text: '$(terminal) termhost', tooltip: `termhost: ${state.kind}`, quiet: true };
  }
}

function inputOf({ awaited }: CommandEntry): string {
  return awaited?.kind === 'secret' ? 'password' : 'input';
}
