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
    item.id = `${entry.toolCallId} ${entry.startedAt}`;
    const asked = this.approvals.pending.some(({ question }) => question.toolCallId === entry.toolCallId);
    item.description = asked ? 'waits for approval' : describe(entry, Date.now());
    item.tooltip = new vscode.MarkdownString().appendCodeblock(entry.command, 'shellscript').appendText(entry.cwd ?? '');
    item.iconPath = iconOf(entry);
    item.contextValue = contextOf(entry);
    if (entry.endedAt !== undefined) item.command = { command: 'termhost.openOutput', title: 'Open Output', arguments: [entry] };
    return item;
  }

  dispose(): void {
    clearInterval(this.clock);
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

export function describe(entry: CommandEntry, now: number): string {
  const seconds = ((entry.endedAt ?? now) - entry.startedAt) / 1000;
  return `${outcomeOf(entry)} · ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

function outcomeOf({ endedAt, waited, status, exitCode }: CommandEntry): string {
  if (endedAt === undefined) return waited ? 'running' : 'in background';
  if (exitCode !== undefined && exitCode !== null) return `exit ${exitCode}`;
  return status === undefined || status === 'completed' ? 'ended, exit code unknown' : status.replaceAll('_', ' ');
}

function iconOf({ endedAt, status, exitCode }: CommandEntry): vscode.ThemeIcon {
  if (endedAt === undefined) return new vscode.ThemeIcon('sync~spin');
  if (exitCode === 0) return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
  if (exitCode !== undefined && exitCode !== null) return new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
  return new vscode.ThemeIcon(status === 'rejected' || status === 'denied' ? 'circle-slash' : 'question');
}

/** Words that the menus in package.json look for. */
function contextOf(entry: CommandEntry): string {
  const words = entry.endedAt === undefined ? ['running'] : ['output'];
  if (entry.waited) words.push('waited');
  if (entry.terminalId) words.push('terminal');
  return words.join(' ');
}
