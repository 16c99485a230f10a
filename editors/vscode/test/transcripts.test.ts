// The whole extension against protocol/transcripts: the test plays VS Code on one side and termhost on the other.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import type { ToolResult } from '../src/api';
import { Context } from '../src/context';
import type { ExecutionResult } from '../src/protocol';
import { CancellationTokenSource, configuration, created, events, extensionContext, FakeExecution, FakeTerminal, webviews } from './fake_vscode';
import { Fields, Json, Line, Names, plain, readTranscript } from './transcript';

const transcripts = path.resolve('../../protocol/transcripts');
const folder = mkdtempSync(path.join(tmpdir(), 'termhost-vscode-'));
const program = path.join(folder, 'termhost');
const socketPath = path.join(folder, 'socket');
writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${process.cwd()}/test/transcript_server.mjs' "$@"\n`);
chmodSync(program, 0o755);

/** Fields that the extension reads, where a transcript leaves them out. */
const requests: Record<string, Fields> = {
  'terminal/create': { name: 'termhost', env: {} },
  'approval/request': { command: '', shown: '', size: '', cwd: '/project', shell: 'bash', commands: [], reason: '', suggestions: [] },
};
const structured = { output: { text: '', totalBytes: 0, totalLines: 0, omitted: [], artifactId: null } };

class Replay {
  private readonly extension = extensionContext('0.1.0');
  private readonly context = new Context(this.extension as unknown as vscode.ExtensionContext);
  private readonly names = new Names();
  private readonly calls = new Map<Json, { token: CancellationTokenSource; result: Promise<ToolResult<ExecutionResult>> }>();
  private readonly received: Fields[] = [];
  private socket: net.Socket | undefined;
  private writer: StreamMessageWriter | undefined;
  private arrived = (): void => undefined;

  /** What happens in VS Code so that its extension says a thing. */
  private readonly stimuli: Record<string, (params: Fields, id: Json) => unknown> = {
    initialize: () => void this.context.server.start(),
    initialized: () => undefined,
    'tool/call': (params, id) => {
      const { command, ...input } = params.arguments as { command: string; cwd: string };
      const { toolCallId, taskId } = params as { toolCallId: string; taskId?: string };
      const token = new CancellationTokenSource();
      const options = { ...input, toolCallId, ...(taskId === undefined ? {} : { taskId }), token: token.token };
      this.calls.set(id, { token, result: this.context.api.executeCommand(command, options) });
    },
    'terminal/didOpen': async () => events.opened.fire(await thatComes(() => created.at(-1))),
    'terminal/didChangeShellIntegration': ({ cwd }) => this.terminal.integrate(cwd as string),
    'shellExecution/didStart': () => events.started.fire({ terminal: this.terminal, execution: this.execution }),
    'shellExecution/didWrite': ({ data }) => this.execution.stream.push(data as string),
    'shellExecution/didEnd': ({ exitCode }) => {
      this.execution.stream.end();
      events.ended.fire({ terminal: this.terminal, execution: this.execution, exitCode: exitCode as number });
    },
    '$/cancelRequest': ({ id }) => this.calls.get(id ?? null)?.token.cancel(),
    shutdown: () => void this.context.server.stop(),
    exit: () => undefined,
  };

  async play(lines: Line[]): Promise<void> {
    const connection = this.listen();
    for (const line of this.playable(lines)) {
      if (line.toServer) {
        await this.cause(line.msg);
        await connection;
        await this.expect(line);
      } else {
        await this.say(line);
      }
    }
  }

  async end(): Promise<void> {
    const stopped = this.context.server.stop();
    this.socket?.destroy();
    await stopped;
    for (const subscription of this.extension.subscriptions) subscription.dispose();
  }

  private get terminal(): FakeTerminal {
    return created.at(-1)!;
  }

  private get execution(): FakeExecution {
    return this.terminal.executed.at(-1)!;
  }

  private async listen(): Promise<void> {
    const listener = net.createServer().listen(socketPath);
    this.socket = await new Promise<net.Socket>((resolve) => listener.once('connection', resolve));
    listener.close();
    this.writer = new StreamMessageWriter(this.socket);
    new StreamMessageReader(this.socket).listen((message) => {
      this.received.push(message);
      this.arrived();
    });
  }

