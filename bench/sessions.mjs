// What an editor says while commands print: whole sessions as files, and what termhost must have answered.
import { closeSync, openSync, writeSync } from 'node:fs';

const frame = (message) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
};

/**
 * One session in which `bytes` are the output of each of `count` shell executions, in frames of `frameBytes` bytes of output; with
 * `call` each of them is an agent's, whose output is wanted live and kept in `storage`.
 */
export function writeSession(file, bytes, { count = 1, frameBytes = 4096, base64 = false, call = false, storage }) {
  const out = openSync(file, 'w');
  const put = (message) => writeSync(out, frame(message));
  const capabilities = { terminal: { source: 'events', modes: ['execute'] } };
  const settings = { autoApprove: true, terminals: 'mirrored', artifactMaxBytes: 8 * 2 ** 30, storageMaxBytes: 8 * 2 ** 30 };
  put({ id: 1, method: 'initialize', params: { processId: null, capabilities, initializationOptions: { storageDir: storage, settings } } });
  put({ method: 'initialized', params: {} });
  const integrated = { terminalId: 't', integration: 'rich', cwd: '/tmp', shell: 'bash' };
  if (!call) put({ method: 'terminal/didOpen', params: { ...integrated, cols: 80, rows: 24 } });
  let asked = 0;  // by termhost, which has done so when it has taken what stands before the answer
  for (let turn = 0; turn < count; turn++) {
    const executionId = `x${turn}`;
    if (call) {
      const params = { name: 'execute_command', arguments: { command: 'make', cwd: '/tmp' }, toolCallId: `call-${turn}`, taskId: 'bench' };
      put({ id: 10 + turn, method: 'tool/call', params });
      if (turn === 0) {
        put({ id: ++asked, result: { terminalId: 't' } });
        put({ method: 'terminal/didChangeShellIntegration', params: integrated });
      }
      put({ id: ++asked, result: { executionId } });
    }
    put({ method: 'shellExecution/didStart', params: { terminalId: 't', executionId, commandLine: { value: 'make', confidence: 2 } } });
    writeOutput(put, bytes, executionId, frameBytes, base64);
    put({ method: 'shellExecution/didEnd', params: { executionId, exitCode: 0, drained: true } });
  }
  put({ id: 2, method: 'shutdown', params: null });
  put({ method: 'exit', params: null });
  closeSync(out);
}

function writeOutput(put, bytes, executionId, frameBytes, base64) {
  const text = new TextDecoder();
  for (let at = 0, index = 0; at < bytes.length; at += frameBytes, index++) {
    const part = bytes.subarray(at, at + frameBytes);
    const data = base64 ? part.toString('base64') : text.decode(part, { stream: true });
    const params = { executionId, data, index };
    put({ method: 'shellExecution/didWrite', params: base64 ? { ...params, encoding: 'base64' } : params });
  }
}

/** The messages in what termhost has written. */
export function* messages(bytes) {
  for (let at = 0; at < bytes.length;) {
    const body = bytes.indexOf('\r\n\r\n', at) + 4;
    const end = body + Number(/Content-Length: (\d+)/.exec(bytes.toString('latin1', at, body))[1]);
    yield JSON.parse(bytes.toString('utf8', body, end));
    at = end;
  }
}

/** Throws unless every call was answered, and its live output was told whole, in order, `complete` last. */
export function checkCalls(answer, bytes, count) {
  const told = new Map();
  const answered = new Set();
  for (const { id, method, params, result } of messages(answer)) {
    if (id >= 10 && result?.structuredContent?.exitCode === 0) answered.add(id);
    if (method !== 'tool/calling') continue;
    const call = told.get(params.toolCallId) ?? { bytes: 0, complete: false };
    if (call.complete) throw new Error(`${params.toolCallId}: more after complete`);
    if (params.data.type === 'complete') call.complete = true;
    else if (params.data.offset !== call.bytes) throw new Error(`${params.toolCallId}: ${call.bytes} bytes told, then offset ${params.data.offset}`);
    else call.bytes += Buffer.byteLength(params.data.chunk);
    told.set(params.toolCallId, call);
  }
  const whole = [...told.values()].filter((call) => call.complete && call.bytes === bytes).length;
  if (whole !== count || answered.size !== count) throw new Error(`${count} calls, ${answered.size} answered, ${whole} told whole`);
}
