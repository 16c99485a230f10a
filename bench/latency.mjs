// How long one waits: from exec to the answer to `initialize` (at most 10 ms), and for `execute_command true` in a warm
// terminal of termhost's own (at most 5 ms at the median). Writes build/bench/latency.json.
// usage: node bench/latency.mjs     (build the release preset first: scripts/build release)
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const termhost = process.env.TERMHOST ?? join(root, 'build/release/bin/termhost');
const home = mkdtempSync(join(tmpdir(), 'termhost-latency-'));  // nobody's start-up files
const starts = 30;
const commands = 200;

class Client {
  constructor() {
    const env = { ...process.env, HOME: home, HISTFILE: '/dev/null' };
    this.child = spawn(termhost, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'], env, cwd: home });
    this.started = performance.now();  // spawn() returns when exec has happened
    this.waiting = new Map();
    this.bytes = Buffer.alloc(0);
    this.child.stdout.on('data', (bytes) => this.receive(bytes));
  }

  receive(bytes) {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    for (;;) {
      const body = this.bytes.indexOf('\r\n\r\n') + 4;
      const length = Number(/Content-Length: (\d+)/.exec(this.bytes.toString('latin1', 0, body))?.[1] ?? Infinity);
      if (body < 4 || this.bytes.length < body + length) return;
      const message = JSON.parse(this.bytes.toString('utf8', body, body + length));
      this.bytes = this.bytes.subarray(body + length);
      if (!('method' in message)) this.waiting.get(message.id)?.(message);
    }
  }

  send(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  request(id, method, params) {
    this.send({ id, method, params });
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  /** Milliseconds from exec to the answer. */
  async initialize() {
    const settings = { autoApprove: true, allowedCommands: ['*'], terminals: 'owned' };
    await this.request(0, 'initialize', { processId: process.pid, capabilities: {}, initializationOptions: { settings } });
    const milliseconds = performance.now() - this.started;
    this.send({ method: 'initialized', params: {} });
    return milliseconds;
  }

  async end() {
    await this.request('end', 'shutdown');
    this.send({ method: 'exit' });
    await new Promise((resolve) => this.child.on('exit', resolve));
  }
}

async function commandTimes() {
  const client = new Client();
  await client.initialize();
  const times = [];
  for (let id = 1; id <= commands; id++) {
    const start = performance.now();
    const params = { name: 'execute_command', arguments: { command: 'true' }, toolCallId: `call ${id}`, taskId: 'task' };
    const { result } = await client.request(id, 'tool/call', params);
    times.push(performance.now() - start);
    if (result?.structuredContent?.exitCode !== 0) throw new Error(JSON.stringify(result));
  }
  await client.end();
  return times.slice(1);  // the first one starts the shell
}

async function startTimes() {
  const times = [];
  for (let run = 0; run < starts; run++) {
    const client = new Client();
    times.push(await client.initialize());
    await client.end();
  }
  return times;
}

const report = {};
for (const [name, measure, limit] of [['initialize', startTimes, 10], ['execute_command true', commandTimes, 5]]) {
  const times = (await measure()).sort((a, b) => a - b);
  report[name] = { least: times[0], median: times[times.length >> 1], limit };
  const { least, median } = report[name];
  console.log(`${name}: ${median.toFixed(1)} ms at the median, ${least.toFixed(1)} at the least (at most ${limit}): ${median <= limit ? 'reached' : 'NOT REACHED'}`);
}
rmSync(home, { recursive: true, force: true });
mkdirSync(join(root, 'build/bench'), { recursive: true });
writeFileSync(join(root, 'build/bench/latency.json'), `${JSON.stringify(report, null, 2)}\n`);