  /** Without what a careful server refuses: no shim says such things. And every session ends in order. */
  private playable(lines: Line[]): Line[] {
    const asked = new Set<Json | undefined>();
    let begun = false;
    const kept = lines.filter(({ toServer, msg: { id, method } }) => {
      const stimulus = method === undefined || (begun ? method !== 'initialize' : method === 'initialize');
      const known = method === undefined ? asked.has(id) : toServer ? stimulus && (method as string) in this.stimuli : true;
      if (known && toServer) begun = true;
      if (known && id !== undefined && method !== undefined) asked.add(id);
      return known;
    });
    if (kept.some(({ msg }) => msg.method === 'shutdown')) return kept;
    const farewell = [{ id: 'last', method: 'shutdown' }, { id: 'last', result: null }, { method: 'exit' }];
    return [...kept, ...farewell.map((msg) => ({ at: 'farewell', toServer: 'method' in msg, msg }))];
  }

  private async cause({ method, id, params, result }: Fields): Promise<void> {
    if (method !== undefined) await this.stimuli[method as string]!((params ?? {}) as Fields, id ?? null);
    else if ((result as Fields | undefined)?.decision !== undefined) await this.click(result!);
  }

  /** The person answers the question on the page. */
  private async click(result: Json): Promise<void> {
    const { posted, received } = webviews.at(-1)!;
    const question = await thatComes(() => (posted.at(-1) as { pending: { id: number }[] } | undefined)?.pending.at(0));
    received.fire({ id: question.id, result });
  }

  /** Messages of one method come in the order of the transcript; a terminal may be told of again when more is known. */
  private async expect({ at, msg }: Line): Promise<void> {
    const again = msg.method === 'terminal/didOpen';
    for (;;) {
      const index = this.received.findIndex(({ method, id }) =>
        msg.method === undefined ? method === undefined && id === this.names.resolve(msg.id ?? null, 'id') : method === msg.method,
      );
      const [actual] = index < 0 ? [] : this.received.splice(index, 1);
      if (!actual) await new Promise<void>((resolve) => (this.arrived = resolve));
      else if (this.names.accepts(withoutSettings(msg), actual)) return;
      else assert.ok(again, `${at}: expected ${JSON.stringify(msg)}, got ${JSON.stringify(actual)}`);
    }
  }

  private async say({ msg }: Line): Promise<void> {
    const { params, result, ...rest } = this.names.resolve(msg) as { params?: Fields; result?: Fields | null } & Fields;
    const content = result?.structuredContent && { ...structured, ...(result.structuredContent as Fields) };
    await this.writer!.write({
      jsonrpc: '2.0',
      ...rest,
      ...(params && { params: { ...requests[msg.method as string], ...params } }),
      ...(result !== undefined && { result: content ? { content: [], isError: false, ...result, structuredContent: content } : result }),
    });
    const call = this.calls.get(msg.id ?? null);
    if (call && content) assert.deepEqual((await call.result).structured, content);
  }
}

/** What the extension does in answer to a message that it has not read yet. */
async function thatComes<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** The settings are the person's, not the transcript's. */
function withoutSettings(msg: Fields): Fields {
  if (msg.method !== 'initialize') return msg;
  const { capabilities } = msg.params as Fields;
  return { ...msg, params: { capabilities } as Fields };
}

/** Shims that pass a terminal's bytes have their own transcripts; VS Code tells of events. */
function isOfEvents(lines: Line[]): boolean {
  return !lines.some(({ msg }) => msg.method === 'initialize' && JSON.stringify(msg.params).includes('"source":"bytes"'));
}

for (const name of readdirSync(transcripts).filter((file) => file.endsWith('.jsonl'))) {
  const lines = readTranscript(path.join(transcripts, name)).map((line) => ({ ...line, msg: plain(line.msg) }));
  if (!isOfEvents(lines)) continue;
  test(`transcript ${name}`, { timeout: 30_000 }, async () => {
    created.length = 0;
    configuration.clear();
    configuration.set('server.path', program);
    configuration.set('progressAfter', 0);
    process.env.FAKE_SOCKET = socketPath;
    const replay = new Replay();
    try {
      await replay.play(lines);
    } finally {
      await replay.end();
    }
  });
}
