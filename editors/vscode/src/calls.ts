import * as vscode from 'vscode';
import type { Approvals } from './approvals';
import type { CommandEntry, CommandLog, OutputOfTask } from './command_log';
import type { ExecutionResult, ToolCallResult } from './protocol';
import { Server, ServerGone } from './server';

export interface CallOptions {
  taskId?: string | undefined;
  toolCallId?: string | undefined;
  token?: vscode.CancellationToken | undefined;
  /** The person has agreed to the command already; a rule that denies it counts all the same. */
  agreed?: boolean;
}

/** The tool calls of this window that are under way. */
export class Calls implements vscode.Disposable {
  private readonly started = new vscode.EventEmitter<{ toolCallId: string; command: string; over: Promise<void> }>();
  readonly onDidStart = this.started.event;
  private readonly underWay = new Map<string, vscode.CancellationTokenSource>();
  private last = 0;

  constructor(
    private readonly server: Server,
    private readonly log: CommandLog,
    private readonly approvals: Approvals,
  ) {}

  async call(name: string, input: Record<string, unknown>, options: CallOptions = {}): Promise<ToolCallResult> {
    const toolCallId = options.toolCallId ?? `vscode-${process.pid}-${++this.last}`;
    if (name === 'stop_command') this.log.stopping({ executionId: String(input.execution_id) });
    if (name !== 'execute_command') return this.request(name, input, toolCallId, options);

    const command = String(input.command);
    const source = new vscode.CancellationTokenSource();
    const { token } = source; // asked for before it is cancelled, or it would fire no event
    const forwarded = options.token?.onCancellationRequested(() => source.cancel());
    if (options.token?.isCancellationRequested) source.cancel();
    if (options.agreed) this.approvals.agree(toolCallId, command);
    this.underWay.set(toolCallId, source);
    this.log.called(toolCallId, command, input.cwd as string | undefined, options.taskId);
    const answer = this.request(name, input, toolCallId, { ...options, token }).catch((error: unknown) =>
      unanswered(error, this.log.find(toolCallId), command, toolCallId, input.cwd as string | undefined),
    );
    this.started.fire({ toolCallId, command, over: answer.then(() => undefined) });
    const result = await answer;
    this.underWay.delete(toolCallId);
    this.approvals.forget(toolCallId);
    forwarded?.dispose();
    source.dispose();
    this.log.answered(toolCallId, result.structuredContent as ExecutionResult | undefined, textOf(result));
    return result;
  }

  /** The person's word, whoever's command it is. One that is no execution yet, since it waits for approval, is withdrawn. */
  async stop(toolCallId: string): Promise<void> {
    const executionId = this.log.find(toolCallId)?.executionId;
    this.log.stopping({ toolCallId });
    if (executionId) await this.server.request('tool/stop', { executionId });
    else this.underWay.get(toolCallId)?.cancel();
  }

  /** What it has printed so far, for the person: no agent is told. */
  outputOf(executionId: string): Promise<OutputOfTask> {
    return this.server.request('tool/output', { executionId });
  }

  async background(toolCallId: string): Promise<void> {
    await this.server.request('tool/background', { toolCallId });
    this.log.release(toolCallId);
  }

  dispose(): void {
    this.started.dispose();
  }

  private request(
    name: string,
    input: Record<string, unknown>,
    toolCallId: string,
    { taskId, token, agreed }: CallOptions,
  ): Promise<ToolCallResult> {
    const params = { name, arguments: input, toolCallId, ...(taskId === undefined ? {} : { taskId }), ...(agreed && { byUser: true }) };
    return this.server.request('tool/call', params, token);
  }
}

export function textOf(result: ToolCallResult): string {
  return result.content.map(({ text }) => text).join('\n');
}

/** What can still be said without an answer: there is no server, it refused, or it went away. Nothing is run again. */
function unanswered(
  error: unknown,
  entry: CommandEntry | undefined,
  command: string,
  toolCallId: string,
  cwd: string | undefined,
): ToolCallResult {
  const gone = error instanceof ServerGone;
  const executionId = (gone ? entry?.executionId : null) ?? null;
  const reason = gone ? 'termhost ended while it ran the command' : error instanceof Error ? error.message : String(error);
  const known = executionId ? ` as execution '${executionId}'` : '';
  const text = gone
    ? `${reason}, and its result is lost. The command was not run again; it may still be running${known}.\nCommand: ${command}`
    : `Not run: ${reason}\nCommand: ${command}`;
  const structured: ExecutionResult = {
    status: gone ? 'lost' : 'failed_to_start',
    exitCode: null,
    signal: null,
    endedBy: null,
    certainty: 'unknown',
    command,
    submitted: null,
    reason,
    rewrite: { kind: 'none', reason: '' },
    cwd: cwd ?? '',
    shell: '',
    integration: 'none',
    terminalId: (gone ? entry?.terminalId : null) ?? null,
    executionId,
    toolCallId,
    durationMs: 0,
    output: { text: '', totalBytes: 0, totalLines: 0, omitted: [], artifactId: null },
  };
  return { content: [{ type: 'text', text }], structuredContent: structured, isError: true };
}
