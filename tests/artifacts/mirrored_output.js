// A command of an agent in an editor's terminal that prints a great deal: the editor's side of `termhost serve`.
'use strict';
const { spawn } = require('node:child_process');
const { once } = require('node:events');

const chunk = 'y\r\n'.repeat(1024);
const chunkOutput = 2 * 1024;  // CR LF is one line end in what is rendered

function frame(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/// Calls `received` with each message that comes in frames.
function readFrames(stream, received) {
  let waiting = Buffer.alloc(0);
  stream.on('data', data => {
    waiting = waiting.length > 0 ? Buffer.concat([waiting, data]) : data;
    for (;;) {
      const end = waiting.indexOf('\r\n\r\n');
      if (end < 0) return;
      const size = Number(/Content-Length: (\d+)/.exec(waiting.toString('latin1', 0, end))[1]);
      if (waiting.length < end + 4 + size) return;
      const body = waiting.toString('utf8', end + 4, end + 4 + size);
      waiting = waiting.subarray(end + 4 + size);
      if (!body.includes('"method":"tool/calling"')) received(JSON.parse(body));
    }
  });
}

/// Runs a command whose terminal prints `volume` bytes (a multiple of chunkOutput). Returns the server's process and the
/// structured result, once it has come; the caller ends the process.
async function mirroredOutput(termhost, storageDir, settings, volume) {
  const server = spawn(termhost, ['serve'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const send = message => server.stdin.write(frame(message));
  const print = async () => {
    send({ method: 'shellExecution/didStart', params: { terminalId: 'm', executionId: 'x', commandLine: { value: 'yes', confidence: 2 } } });
    const write = frame({ method: 'shellExecution/didWrite', params: { executionId: 'x', data: chunk } });
    for (let printed = 0; printed < volume; printed += chunkOutput) {
      if (!server.stdin.write(write)) await once(server.stdin, 'drain');
    }
    send({ method: 'shellExecution/didEnd', params: { executionId: 'x', exitCode: 0, drained: true } });
  };
  const answers = {
    'terminal/create': ({ requestId }) => {
      setImmediate(() => send({ method: 'terminal/didOpen', params: { terminalId: 'm', requestId, cols: 80, rows: 24, integration: 'rich', shell: 'bash' } }));
      return { terminalId: 'm' };
    },
    'terminal/submit': () => {
      setImmediate(print);
      return { executionId: 'x' };
    },
  };
  const result = new Promise(resolve => {
    readFrames(server.stdout, message => {
      if (message.id === 'call') resolve(message.result.structuredContent);
      if (message.method && message.id !== undefined) send({ id: message.id, result: answers[message.method]?.(message.params) ?? null });
    });
  });
  const terminal = { source: 'events', modes: ['execute'] };
  const initializationOptions = { storageDir, settings: { autoApprove: true, ...settings } };
  send({ id: 1, method: 'initialize', params: { processId: process.pid, capabilities: { terminal }, initializationOptions } });
  send({ method: 'initialized', params: {} });
  const call = { name: 'execute_command', arguments: { command: 'yes' }, taskId: 't', toolCallId: 'c' };
  send({ id: 'call', method: 'tool/call', params: call });
  return { server, result: await result };
}

module.exports = { mirroredOutput, chunkOutput };
