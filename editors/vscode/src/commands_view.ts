import * as vscode from 'vscode';
import type { Approvals } from './approvals';
import { Activity, activityOf, canRelease, CommandEntry, CommandLog, ranCommand, wasTried } from './command_log';
import { inWords } from './duration';
import { oneLine } from './one_line';
import { trialOf } from './output_documents';

const TICK_MS = 1000;
/** Of a command in a row, so that what follows is in sight too in a wide side bar. */
const LONGEST = 40;

/** The view "Commands": what runs, and what has run lately. */
export class CommandsView implements vscode.TreeDataProvider<CommandEntry>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<CommandEntry | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<CommandEntry>;
  private readonly subscriptions: vscode.Disposable[];
  private readonly clock: NodeJS.Timeout;
  private selection: readonly CommandEntry[] = [];
  /** The rows whose selection has changed in the last two changes. */
  private toggled: (CommandEntry | undefined)[] = [];
  /** VS Code is about to draw the list anew: until it has the rows, a selection has none. */
  private stale = false;
  /** VS Code forgets the arguments of a row's command as soon as the row is asked for anew, also if a click on it is under way. So each row has a command without any. */
  private readonly openers = new Map<CommandEntry, { name: string; registered: vscode.Disposable }>();
  private lastOpener = 0;

  constructor(
    private readonly log: CommandLog,
    private readonly approvals: Approvals,
  ) {
    this.view = vscode.window.createTreeView('termhost.commands', { treeDataProvider: this });
    this.subscriptions = [this.view, this.view.onDidChangeSelection(({ selection }) => this.selected(selection)), this.changed, log.onDidChange(() => this.update()), approvals.onDidChange(() => this.update()), vscode.workspace.onDidGrantWorkspaceTrust(() => this.update())];
    // A row that is drawn again loses its tooltip
    this.clock = setInterval(() => {
      if (this.view.visible) for (const entry of log.entries) if (!entry.ended) this.changed.fire(entry);
    }, TICK_MS);
  }

  private update(): void {
    const { length } = this.log.awaiting;
    this.view.badge = length > 0 ? { value: length, tooltip: 'Commands that wait for your input' } : undefined;
    this.stale = true;
    const { entries } = this.log;
    for (const [entry, { registered }] of this.openers) if (!entries.includes(entry) && this.openers.delete(entry)) registered.dispose();
    this.changed.fire(undefined);
  }

  getChildren(entry?: CommandEntry): CommandEntry[] {
    if (!entry) setTimeout(() => (this.stale = false), 0); // it has the rows then
    return entry ? [] : this.log.entries;
  }

  getTreeItem(entry: CommandEntry): vscode.TreeItem {
    const asked = this.isAsked(entry);
    const state = asked ? 'needs approval' : stateOf(entry, performance.now());
    const outcome = asked ? state : outcomeOf(entry);
    const item = new vscode.TreeItem(`${outcome} · ${oneLine(ranCommand(entry), LONGEST)}`);
    item.id = `${entry.toolCallId} ${entry.calledAt}`;
    item.description = [asked ? '' : ranFor(entry, performance.now()), entry.reason].filter(Boolean).join(' · ');
    item.accessibilityInformation = { label: [`${state}: ${oneLine(ranCommand(entry))}`, unreachedOf(entry), entry.reason].filter(Boolean).join(' · ') };
    item.tooltip = tooltipOf(entry);
    item.iconPath = asked ? icon('bell-dot', 'list.warningForeground') : iconOf(entry);
    item.contextValue = contextOf(entry);
    item.command = { command: this.openerOf(entry), title: 'Open' };
    return item;
  }

  private isAsked({ toolCallId }: CommandEntry): boolean {
    return this.approvals.commands.some(({ question }) => question.toolCallId === toolCallId);
  }

  private openerOf(entry: CommandEntry): string {
    const known = this.openers.get(entry);
    if (known) return known.name;
    const name = `termhost.row${++this.lastOpener}`;
    this.openers.set(entry, { name, registered: vscode.commands.registerCommand(name, () => this.open(entry)) });
    return name;
  }

  /** A click on the row, or Enter. */
  private open(entry: CommandEntry): Thenable<unknown> {
    if (this.isAsked(entry)) return vscode.commands.executeCommand('termhost.showQuestion');
    const needsTyping = activityOf(entry) === 'input' && vscode.workspace.isTrusted;
    return needsTyping ? vscode.commands.executeCommand('termhost.showTerminal', entry, true) : vscode.commands.executeCommand('termhost.openOutput', entry);
  }

  /** The named one, the one with the focus for the view's keys, else the newest; `going`: of those that have not ended. */
  meant(which: CommandEntry | string | undefined, going: boolean): CommandEntry | undefined {
    if (which === 'focused') return this.focused();
    if (typeof which === 'string') return this.log.find(which);
    return which ?? this.log.entries.find((entry) => !going || !entry.ended || entry.orphan);
  }

  /**
   * VS Code does not tell an extension which row has the focus. So each key of the view toggles the selection of that row twice before
   * it comes here, and leaves it as it was. Where the two changes do not agree, no row is meant rather than a wrong one.
   */
  private focused(): CommandEntry | undefined {
    const [first, second] = this.toggled;
    this.toggled = [];
    return first && first === second && this.log.entries.includes(first) ? first : undefined;
  }

  private selected(selection: readonly CommandEntry[]): void {
    const { selection: before } = this;
    const changed = [...selection.filter((entry) => !before.includes(entry)), ...before.filter((entry) => !selection.includes(entry))];
    this.toggled = [this.toggled.at(-1), this.stale || changed.length !== 1 ? undefined : changed[0]];
    this.selection = selection;
  }

  dispose(): void {
    clearInterval(this.clock);
    for (const { registered } of this.openers.values()) registered.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

export function stateOf(entry: CommandEntry, now: number): string {
  return [outcomeOf(entry), ranFor(entry, now)].filter(Boolean).join(' · ');
}

function ranFor(entry: CommandEntry, now: number): string {
  const ran = entry.durationMs ?? (entry.ended || entry.earlier || entry.runningSince === undefined ? undefined : now - entry.runningSince);
  return ran === undefined || activityOf(entry) === 'input' ? '' : inWords(ran);
}

/** A server in a trial looks as if others could reach it. */
function outcomeOf(entry: CommandEntry): string {
  if (unreachedOf(entry)) return 'trial, not reachable';
  return entry.tried ? `trial · ${plainOutcomeOf(entry)}` : plainOutcomeOf(entry);
}

/** Of a shell whose command Ctrl+C has ended. */
const INTERRUPTED = 130;

const activities: Record<Exclude<Activity, 'ended' | 'input'>, string> = {
  starting: 'starting',
  waiting: 'waiting for a terminal',
  running: 'running',
  background: 'in background',
};

function plainOutcomeOf(entry: CommandEntry): string {
  const activity = activityOf(entry);
  if (activity === 'input') return entry.awaited?.kind === 'secret' ? 'needs password' : 'needs input';
  if (activity !== 'ended') return activities[activity];
  const { status, exitCode, reason } = entry;
  if (entry.endedWithWindow) return entry.runningSince === undefined ? 'not run' : 'ended with the window';
  if (status === 'waiting' || ((status === 'rejected' || status === 'denied') && reason)) return 'not run';
  if (status !== undefined && status !== 'completed') return status.replaceAll('_', ' ');
  if (exitCode === INTERRUPTED) return `interrupted · exit ${exitCode}`;
  return exitCode === undefined || exitCode === null ? 'ended, exit code unknown' : `exit ${exitCode}`;
}

function unreachedOf({ ended, unreached = [] }: CommandEntry): string {
  return ended || unreached.length === 0 ? '' : `nothing outside reaches port ${unreached.join(', ')}`;
}

/** The server does not say the network of a trial before something listens there. */
function trialWordsOf(entry: CommandEntry): string {
  if (!entry.tried) return '';
  if (entry.ended) return trialOf(entry);
  const unreached = unreachedOf(entry);
  const network = unreached
    ? `It listens in a network of its own: ${unreached}, neither a browser nor another terminal. The setting termhost.sandbox with the network "all" changes that.`
    : 'A browser or another terminal does not reach a server in the trial, unless the setting termhost.sandbox has the network "all".';
  return `It runs in a trial, a throw-away copy of your files. Nothing of the copy is kept. ${network}`;
}

function tooltipOf(entry: CommandEntry): vscode.MarkdownString {
  const { command, editedCommand, cwd, number, reason, notes = [] } = entry;
  const tooltip = new vscode.MarkdownString().appendCodeblock(command, 'shellscript');
  if (editedCommand !== undefined) tooltip.appendMarkdown('You edited it. This ran:').appendCodeblock(editedCommand, 'shellscript');
  const lines = [trialWordsOf(entry), [number && `#${number}`, cwd].filter(Boolean).join(' · '), reason, ...notes];
  return tooltip.appendMarkdown(lines.filter(Boolean).map((line) => asMarkdown(line ?? '')).join('\n\n'));
}

/** Text of agents as it is. `appendText` has blanks at which no line breaks. */
const asMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll('\n', '\n\n');

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
  if (entry.terminalId && vscode.workspace.isTrusted && !wasTried(entry)) words.push('terminal'); // Restricted Mode opens none
  if (wasTried(entry)) words.push('tried');
  if (entry.terminalId && entry.orphan) words.push('orphan');
  return words.join(' ');
}
