// A client of `termhost serve` written with vscode-jsonrpc, as an editor's shim would be.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

// The packages are installed under build/, so that the sources stay clean: see tests/parts/serve.
const require = createRequire(`${process.env.SERVE_PACKAGES ?? process.cwd()}/x.js`);
const rpc = require('vscode-jsonrpc/node');

const binary = process.env.TERMHOST;
if (!binary) throw new Error('TERMHOST must name the binary to test');

/** Every command runs without a question. */
export const allowAll = { settings: { autoApprove: true, allowedCommands: ['*'] } };

/** An editor without terminals of its own: commands run in termhost's. */
export const noTerminals = {
  processId: process.pid,
  clientInfo: { name: 'e2e' },
  capabilities: {},
  initializationOptions: allowAll,
};

// A server takes over what runs in the terminals of another one that was killed in the same folder: not that of another test.
const runtimes = mkdtempSync(join(tmpdir(), 'termhost-run-'));
let started = 0;
process.on('exit', () => rmSync(runtimes, { recursive: true, force: true }));
function ownRuntime() {
  const folder = join(runtimes, String(++started));
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

// A test that fails leaves its server, and Node.js would wait for it.
const servers = new Set();
after(() => servers.forEach((child) => child.kill('SIGKILL')));

/** The server as a bare process: bytes in, bytes out. `via`: a program that starts it. */
export function startServer(options = {}) {
  const [program, ...before] = [...(options.via ?? []), binary];
  const child = spawn(program, [...before, 'serve', ...(options.args ?? [])], {
    stdio: ['pipe', 'pipe', options.verbose ? 'inherit' : 'pipe'],
    env: { ...process.env, HISTFILE: '/dev/null', XDG_RUNTIME_DIR: ownRuntime(), ...options.env },
    cwd: options.cwd ?? '/tmp',
  });
  servers.add(child);
  child.stdin.on('error', () => {}); // it may end while we write
  const server = { child, log: '' };
  child.stderr?.on('data', (text) => (server.log += text));
  server.exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  return server;
}

/** A session: everything the server sends is kept, and can be waited for. */
export class Session {
  constructor(options = {}) {
    this.server = startServer(options);
    this.exited = this.server.exited;
    this.connection = rpc.createMessageConnection(
      new rpc.StreamMessageReader(this.server.child.stdout),
      new rpc.StreamMessageWriter(this.server.child.stdin),
    );
    this.connection.onError(() => {});
    this.notifications = [];
    this.waiting = [];
    this.connection.onNotification((method, params) => {
      this.notifications.push({ method, params });
      this.waiting = this.waiting.filter((check) => !check());
    });
    this.connection.listen();
  }

  static async started(options = {}) {
    const session = new Session(options);
    session.initialized = await session.request('initialize', { ...noTerminals, ...options.initialize });
    session.notify('initialized', {});
    return session;
  }

  request(method, params, token) {
    const rest = [params, token].filter((one) => one !== undefined); // what is undefined would be sent as a param
    return this.connection.sendRequest(method, ...rest);
  }

  notify(method, params) {
    return this.connection.sendNotification(method, params).catch(() => {}); // the server may be gone
  }

  /** Runs a tool; resolves to its structured result with the text beside it. */
  async tool(name, args, extra = {}, token) {
    const result = await this.request('tool/call', { name, arguments: args, ...extra }, token);
    return { ...result.structuredContent, text: result.content.map((part) => part.text).join(''), isError: result.isError };
  }

  execute(command, args = {}, extra = {}, token) {
    return this.tool('execute_command', { command, ...args }, extra, token);
  }

  /** The first notification of `method` for which `matches` holds, past or to come. */
  until(method, matches = () => true) {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.notifications.find((one) => one.method === method && matches(one.params));
        if (found) resolve(found.params);
        return Boolean(found);
      };
      if (!check()) this.waiting.push(check);
    });
  }

  /** What tool/calling told of one call, in order. */
  calling(toolCallId) {
    return this.notifications
      .filter((one) => one.method === 'tool/calling' && one.params.toolCallId === toolCallId)
      .map((one) => one.params.data);
  }

  /** Resolves when the real-time events of a call have come to their end. */
  completed(id) {
    return this.until('tool/calling', ({ toolCallId, data }) => toolCallId === id && data.type === 'complete');
  }

  async end() {
    await this.request('shutdown');
    await this.notify('exit');
    return this.exited;
  }

  kill() {
    this.server.child.kill('SIGKILL');
    return this.exited;
  }
}

export const { CancellationTokenSource, ResponseError } = rpc;

/** The error a request is answered with. */
export async function errorOf(promise) {
  try {
    await promise;
  } catch (error) {
    return { code: error.code, message: error.message };
  }
  throw new Error('the request was answered with a result');
}
