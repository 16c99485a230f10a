// A client of `termhost serve` or `termhost mcp` that reads fast: frames of others' live output are passed over unparsed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { termhost } from './measure.mjs';

const header = Buffer.from('\r\n\r\n');

export class Client {
  /** `home`: nobody's start-up files. */
  constructor(home, ...command) {
    const env = { ...process.env, HOME: home, HISTFILE: '/dev/null', XDG_STATE_HOME: `${home}/state` };
    this.lines = command[0] === 'mcp';
    this.child = spawn(termhost, command, { stdio: ['pipe', 'pipe', 'inherit'], env, cwd: home });
    this.started = performance.now();  // spawn() returns when exec has happened
    this.waiting = new Map();
    this.requested = () => null;  // answers termhost's requests
    this.heard = () => {};        // gets its notifications, as text
    this.child.stdout.on('data', (bytes) => this.receive(bytes));
  }

  receive(bytes) {
    let rest = this.rest ? Buffer.concat([this.rest, bytes]) : bytes;
    for (let end; (end = this.endOfFrame(rest)) > 0; rest = rest.subarray(end)) this.take(rest.subarray(0, end));
    this.rest = rest.length > 0 ? rest : undefined;
  }

  endOfFrame(bytes) {
    if (this.lines) return bytes.indexOf(10) + 1;
    const body = bytes.indexOf(header) + header.length;
    if (body < header.length) return 0;
    const end = body + Number(/Content-Length: (\d+)/.exec(bytes.toString('latin1', 0, body))[1]);
    return bytes.length < end ? 0 : end;
  }

  take(frame) {
    const text = frame.toString('latin1', 0, 200);
    if (text.includes('"method":"') && !text.includes('"id":')) return this.heard(frame);
    const message = JSON.parse(frame.toString('utf8', this.lines ? 0 : frame.indexOf(header) + header.length));
    if (!('method' in message)) return this.waiting.get(message.id)?.(message);
    const result = this.requested(message.method, message.params);
    if (result !== undefined) this.send({ id: message.id, result });
  }

  frame(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    return this.lines ? `${body}\n` : `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  }

  send(message) {
    this.child.stdin.write(this.frame(message));
  }

  request(id, method, params) {
    this.send({ id, method, params });
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  /** Milliseconds from exec to the answer. */
  async initialize(capabilities = {}, settings = { terminals: 'owned' }) {
    const initializationOptions = { settings: { autoApprove: true, ...settings } };
    await this.request('initialize', 'initialize', { processId: process.pid, capabilities, initializationOptions });
    const milliseconds = performance.now() - this.started;
    this.send({ method: 'initialized', params: {} });
    return milliseconds;
  }

  /** Returns when what was sent is on its way: a reader that falls behind is not buried. */
  async drained() {
    if (this.child.stdin.writableNeedDrain) await once(this.child.stdin, 'drain');
  }

  call(command, toolCallId, more = {}) {
    return this.request(toolCallId, 'tool/call', { name: 'execute_command', arguments: { command, cwd: '/tmp', ...more }, toolCallId, taskId: 'task' });
  }

  /** Resident memory in MiB. */
  memory() {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))[1]) / 1024;
  }

  /** Processor seconds of all its threads so far. */
  cpu() {
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  async end() {
    await this.request('end', 'shutdown');
    this.send({ method: 'exit' });
    await once(this.child, 'exit');
  }
}

/** What a mirroring editor answers; each terminal it is asked for has shell integration, and takes whatever is submitted. */
export class MirroringClient extends Client {
  constructor(home) {
    super(home, 'serve');
    this.submitted = [];  // who waits for the next submission
    let terminals = 0, executions = 0;
    this.requested = (method, params) => {
      if (method === 'terminal/create') {
        const terminalId = `t${++terminals}`;
        setImmediate(() => this.send({ method: 'terminal/didChangeShellIntegration', params: { terminalId, integration: 'rich', cwd: params.cwd ?? '/tmp', shell: 'bash' } }));
        return { terminalId };
      }
      if (method !== 'terminal/submit') return this.interrupted?.(method, params) ?? null;
      const executionId = `x${++executions}`;
      setImmediate(() => this.submitted.shift()?.({ executionId, terminalId: params.terminalId, text: params.text }));
      return { executionId };
    };
  }

  initialize(settings = {}, capabilities = {}) {
    const terminal = { source: 'events', modes: ['execute'], interrupt: true, dispose: true };
    return super.initialize({ terminal, ...capabilities }, { terminals: 'mirrored', maxTerminals: 256, ...settings });
  }

  /** A call whose command has begun: its execution, and the answer that is to come. */
  async begin(command, toolCallId, more = {}) {
    const begun = new Promise((resolve) => this.submitted.push(resolve));
    const answer = this.call(command, toolCallId, more);
    const { executionId, terminalId, text } = await begun;
    this.send({ method: 'shellExecution/didStart', params: { terminalId, executionId, commandLine: { value: text, confidence: 2 } } });
    return { executionId, answer };
  }

  write(executionId, data, index) {
    return this.frame({ method: 'shellExecution/didWrite', params: { executionId, data, index } });
  }

  finish(executionId) {
    this.send({ method: 'shellExecution/didEnd', params: { executionId, exitCode: 0, drained: true } });
  }
}
