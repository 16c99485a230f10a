import * as vscode from 'vscode';
import type { ApprovalRequestParams, ApprovalRequestResult, AwaitedInput, CommandOutput, ExecutionResult, TerminalDidChangeStatusParams, ToolCallingParams } from './protocol';

/** `taskId`: the task whose artifact it is, where the server says it. */
export type OutputOfTask = CommandOutput & { taskId?: string };

/** One command of an agent, for the eyes of the user. */
export interface CommandEntry {
  readonly toolCallId: string;
  taskId: string | undefined;
  readonly command: string;
  readonly cwd: string | undefined;
  /** Short, for the name of its output: the first command of a workspace has 1. */
  number?: number;
  /** Where it is in the list; times are milliseconds of a clock that nobody sets. */
  readonly calledAt: number;
  /** When it began to run: a question or a terminal that it waited for is not its time. */
  runningSince?: number;
  /** It runs no more, or never will. */
  ended?: boolean;
  /** How long it ran; missing: it did not. */
  durationMs?: number;
  /** The server went away while it ran: it may still run, in a terminal of VS Code. */
  orphan?: boolean;
  /** A call of this window waits for it: it can be sent to the background. */
  waited: boolean;
  /** A call of an agent from outside: the server does not say when it is answered. */
  foreign?: true;
  /** The user has let it go on without being waited for. */
  released?: true;
  /** The user has stopped it, or an agent of this window has. */
  stopped?: true;
  /** It ended because its window did. */
  endedWithWindow?: true;
  /** An earlier window has left it in the list: this one does not know since when it runs. */
  earlier?: true;
  status?: ExecutionResult['status'];
  exitCode?: number | null;
  executionId?: string | null;
  terminalId?: string | null;
  /** It runs, or ran, in a throw-away copy. */
  tried?: boolean;
  /** What it changed in that copy, in words: "made 'build/' (2 files)". */
  changes?: string;
  /** Ports on which it listens in a trial with a network of its own */
  unreached?: readonly number[];
  artifactId?: string | null;
  /** The input that it waits for, for the user to type. */
  awaited?: AwaitedInput;
  /** Why it was denied, rejected or not started, waits, or is lost. */
  reason?: string;
  /** What the user made of the command. */
  editedCommand?: string;
  notes?: readonly string[];
  /** What the agent got. */
  text?: string;
}

const MOST_FINISHED = 50;

export type Activity = 'starting' | 'waiting' | 'input' | 'running' | 'background' | 'ended';

/** What it is doing: `starting` may be waiting for approval, `waiting` is for a terminal, `input` for the user to type. */
export function activityOf(entry: CommandEntry): Activity {
  if (entry.ended) return 'ended';
  if (entry.status === 'waiting') return 'waiting';
  if (entry.runningSince === undefined) return 'starting';
  if (entry.awaited) return 'input';
  return canRelease(entry) ? 'running' : 'background';
}

/** The text that runs: what the user made of the command. */
export const ranCommand = ({ command, editedCommand }: CommandEntry): string => editedCommand ?? command;

/** It has come to its end without a start. */
export function neverRan({ ended, runningSince, status, endedWithWindow }: CommandEntry): boolean {
  return ended === true && runningSince === undefined && (status !== 'completed' || endedWithWindow === true);
}

/** It was tried, and nothing of that is kept. */
export const wasTried = ({ ended, tried }: CommandEntry): boolean => ended === true && tried === true;

/** Somebody waits for it, or may do so. */
export function canRelease(entry: CommandEntry): boolean {
  return !entry.released && (entry.waited || entry.foreign === true);
}

