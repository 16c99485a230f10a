import * as vscode from 'vscode';
import type { Approvals } from './approvals';
import { Activity, activityOf, CommandEntry, CommandLog } from './command_log';
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
      if (this.view.visible && !log.idle) this.changed.fire(undefined);
    }, TICK_MS);
  }

  getChildren(entry?: CommandEntry): CommandEntry[] {
    return entry ? [] : this.log.entries;
  }

  getTreeItem(entry: CommandEntry): vscode.TreeItem {
    const item = new vscode.TreeItem(firstLine(entry.command));
    item.id = `${entry.toolCallId} ${entry.calledAt}`;
    const asked = this.approvals.pending.some(({ question }) => question.toolCallId === entry.toolCallId);
    item.description = asked ? 'waiting for approval' : describe(entry, performance.now());
    item.tooltip = tooltipOf(entry);
    item.iconPath = asked ? new vscode.ThemeIcon('bell-dot', new vscode.ThemeColor('list.warningForeground')) : iconOf(entry);
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
  const ran = entry.durationMs ?? (entry.ended || entry.runningSince === undefined ? undefined : now - entry.runningSince);
  if (ran !== undefined) parts.push(`${ran < 10_000 ? (ran / 1000).toFixed(1) : Math.round(ran / 1000)} s`);
  if (entry.reason) parts.push(entry.reason);
  return parts.join(' · ');
}

const activities: Record<Exclude<Activity, 'ended'>, string> = {
  starting: 'starting',
  waiting: 'waiting for a terminal',
  running: 'running',
  background: 'in background',
};

function outcomeOf(entry: CommandEntry): string {
  const activity = activityOf(entry);
  if (activity !== 'ended') return activities[activity];
  const { status, exitCode, reason } = entry;
  if (status === 'waiting' || (status === 'rejected' && reason)) return 'not run';
  if (exitCode !== undefined && exitCode !== null) return `exit ${exitCode}`;
  return status === undefined || status === 'completed' ? 'ended, exit code unknown' : status.replaceAll('_', ' ');
}

function tooltipOf({ command, editedCommand, cwd, reason, notes }: CommandEntry): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString().appendCodeblock(command, 'shellscript');
  if (editedCommand !== undefined) tooltip.appendText('You made of it, and what ran:').appendCodeblock(editedCommand, 'shellscript');
  return tooltip.appendText([cwd, reason, ...(notes ?? [])].filter(Boolean).join('\n'));
}

/** Where there is no exit code. */
const icons: Partial<Record<NonNullable<CommandEntry['status']>, string>> = {
  rejected: 'circle-slash',
  denied: 'circle-slash',
  waiting: 'circle-slash',
  failed_to_start: 'error',
  lost: 'debug-disconnect',
  stopped: 'debug-stop',
  timed_out: 'watch',
};

function iconOf(entry: CommandEntry): vscode.ThemeIcon {
  const activity = activityOf(entry);
  if (activity === 'waiting') return new vscode.ThemeIcon('watch');
  if (activity !== 'ended') return new vscode.ThemeIcon('sync~spin');
  const { status, exitCode } = entry;
  if (exitCode === 0) return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
  if (exitCode !== undefined && exitCode !== null) return new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
  return new vscode.ThemeIcon((status && icons[status]) ?? 'question');
}

/** Words that the menus in package.json look for. */
function contextOf(entry: CommandEntry): string {
  const words = entry.ended ? ['output'] : ['running'];
  if (entry.waited && entry.runningSince !== undefined) words.push('waited');
  if (entry.terminalId) words.push('terminal');
  if (entry.terminalId && entry.orphan) words.push('orphan');
  return words.join(' ');
}
