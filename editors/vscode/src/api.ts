import type * as vscode from 'vscode';
import { Calls, textOf } from './calls';
import type { ExecutionResult, ReadCommandOutputResult, ToolCallingParams, ToolCallResult } from './protocol';
import type { Terminals } from './terminals';

export interface ExecuteOptions {
  /** Absolute; the first workspace folder if missing. */
  cwd?: string;
  /** Seconds after which to answer with what there is, while the command goes on. */
  timeout?: number;
  background?: boolean;
  shell?: string;
  /** The conversation that owns the terminal and the output. */
  taskId?: string;
  toolCallId?: string;
  /** Cancelling interrupts the command. */
  token?: vscode.CancellationToken;
}

export interface ReadOptions {
  search?: string;
  offset?: number;
  limit?: number;
  taskId?: string;
}

export interface ToolResult<Structured> {
  /** For a model. */
  readonly text: string;
  readonly structured: Structured;
  readonly isError: boolean;
}

/** What other extensions get from `extensions.getExtension('termhost.termhost').activate()`. */
export interface TermhostApi {
  readonly apiVersion: 1;
  executeCommand(command: string, options?: ExecuteOptions): Promise<ToolResult<ExecutionResult>>;
  /** `structured.text` is what was printed; for a search the lines that were found, with their numbers. */
  readOutput(artifactId: string, options?: ReadOptions): Promise<ToolResult<ReadCommandOutputResult>>;
  /** Any tool of the server by its name, such as `wait_for_command`. */
  callTool(name: string, input: Record<string, unknown>, options?: { taskId?: string; token?: vscode.CancellationToken }): Promise<ToolResult<unknown>>;
  /** The terminal that a result names; throws if it is closed. */
  terminal(terminalId: string): vscode.Terminal;
  /** Output of tool calls in real time. */
  readonly onToolCalling: vscode.Event<ToolCallingParams>;
}

export function createApi(calls: Calls, terminals: Terminals, onToolCalling: vscode.Event<ToolCallingParams>): TermhostApi {
  return {
    apiVersion: 1,
    onToolCalling,
    terminal: (terminalId) => terminals.find(terminalId),
    executeCommand: async (command, options = {}) => {
      const { taskId, toolCallId, token, ...input } = options;
      return resultOf(await calls.call('execute_command', { command, ...input }, { taskId, toolCallId, token }));
    },
    readOutput: async (artifactId, options = {}) => {
      const { taskId, ...input } = options;
      return resultOf(await calls.call('read_command_output', { artifact_id: artifactId, ...input }, { taskId }));
    },
    callTool: async (name, input, options = {}) => resultOf(await calls.call(name, input, options)),
  };
}

function resultOf<Structured>(result: ToolCallResult): ToolResult<Structured> {
  return { text: textOf(result), structured: result.structuredContent as Structured, isError: result.isError };
}
