import type * as vscode from 'vscode';
import type { CommandEntry } from './command_log';
import { frames } from './frames';
import type { Outbox } from './outbox';
import type { ResumedExecution } from './protocol';

/** After an end event VS Code has flushed its streams; one that is not finished by then counts as not drained. */
const DRAIN_MS = 500;

/** One start of an execution object. VS Code may use an object again for another command: then it is another run. */
interface Run {
  readonly id: string;
  readonly terminalId: string;
  readonly execution: vscode.TerminalShellExecution;
  announced: boolean;
  /** A server was there when it began. */
  readonly told: boolean;
  startSeen: boolean;
  ended: boolean;
  finished: boolean;
  /** Output waits for the server, not for VS Code. */
  held: boolean;
  chunks: number;
  reading: Promise<void>;
}

/** Mirrors shell executions: a start, its output in order, its end after the output. It judges nothing. */
export class Executions {
  private readonly runs = new WeakMap<vscode.TerminalShellExecution, Run>();
  private readonly open = new Set<Run>();
  /** Ends that wait for the last of their output. */
  private readonly ending = new Set<Promise<void>>();
  private last = 0;

  constructor(
    private readonly outbox: Outbox,
    /** The agent's command that a server which died left in a terminal. */
    private readonly lostIn: (terminalId: string) => CommandEntry | undefined,
    private readonly drainMs = DRAIN_MS,
  ) {}

  /** `executeCommand` returned this. Read at once, or the output of a fast command is lost. */
  submitted(terminalId: string, execution: vscode.TerminalShellExecution): string {
    return this.begin(terminalId, execution, true).id;
  }

  /** Where no agent's commands run nobody looks at what is printed: it is not `read`. */
  started(terminalId: string, execution: vscode.TerminalShellExecution, read: boolean): void {
    let run = this.runs.get(execution);
    if (!run || run.startSeen || run.ended) run = this.begin(terminalId, execution, read);
    run.startSeen = true;
    this.announce(run);
  }

  ended(terminalId: string, execution: vscode.TerminalShellExecution, exitCode: number | undefined): Promise<void> {
    const told = this.tellEnd(terminalId, execution, exitCode).finally(() => this.ending.delete(told));
    this.ending.add(told);
    return told;
  }

  /** Each end that VS Code has told of has gone to the server. */
  async endsTold(): Promise<void> {
    await Promise.all(this.ending);
  }

  private async tellEnd(terminalId: string, execution: vscode.TerminalShellExecution, exitCode: number | undefined): Promise<void> {
    let run = this.runs.get(execution);
    if (!run || run.ended) run = this.begin(terminalId, execution, false);
    run.ended = true;
    this.announce(run);
    const drained = await this.drained(run);
    this.open.delete(run);
    this.outbox.post('shellExecution/didEnd', {
      executionId: run.id,
      ...(exitCode === undefined ? {} : { exitCode }),
      drained,
    });
  }

  /** VS Code sends no end for what ran in a closed terminal; the message that the terminal closed is its end. */
  async terminalClosed(terminalId: string): Promise<void> {
    const runs = [...this.open].filter((run) => run.terminalId === terminalId);
    await Promise.all(runs.map((run) => this.drained(run)));
    for (const run of runs) this.open.delete(run);
  }

  /** For a new server: what is running now. */
  announceOpen(): void {
    for (const run of this.open) if (run.announced) this.postStart(run, run.told ? this.lostIn(run.terminalId) : undefined);
  }

  /** Also what was submitted and has not begun. */
  runsIn(terminalId: string): boolean {
    return [...this.open].some((run) => run.terminalId === terminalId);
  }

  private begin(terminalId: string, execution: vscode.TerminalShellExecution, read: boolean): Run {
    const run: Run = {
      id: `vscode-${++this.last}`,
      terminalId,
      execution,
      announced: false,
      told: this.outbox.attached,
      startSeen: false,
      ended: false,
      finished: !read,
      held: false,
      chunks: 0,
      reading: Promise.resolve(),
    };
    this.runs.set(execution, run);
    this.open.add(run);
    if (read) run.reading = this.pump(run, execution.read());
    return run;
  }

  private async pump(run: Run, stream: AsyncIterable<string>): Promise<void> {
    try {
      for await (const chunk of stream) {
        for (const data of frames(chunk)) await this.write(run, data);
      }
    } finally {
      run.finished = true;
    }
  }

  private async write(run: Run, data: string): Promise<void> {
    this.announce(run);
    if (!this.outbox.hasRoom()) {
      run.held = true;
      await this.outbox.room();
      run.held = false;
    }
    this.outbox.post('shellExecution/didWrite', { executionId: run.id, data, index: run.chunks++ }, data.length);
  }

  private announce(run: Run): void {
    if (run.announced) return;
    run.announced = true;
    this.postStart(run);
  }

  private postStart(run: Run, lost?: CommandEntry): void {
    const { commandLine, cwd } = run.execution;
    this.outbox.post('shellExecution/didStart', {
      terminalId: run.terminalId,
      executionId: run.id,
      commandLine: {
        value: commandLine.value,
        confidence: commandLine.confidence,
        isTrusted: commandLine.isTrusted,
      },
      ...(cwd ? { cwd: cwd.fsPath } : {}),
      ...(lost?.executionId ? { resumed: resumedFrom(lost, lost.executionId) } : {}),
    });
  }

  private async drained(run: Run): Promise<boolean> {
    do {
      await Promise.race([run.reading.catch(() => undefined), delay(this.drainMs)]);
    } while (run.held);
    return run.finished;
  }
}

function resumedFrom({ toolCallId, taskId, command }: CommandEntry, executionId: string): ResumedExecution {
  return { executionId, toolCallId, command, ...(taskId === undefined ? {} : { taskId }) };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