/** What runs and what has run lately, as the server tells it. */
export class CommandLog implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly running = new Map<string, CommandEntry>();
  private finished: CommandEntry[] = [];
  private last = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Running ones, newest first, then finished ones, newest first. */
  get entries(): CommandEntry[] {
    return [...[...this.running.values()].reverse(), ...this.finished];
  }

  count(activity: Activity): number {
    return this.entries.filter((entry) => activityOf(entry) === activity).length;
  }

  /** Those that wait for the user to type something, newest first. */
  get awaiting(): CommandEntry[] {
    return this.entries.filter((entry) => activityOf(entry) === 'input');
  }

  get idle(): boolean {
    return this.running.size === 0;
  }

  find(toolCallId: string): CommandEntry | undefined {
    return this.running.get(toolCallId) ?? this.finished.find((entry) => entry.toolCallId === toolCallId);
  }

  called(toolCallId: string, command: string, cwd: string | undefined, taskId: string | undefined): void {
    this.begin({ toolCallId, taskId, command, cwd, calledAt: this.now(), waited: true });
  }

  answered(toolCallId: string, result: ExecutionResult | undefined, text: string): void {
    const entry = this.find(toolCallId);
    if (!entry) return;
    entry.waited = false;
    entry.text = text;
    if (result) {
      entry.status = result.status === 'waiting_for_input' ? 'running' : result.status;
      entry.executionId = result.executionId ?? entry.executionId ?? null;
      entry.terminalId = result.terminalId ?? entry.terminalId ?? null;
      entry.artifactId = result.output.artifactId;
      entry.notes = result.notes ?? [];
      if (result.reason !== undefined) entry.reason = result.reason;
      if (result.editedCommand !== undefined) entry.editedCommand = result.editedCommand;
      if (!goesOn(result)) entry.exitCode = result.exitCode;
      if (!goesOn(result) && result.status !== 'lost' && entry.runningSince !== undefined) entry.durationMs = result.durationMs;
    }
    if (!result || !goesOn(result)) this.end(entry);
    this.changed.fire();
  }

  /** A question about it waits for the user. */
  asked({ toolCallId, shown, cwd }: ApprovalRequestParams): void {
    if (!this.running.has(toolCallId)) this.beginForeign(toolCallId, shown, cwd);
  }

  /** The user's answer. Of what an agent from outside wanted to run nothing else tells that it never will. */
  decided({ toolCallId }: ApprovalRequestParams, { decision, command, feedback }: ApprovalRequestResult): void {
    const entry = this.running.get(toolCallId);
    if (!entry?.foreign || entry.runningSince !== undefined) return;
    if (decision === 'edit' && command !== undefined) entry.editedCommand = command;
    if (decision === 'reject') this.notRun(entry, feedback ? `You rejected it: ${feedback}` : 'You rejected it.');
    this.changed.fire();
  }

  /** Its question is gone without an answer, and nothing of it has run since. */
  withdrawn(toolCallId: string): void {
    const entry = this.running.get(toolCallId);
    if (!entry?.foreign || entry.runningSince !== undefined) return;
    this.notRun(entry, 'The question was withdrawn.');
    this.changed.fire();
  }

  /** The user, or an agent, wants it to end. */
  stopping(which: { toolCallId: string } | { executionId: string }): void {
    const entry = 'toolCallId' in which ? this.running.get(which.toolCallId) : [...this.running.values()].find(({ executionId }) => executionId === which.executionId);
    if (entry) entry.stopped = true;
  }

  /** The user lets it go on in the background. */
  release(toolCallId: string): void {
    const entry = this.running.get(toolCallId);
    if (entry) entry.released = true;
    this.changed.fire();
  }

  /** What it has printed, as far as the server still tells it. */
  printed(toolCallId: string, { text, artifactId, taskId }: OutputOfTask): void {
    const entry = this.find(toolCallId);
    if (!entry) return;
    entry.text ??= text;
    entry.artifactId ??= artifactId;
    entry.taskId ??= taskId;
    this.changed.fire();
  }

  toolCalling({ toolCallId, data }: ToolCallingParams): void {
    let entry = this.running.get(toolCallId);
    if (data.type !== 'complete') {
      entry ??= this.beginForeign(toolCallId, data.command, data.cd);
      if (this.runs(entry)) this.changed.fire();
      return;
    }
    entry ??= this.find(toolCallId) ?? (data.status && this.beginForeign(toolCallId, data.command, data.cd));
    if (!entry) return;
    if (data.exitCode !== undefined) entry.exitCode = data.exitCode;
    if (data.tried !== undefined) entry.changes = data.tried;
    if (!entry.waited) {
      if (!entry.ended) delete entry.text; // what the agent was told was not the end of it
      if (!entry.ended && data.status) Object.assign(entry, { status: data.status, reason: data.reason ?? entry.reason });
      this.end(entry);
    }
    this.changed.fire();
  }

  statusChanged(status: TerminalDidChangeStatusParams): void {
    const { toolCallId, command } = status;
    if (!status.busy || toolCallId === undefined) return;
    let entry = this.running.get(toolCallId) ?? this.found(toolCallId, status.executionId);
    if (!entry && this.finished.some(({ executionId }) => executionId === status.executionId)) return;
    entry ??= this.beginForeign(toolCallId, command ?? '', undefined);
    this.runs(entry);
    entry.executionId = status.executionId ?? null;
    entry.terminalId = status.terminalId;
    entry.tried = status.sandbox === 'trial';
    entry.unreached = status.unreached ?? [];
    if (status.input) entry.awaited = status.input;
    else delete entry.awaited;
    this.changed.fire();
  }

  /** What ran there when the server went away, and may still run. */
  lostIn(terminalId: string): CommandEntry | undefined {
    return this.finished.find((entry) => entry.orphan && entry.terminalId === terminalId);
  }

  /** The server is gone, and with it what it knew of what runs. */
  serverEnded(): void {
    for (const entry of [...this.running.values()]) {
      entry.orphan = entry.runningSince !== undefined;
      if (!entry.waited) this.end(Object.assign(entry, { status: 'lost' as const }));
    }
    this.changed.fire();
  }

  /** What an earlier window has kept, newest first. */
  restore(entries: readonly CommandEntry[]): void {
    this.finished = entries.slice(0, MOST_FINISHED).map((entry, place) => ({ ...entry, calledAt: -place, earlier: true as const }));
    this.last = Math.max(0, ...this.finished.map(({ number = 0 }) => number));
    this.changed.fire();
  }

  clearFinished(): void {
    this.finished = [];
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }

  /** A call by somebody else, an MCP client for example. */
  private beginForeign(toolCallId: string, command: string, cwd: string | undefined): CommandEntry {
    const entry = { toolCallId, taskId: undefined, command, cwd, calledAt: this.now(), waited: false, foreign: true as const };
    this.begin(entry);
    return entry;
  }

  /** A new server knows a command that was lost with the old one, or with the window: later windows may number calls alike. */
  private found(toolCallId: string, executionId: string | undefined): CommandEntry | undefined {
    const entry = this.finished.find((lost) => lost.toolCallId === toolCallId && (lost.orphan ?? (lost.endedWithWindow && lost.executionId === executionId)));
    if (!entry) return undefined;
    this.finished = this.finished.filter((other) => other !== entry);
    this.running.set(toolCallId, entry);
    entry.ended = false;
    entry.status = 'running';
    delete entry.orphan;
    delete entry.endedWithWindow;
    delete entry.reason;
    return entry;
  }

  /** Says whether that is news. */
  private runs(entry: CommandEntry): boolean {
    if (entry.runningSince !== undefined) return false;
    entry.runningSince = this.now();
    if (entry.status === 'waiting') delete entry.reason;
    if (entry.status !== undefined) entry.status = 'running';
    return true;
  }

  private begin(entry: CommandEntry): void {
    entry.number = ++this.last;
    this.running.set(entry.toolCallId, entry);
    this.changed.fire();
  }

  private notRun(entry: CommandEntry, reason: string): void {
    this.end(Object.assign(entry, { status: 'rejected' as const, reason }));
  }

  private end(entry: CommandEntry): void {
    if (!this.running.delete(entry.toolCallId)) return;
    entry.ended = true;
    delete entry.awaited;
    if (entry.runningSince !== undefined && entry.status !== 'lost' && !entry.earlier) entry.durationMs ??= this.now() - entry.runningSince;
    if (entry.status === undefined || entry.status === 'running') entry.status = entry.stopped ? 'stopped' : 'completed';
    this.finished = [entry, ...this.finished].slice(0, MOST_FINISHED);
  }
}

/** The answer was not the end: the command runs on, or runs when it gets a terminal. */
function goesOn({ status }: ExecutionResult): boolean {
  return status === 'running' || status === 'waiting_for_input' || status === 'waiting';
}
