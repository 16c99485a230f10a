// What the tests of the agent front ends share: where the packages are, and clients that are connected.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const binary = process.env.TERMHOST;
if (!binary) throw new Error('TERMHOST must name the binary to test');

// The packages are installed under build/, so that the sources stay clean: see tests/parts/agents.
export const packages = process.env.AGENT_PACKAGES;
export const node = join(packages, 'node_modules/.bin/node');

/** A module of an installed package, by its file or by the "import" of its export. */
export async function load(name, subpath = '.') {
  const folder = join(packages, 'node_modules', name);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json')));
  let found = exports[subpath];
  if (!found) {
    const star = Object.keys(exports).find((key) => key.includes('*') && subpath.startsWith(key.split('*')[0]));
    const [before] = star.split('*');
    found = exports[star];
    return import(pathToFileURL(join(folder, target(found).replace('*', subpath.slice(before.length)))));
  }
  return import(pathToFileURL(join(folder, target(found))));
}

function target(entry) {
  if (typeof entry === 'string') return entry;
  return target(entry.import ?? entry.node ?? entry.default);
}

export const scratch = () => mkdtempSync(join(tmpdir(), 'termhost-agents-'));

/** A policy file with these rules. */
export function policy(rules) {
  const file = join(scratch(), 'policy.json');
  writeFileSync(file, JSON.stringify(rules));
  return file;
}

/** Arguments of `termhost mcp` with which every command runs. */
export const allowAll = () => ['mcp', '--policy', policy({ allowedCommands: ['*'] })];

/** Arguments of `termhost mcp` that asks about what no rule allows, where by default it runs in a throw-away copy. */
export const asking = ['mcp', '--sandbox', 'off'];

export const environment = (extra = {}) => ({ ...process.env, HISTFILE: '/dev/null', SHELL: '/bin/bash', ...extra });

/** The server as a bare process: lines in, messages out. What is no message on stdout is an error. */
export class RawServer {
  constructor(args, options = {}) {
    this.child = spawn(binary, args, { stdio: ['pipe', 'pipe', 'pipe'], env: environment(options.env), cwd: options.cwd ?? '/tmp' });
    this.child.stdin.on('error', () => {}); // it may end while we write
    this.exited = once(this.child, 'exit').then(([code, signal]) => ({ code, signal }));
    this.messages = [];
    this.answers = new Map();
    this.waiting = [];
    this.log = '';
    this.rest = '';
    this.child.stderr.on('data', (text) => (this.log += text));
    this.child.stdout.setEncoding('utf8');
    this.child.stdout.on('data', (text) => this.#receive(text));
  }

  static async initialized(args, options = {}) {
    const server = new RawServer(args, options);
    server.request('init', 'initialize', { protocolVersion: '2025-11-25', capabilities: options.capabilities ?? {}, clientInfo: { name: options.client ?? 'raw', version: '1' } });
    await server.answer('init');
    server.notify('notifications/initialized');
    return server;
  }

  send(text) {
    this.child.stdin.write(text);
  }

  request(id, method, params) {
    this.send(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  }

  notify(method, params) {
    this.send(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  }

  answer(id) {
    return this.until((message) => !('method' in message) && message.id === id);
  }

  answersTo(id) {
    return this.messages.filter((message) => !('method' in message) && message.id === id);
  }

  execute(id, command, more = {}, meta) {
    this.request(id, 'tools/call', { name: 'execute_command', arguments: { command, ...more }, ...(meta && { _meta: meta }) });
  }

  until(matches) {
    const found = this.messages.find(matches);
    if (found) return Promise.resolve(found);
    return new Promise((resolve) => this.waiting.push({ matches, resolve }));
  }

  end() {
    this.child.stdin.end();
    return this.exited;
  }

  #receive(text) {
    this.rest += text;
    const lines = this.rest.split('\n');
    this.rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.jsonrpc !== '2.0') throw new Error(`no message on stdout: ${line}`);
      this.messages.push(message);
      this.waiting = this.waiting.filter(({ matches, resolve }) => !matches(message) || resolve(message));
    }
  }
}

/** Processes whose command line holds `text`. */
export function running(text) {
  return import('node:fs').then(({ readdirSync }) =>
    readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(text);
      } catch {
        return false;
      }
    }),
  );
}
