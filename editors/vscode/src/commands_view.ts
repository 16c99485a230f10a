import * as vscode from 'vscode';
import type { Approvals } from './approvals';
import { Activity, activityOf, canRelease, CommandEntry, CommandLog, ranCommand } from './command_log';
import { inWords } from './duration';
import { oneLine } from './one_line';

const TICK_MS = 1000;
/** Of a command in a row, so that its state is in sight too, in a narrow side bar. */
const LONGEST = 24;
/** Less of it for a state that the user must see: a wait for the user, a trial. */
const LESS = 6;

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
    this.subscriptions = [this.view, this.changed, log.onDidChange(() => this.update()), approvals.onDidChange(() => this.update()), vscode.workspace.onDidGrantWorkspaceTrust(() => this.update())];
    this.clock = setInterval(() => {
      if (this.view.visible && !log.idle) this.changed.fire(undefined);
    }, TICK_MS);
  }

  private update(): void {
    const { length } = this.log.awaiting;
    this.view.badge = length > 0 ? { value: length, tooltip: 'Commands that wait for your input' } : undefined;
    this.changed.fire(undefined);
  }

  getChildren(entry?: CommandEntry): CommandEntry[] {
    return entry ? [] : this.log.entries;
  }

  getTreeItem(entry: CommandEntry): vscode.TreeItem {
    const asked = this.approvals.commands.some(({ question }) => question.toolCallId === entry.toolCallId);
    const state = asked ? 'needs approval' : stateOf(entry, performance.now());
    const marks = [asked || activityOf(entry) === 'input', entry.tried].filter(Boolean);
    const said = [state, unreachedOf(entry), entry.reason].filter(Boolean);
    const item = new vscode.TreeItem(oneLine(ranCommand(entry), LONGEST - LESS * marks.length));
    item.id = `${entry.toolCallId} ${entry.calledAt}`;
    item.description = said.join(' · ');
    item.accessibilityInformation = { label: [`${state}: ${oneLine(ranCommand(entry))}`, ...said.slice(1)].join(' · ') };
    item.tooltip = tooltipOf(entry);
    item.iconPath = asked ? icon('bell-dot', 'list.warningForeground') : iconOf(entry);
    item.contextValue = contextOf(entry);
    item.command = asked ? { command: 'termhost.showQuestion', title: 'Show the Question' } : openerOf(entry);
    return item;
  }

  /** The named one, the selected one for the view's keys, else the newest; `going`: of those that have not ended. */
  meant(which: CommandEntry | string | undefined, going: boolean): CommandEntry | undefined {
    if (which === 'selected') return this.view.selection[0];
    if (typeof which === 'string') return this.log.find(which);
    return which ?? this.log.entries.find((entry) => !going || !entry.ended || entry.orphan);
  }

  dispose(): void {
    clearInterval(this.clock);
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

/** What a click on its row does. */
function openerOf(entry: CommandEntry): vscode.Command {
  if (activityOf(entry) === 'input' && vscode.workspace.isTrusted) return { command: 'termhost.showTerminal', title: 'Show Terminal', arguments: [entry] };
  return { command: 'termhost.openOutput', title: 'Open Output', arguments: [entry] };
}

export function stateOf(entry: CommandEntry, now: number): string {
  const ran = entry.durationMs ?? (entry.ended || entry.earlier || entry.runningSince === undefined ? undefined : now - entry.runningSince);
  const outcome = entry.tried ? `trial · ${outcomeOf(entry)}` : outcomeOf(entry);
  if (ran === undefined || activityOf(entry) === 'input') return outcome;
  return `${outcome} · ${inWords(ran)}`;
}

/** Of a shell whose command Ctrl+C has ended. */
const INTERRUPTED = 130;

const activities: Record<Exclude<Activity, 'ended' | 'input'>, string> = {
  starting: 'starting',
  waiting: 'waiting for a terminal',
  running: 'running',
  background: 'in background',
};

function outcomeOf(entry: CommandEntry): string {
  const activity = activityOf(entry);
  if (activity === 'input') return entry.awaited?.kind === 'secret' ? 'needs password' : 'needs input';
  if (activity !== 'ended') return activities[activity];
  const { status, exitCode, reason } = entry;
  if (entry.endedWithWindow) return entry.runningSince === undefined ? 'not run: its window ended' : 'ended with the window';
  if (status === 'waiting' || ((status === 'rejected' || status === 'denied') && reason)) return 'not run';
  if (status !== undefined && status !== 'completed') return status.replaceAll('_', ' ');
  if (exitCode === INTERRUPTED) return `interrupted · exit ${exitCode}`;
  return exitCode === undefined || exitCode === null ? 'ended, exit code unknown' : `exit ${exitCode}`;
}

/** A server in a trial looks as if others could reach it. */
function unreachedOf({ ended, unreached = [] }: CommandEntry): string {
  return ended || unreached.length === 0 ? '' : `nothing outside reaches port ${unreached.join(', ')}`;
}

/** The server does not say the network of an agent's trial from outside. */
const TRIAL = 'Trial: files that this command writes are not kept. Programs outside the trial cannot reach a server in it, unless the setting termhost.sandbox has the network all.';

function tooltipOf({ command, editedCommand, cwd, number, reason, notes, tried }: CommandEntry): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString().appendCodeblock(command, 'shellscript');
  if (editedCommand !== undefined) tooltip.appendText('You edited it. This ran:').appendCodeblock(editedCommand, 'shellscript');
  return tooltip.appendText([tried ? TRIAL : '', [number && `#${number}`, cwd].filter(Boolean).join(' · '), reason, ...(notes ?? [])].filter(Boolean).join('\n'));
}

