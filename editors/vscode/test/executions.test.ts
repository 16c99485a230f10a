import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { events, FakeExecution, FakeTerminal, TerminalExitReason } from './fake_vscode';
import type { CommandEntry } from '../src/command_log';
import { Bench } from './support';

let bench: Bench;
beforeEach(() => (bench = new Bench()));
afterEach(() => bench.dispose());

const start = (terminal: FakeTerminal, execution: FakeExecution): void => events.started.fire({ terminal, execution });
const end = (terminal: FakeTerminal, execution: FakeExecution, exitCode?: number): void =>
  events.ended.fire({ terminal, execution, exitCode });
const executionMessages = (): string[] => bench.order.filter((method) => method.startsWith('shellExecution/'));

test('a command of the person: read within the start event, output in order, end last', async () => {
  const { id, terminal } = bench.ready();
  const execution = new FakeExecution('echo hi');
  start(terminal, execution);
  assert.equal(execution.reads, 1);
  execution.stream.push('\x1b]633;C\x07');
  execution.stream.push('hi\r\n');
  execution.stream.end();
  end(terminal, execution, 0);
  const ended = await bench.first('shellExecution/didEnd');
  assert.deepEqual(executionMessages(), [
    'shellExecution/didStart',
    'shellExecution/didWrite',
    'shellExecution/didWrite',
    'shellExecution/didEnd',
  ]);
  const started = bench.named('shellExecution/didStart')[0];
  assert.deepEqual(started, {
    terminalId: id,
    executionId: started?.executionId,
    commandLine: { value: 'echo hi', confidence: 2, isTrusted: true },
    cwd: '/project',
  });
  assert.deepEqual(
    bench.named('shellExecution/didWrite').map(({ data, index }) => [data, index]),
    [['\x1b]633;C\x07', 0], ['hi\r\n', 1]],
  );
  assert.deepEqual(ended, { executionId: started.executionId, exitCode: 0, drained: true });
});

test('our own command is read before its start event, and named in the answer', async () => {
  const { id, terminal } = bench.ready();
  const executionId = bench.terminals.submit({ terminalId: id, text: 'echo fast', mode: 'execute' });
  const execution = terminal.executed[0];
  assert.ok(execution);
  assert.equal(execution.reads, 1);
  execution.stream.push('fast\r\n');
  start(terminal, execution);
  assert.equal(execution.reads, 1);
  execution.stream.end();
  end(terminal, execution, 0);
  assert.equal((await bench.first('shellExecution/didEnd')).executionId, executionId);
  assert.deepEqual(executionMessages(), ['shellExecution/didStart', 'shellExecution/didWrite', 'shellExecution/didEnd']);
});

test('a stream that does not finish: the end goes out flagged, and late output still follows', async () => {
  const { terminal } = bench.ready();
  const execution = new FakeExecution('slow');
  start(terminal, execution);
  end(terminal, execution);
  assert.deepEqual(await bench.first('shellExecution/didEnd'), {
    executionId: bench.named('shellExecution/didStart')[0]?.executionId,
    drained: false,
  });
  execution.stream.push('late');
  await bench.first('shellExecution/didWrite');
  assert.equal(executionMessages().at(-1), 'shellExecution/didWrite');
});

test('terminal/sync is answered after the ends that wait for their output', async () => {
  const { terminal } = bench.ready();
  const execution = new FakeExecution('slow');
  start(terminal, execution);
  end(terminal, execution, 0);
  await bench.terminals.sync();
  assert.equal(executionMessages().at(-1), 'shellExecution/didEnd');
});

test('what runs in a terminal of the person is told, and not read', async () => {
  const terminal = new FakeTerminal({ name: 'bash' });
  events.opened.fire(terminal);
  const execution = new FakeExecution('make');
  start(terminal, execution);
  end(terminal, execution, 0);
  assert.equal((await bench.first('shellExecution/didEnd')).exitCode, 0);
  assert.equal(execution.reads, 0);
  assert.deepEqual(executionMessages(), ['shellExecution/didStart', 'shellExecution/didEnd']);
});

test('a new server hears whose command it was that goes on', () => {
  const lost = { toolCallId: 'a', taskId: 'task-1', command: 'npm start', executionId: '5' };
  bench.dispose();
  bench = new Bench({ lost: lost as CommandEntry });
  const { terminal } = bench.ready();
  start(terminal, new FakeExecution('npm start'));
  assert.equal(bench.named('shellExecution/didStart')[0]?.resumed, undefined);
  bench.sent.length = 0;
  bench.terminals.announceAll();
  assert.deepEqual(bench.named('shellExecution/didStart')[0]?.resumed, lost);
});

test('an end without a start gets its start first', async () => {
  const { terminal } = bench.ready();
  const execution = new FakeExecution('lost start');
  execution.stream.end();
  end(terminal, execution, 3);
  await bench.first('shellExecution/didEnd');
  assert.deepEqual(executionMessages(), ['shellExecution/didStart', 'shellExecution/didEnd']);
});

test('an object that starts again is another execution', async () => {
  const { terminal } = bench.ready();
  const execution = new FakeExecution('again');
  start(terminal, execution);
  start(terminal, execution);
  const ids = bench.named('shellExecution/didStart').map(({ executionId }) => executionId);
  assert.equal(new Set(ids).size, 2);
  assert.equal(execution.reads, 2);
});

test('a start while another one is open keeps both', () => {
  const { terminal } = bench.ready();
  start(terminal, new FakeExecution('one'));
  start(terminal, new FakeExecution('two'));
  assert.equal(bench.named('shellExecution/didStart').length, 2);
});

test('a closed terminal is told after what its commands had printed', async () => {
  const { id, terminal } = bench.ready();
  const execution = new FakeExecution('exit 5');
  start(terminal, execution);
  terminal.close(5, TerminalExitReason.Process);
  execution.stream.push('last words');
  assert.deepEqual(await bench.first('terminal/didClose'), { terminalId: id, exitCode: 5, reason: 'process' });
  assert.deepEqual(bench.order.slice(-2), ['shellExecution/didWrite', 'terminal/didClose']);
});

test('a new server learns what runs; what was printed meanwhile is not lost', async () => {
  const { terminal } = bench.ready();
  const execution = new FakeExecution('long');
  start(terminal, execution);
  bench.outbox.detach();
  execution.stream.push('unseen');
  await new Promise(setImmediate);
  bench.sent.length = 0;
  bench.connect();
  bench.terminals.announceAll();
  await bench.first('shellExecution/didWrite');
  assert.deepEqual(bench.order, ['terminal/didOpen', 'shellExecution/didStart', 'shellExecution/didWrite']);
});

test('a server that takes nothing holds the streams back, and the end waits for them', async () => {
  const { terminal } = bench.ready();
  const taken: (() => void)[] = [];
  bench.outbox.attach((method, params) => {
    bench.sent.push({ method, params: params as Record<string, unknown> });
    return new Promise((resolve) => taken.push(resolve));
  });
  const execution = new FakeExecution('flood');
  start(terminal, execution);
  for (let i = 0; i < 8; ++i) execution.stream.push('x'.repeat(512));
  execution.stream.end();
  end(terminal, execution, 0);
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(bench.named('shellExecution/didWrite').length, 2);
  assert.equal(bench.named('shellExecution/didEnd').length, 0);
  while (bench.named('shellExecution/didEnd').length === 0) {
    taken.shift()?.();
    await new Promise(setImmediate);
  }
  assert.equal(bench.named('shellExecution/didWrite').length, 8);
  assert.equal(bench.named('shellExecution/didEnd')[0]?.drained, true);
});
