import * as vscode from 'vscode';
import type { Approvals } from './approvals';
import type { CommandLog } from './command_log';
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
    if (name !== 'execute_command') return this.request(name, input, toolCallId, options.taskId, options.token);

    const command = String(input.command);
    const source = new vscode.CancellationTokenSource();
    const { token } = source; // asked for before it is cancelled, or it would fire no event
    const forwarded = options.token?.onCancellationRequested(() => source.cancel());
    if (options.token?.isCancellationRequested) source.cancel();
    if (options.agreed) this.approvals.agree(toolCallId, command);
    this.underWay.set(toolCallId, source);
    this.log.called(toolCallId, command, input.cwd as string | undefined, options.taskId);
    const answer = this.request(name, input, toolCallId, options.taskId, token).catch((error: unknown) =>
      lost(error, command, toolCallId, input.cwd as string | undefined),
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
    if (executionId) await this.server.request('tool/stop', { executionId });
    else this.underWay.get(toolCallId)?.cancel();
  }

  async background(toolCallId: string): Promise<void> {
    await this.server.request('tool/background', { toolCallId });
  }

  dispose(): void {
    this.started.dispose();
  }

  private request(
    name: string,
    input: Record<string, unknown>,
    toolCallId: string,
    taskId: string | undefined,
    token: vscode.CancellationToken | undefined,
  ): Promise<ToolCallResult> {
    const params = { name, arguments: input, toolCallId, ...(taskId === undefined ? {} : { taskId }) };
    return this.server.request('tool/call', params, token);
  }
}

export function textOf(result: ToolCallResult): string {
  return result.content.map(({ text }) => text).join('\n');
}

/** What can still be said when the server went away with the answer. The command is not run again. */
function lost(error: unknown, command: string, toolCallId: string, cwd: string | undefined): ToolCallResult {
  if (!(error instanceof ServerGone)) throw error;
  const text = `termhost ended while it ran the command, and its result is lost. The command was not run again; it may still be running.\nCommand: ${command}`;
  const structured: ExecutionResult = {
    status: 'lost',
    exitCode: null,
    signal: null,
    endedBy: null,
    certainty: 'unknown',
    command,
    submitted: null,
    reason: 'termhost ended while it ran the command',
    rewrite: { kind: 'none', reason: '' },
    cwd: cwd ?? '',
    shell: '',
    integration: 'none',
    terminalId: null,
    executionId: null,
    toolCallId,
    durationMs: 0,
    output: { text: '', totalBytes: 0, totalLines: 0, omitted: [], artifactId: null },
  };
  return { content: [{ type: 'text', text }], structuredContent: structured, isError: true };
}