const icon = (name: string, color: string): vscode.ThemeIcon => new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
const STOPPED = icon('debug-stop', 'charts.yellow');
const FAILED = icon('error', 'testing.iconFailed');
const NOT_RUN = icon('circle-slash', 'disabledForeground');

const going: Record<Exclude<Activity, 'ended'>, vscode.ThemeIcon> = {
  starting: icon('sync~spin', 'disabledForeground'),
  waiting: icon('watch', 'charts.yellow'),
  input: icon('keyboard', 'list.warningForeground'),
  running: icon('sync~spin', 'charts.blue'),
  background: icon('server-process', 'charts.blue'),
};

/** Where the exit code is not all that there is to say. */
const ended: Partial<Record<NonNullable<CommandEntry['status']>, vscode.ThemeIcon>> = {
  rejected: NOT_RUN,
  denied: NOT_RUN,
  waiting: NOT_RUN,
  failed_to_start: FAILED,
  lost: icon('debug-disconnect', 'charts.yellow'),
  stopped: STOPPED,
  timed_out: icon('watch', 'testing.iconFailed'),
};

function iconOf(entry: CommandEntry): vscode.ThemeIcon {
  const activity = activityOf(entry);
  if (activity !== 'ended') return going[activity];
  const { status, exitCode } = entry;
  if (entry.endedWithWindow || exitCode === INTERRUPTED) return STOPPED;
  if (status && ended[status]) return ended[status];
  if (exitCode === 0) return icon('pass', 'testing.iconPassed');
  return exitCode === undefined || exitCode === null ? icon('question', 'charts.yellow') : FAILED;
}

/** Words that the menus in package.json look for. */
function contextOf(entry: CommandEntry): string {
  const words = entry.ended ? ['output'] : ['running'];
  if (!entry.ended && canRelease(entry) && entry.runningSince !== undefined) words.push('waited');
  if (entry.runningSince !== undefined || entry.ended) words.push('shown');
  if (entry.terminalId && vscode.workspace.isTrusted) words.push('terminal'); // Restricted Mode opens none
  if (entry.terminalId && entry.orphan) words.push('orphan');
  return words.join(' ');
}
