import * as vscode from 'vscode';
import type { Approvals } from './approvals';
import type { CommandEntry, CommandLog } from './command_log';
import { firstLine } from './tools';

const TICK_MS = 1000;

/** The view "Commands": what runs, and what has run lately. */
export class CommandsView implements vscode.TreeDataProvider<CommandEntry>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<CommandEntry | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<CommandEntry>;
  private readonly subscriptions: vscode.Disposable[];
  private readonly clock: NodeJS.Timeout;

  constructor(
    private readonly log: CommandLog,
    private readonly approvals: Approvals,
  ) {
    this.view = vscode.window.createTreeView('termhost.commands', { treeDataProvider: this });
    this.subscriptions = [this.view, this.changed, log.onDidChange(() => this.changed.fire(undefined)), approvals.onDidChange(() => this.changed.fire(undefined))];
    this.clock = setInterval(() => {
      if (this.view.visible && log.runningCount > 0) this.changed.fire(undefined);
    }, TICK_MS);
  }

  getChildren(entry?: CommandEntry): CommandEntry[] {
    return entry ? [] : this.log.entries;
  }

  getTreeItem(entry: CommandEntry): vscode.TreeItem {
    const item = new vscode.TreeItem(firstLine(entry.command));
    item.id = `${entry.toolCallId} ${entry.calledAt}`;
    const asked = this.approvals.pending.some(({ question }) => question.toolCallId === entry.toolCallId);
    item.description = asked ? 'waits for approval' : describe(entry, performance.now());
    item.tooltip = tooltipOf(entry);
    item.iconPath = iconOf(entry);
    item.contextValue = contextOf(entry);
    if (entry.ended) item.command = { command: 'termhost.openOutput', title: 'Open Output', arguments: [entry] };
    return item;
  }

  dispose(): void {
    clearInterval(this.clock);
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

export function describe(entry: CommandEntry, now: number): string {
  const parts = [outcomeOf(entry)];
  const ran = entry.durationMs ?? (entry.runningSince === undefined ? undefined : now - entry.runningSince);
  if (ran !== undefined) parts.push(`${ran < 10_000 ? (ran / 1000).toFixed(1) : Math.round(ran / 1000)} s`);
  if (entry.reason) parts.push(entry.reason);
  return parts.join(' · ');
}

function outcomeOf({ ended, waited, runningSince, status, exitCode, reason }: CommandEntry): string {
  if (!ended && status === 'waiting') return 'waiting for a terminal';
  if (!ended && runningSince === undefined) return 'starting';
  if (!ended) return waited ? 'running' : 'in background';
  if (status === 'waiting' || (status === 'rejected' && reason)) return 'not run';
  if (exitCode !== undefined && exitCode !== null) return `exit ${exitCode}`;
  return status === undefined || status === 'completed' ? 'ended, exit code unknown' : status.replaceAll('_', ' ');
}

function tooltipOf({ command, editedCommand, cwd, reason, notes }: CommandEntry): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString().appendCodeblock(command, 'shellscript');
  if (editedCommand !== undefined) tooltip.appendText('You made of it, and what ran:').appendCodeblock(editedCommand, 'shellscript');
  return tooltip.appendText([cwd, reason, ...(notes ?? [])].filter(Boolean).join('\n'));
}

function iconOf({ ended, status, exitCode }: CommandEntry): vscode.ThemeIcon {
  if (!ended && status === 'waiting') return new vscode.ThemeIcon('watch');
  if (!ended) return new vscode.ThemeIcon('sync~spin');
  if (exitCode === 0) return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
  if (exitCode !== undefined && exitCode !== null) return new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
  return new vscode.ThemeIcon(status === 'rejected' || status === 'denied' || status === 'waiting' ? 'circle-slash' : 'question');
}

/** Words that the menus in package.json look for. */
function contextOf(entry: CommandEntry): string {
  const words = entry.ended ? ['output'] : ['running'];
  if (entry.waited) words.push('waited');
  if (entry.terminalId) words.push('terminal');
  return words.join(' ');
}
