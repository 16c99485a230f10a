import * as vscode from 'vscode';
import type { ExecutionResult, TerminalDidChangeStatusParams, ToolCallingParams } from './protocol';

/** One command of an agent, for the eyes of a person. */
export interface CommandEntry {
  readonly toolCallId: string;
  readonly taskId: string | undefined;
  readonly command: string;
  readonly cwd: string | undefined;
  readonly startedAt: number;
  endedAt?: number;
  /** An agent waits for it: it can be sent to the background. */
  waited: boolean;
  status?: ExecutionResult['status'];
  exitCode?: number | null;
  executionId?: string | null;
  terminalId?: string | null;
  artifactId?: string | null;
  /** What the agent got. */
  text?: string;
}

const MOST_FINISHED = 50;

/** What runs and what has run lately, as the server tells it. */
export class CommandLog implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly running = new Map<string, CommandEntry>();
  private finished: CommandEntry[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Running ones, newest first, then finished ones, newest first. */
  get entries(): CommandEntry[] {
    return [...[...this.running.values()].reverse(), ...this.finished];
  }

  get runningCount(): number {
    return this.running.size;
  }

  find(toolCallId: string): CommandEntry | undefined {
    return this.running.get(toolCallId) ?? this.finished.find((entry) => entry.toolCallId === toolCallId);
  }

  called(toolCallId: string, command: string, cwd: string | undefined, taskId: string | undefined): void {
    this.begin({ toolCallId, taskId, command, cwd, startedAt: this.now(), waited: true });
  }

  answered(toolCallId: string, result: ExecutionResult | undefined, text: string): void {
    const entry = this.find(toolCallId);
    if (!entry) return;
    entry.waited = false;
    entry.text = text;
    if (result) {
      entry.status = result.status;
      entry.executionId = result.executionId;
      entry.terminalId = result.terminalId;
      entry.artifactId = result.output.artifactId;
      if (result.status !== 'running') entry.exitCode = result.exitCode;
    }
    if (result?.status !== 'running') this.end(entry);
    this.changed.fire();
  }

  toolCalling({ toolCallId, data }: ToolCallingParams): void {
    let entry = this.running.get(toolCallId);
    if (data.type !== 'complete') {
      if (entry) return;
      // A call by somebody else, an MCP client for example.
      return this.begin({ toolCallId, taskId: undefined, command: data.command, cwd: data.cd, startedAt: this.now(), waited: false });
    }
    entry ??= this.find(toolCallId);
    if (!entry) return;
    if (data.exitCode !== undefined) entry.exitCode = data.exitCode;
    if (!entry.waited) this.end(entry);
    this.changed.fire();
  }

  statusChanged(status: TerminalDidChangeStatusParams): void {
    const entry = status.toolCallId === undefined ? undefined : this.running.get(status.toolCallId);
    if (!entry || !status.busy) return;
    entry.executionId = status.executionId ?? null;
    entry.terminalId = status.terminalId;
    this.changed.fire();
  }

  /** The server is gone, and with it what it knew of what runs. */
  serverEnded(): void {
    for (const entry of [...this.running.values()]) if (!entry.waited) this.end({ ...entry, status: 'lost' });
    this.changed.fire();
  }

  clearFinished(): void {
    this.finished = [];
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private begin(entry: CommandEntry): void {
    this.running.set(entry.toolCallId, entry);
    this.changed.fire();
  }

  private end(entry: CommandEntry): void {
    if (!this.running.delete(entry.toolCallId)) return;
    entry.endedAt = this.now();
    entry.status = entry.status === undefined || entry.status === 'running' ? 'completed' : entry.status;
    this.finished = [entry, ...this.finished].slice(0, MOST_FINISHED);
  }
}
