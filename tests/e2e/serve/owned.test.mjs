// Commands in terminals of termhost's own: a real shell in a real PTY, driven through the protocol.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { CancellationTokenSource, Session, allowAll, errorOf } from './client.mjs';

async function withSession(body, options) {
  const session = await Session.started(options);
  try {
    await body(session);
  } finally {
    await session.kill();
  }
}

test('a command: its text, its exit code, and its events with complete once and last', () =>
  withSession(async (session) => {
    const result = await session.execute('printf "a\\rb\\n"; (exit 7)', {}, { toolCallId: 'one' });
    assert.equal(result.status, 'completed');
    assert.equal(result.exitCode, 7);
    assert.equal(result.certainty, 'certain');
    assert.equal(result.output.text.trim(), 'b');
    assert.match(result.text, /Exit code: 7/);
    await session.completed('one');
    const events = session.calling('one');
    assert.equal(events.filter((event) => event.type === 'complete').length, 1);
    assert.equal(events.at(-1).type, 'complete');
    assert.equal(events.at(-1).exitCode, 7);
  }));

test('real-time output is whole and in order, each chunk with its offset', () =>
  withSession(async (session) => {
    const result = await session.execute('seq 1 5000', {}, { toolCallId: 'seq' });
    assert.equal(result.exitCode, 0);
    const chunks = session.calling('seq').filter((event) => event.type === 'stdout');
    let offset = 0;
    for (const chunk of chunks) {
      assert.equal(chunk.offset, offset);
      offset += Buffer.byteLength(chunk.chunk);
    }
    const numbers = chunks.map((chunk) => chunk.chunk).join('').match(/\d+/g);
    assert.deepEqual(numbers.slice(-5000), Array.from({ length: 5000 }, (_, i) => String(i + 1)));
  }));

test('a cancelled call is answered nevertheless, and its command stopped', () =>
  withSession(async (session) => {
    const cancel = new CancellationTokenSource();
    const call = session.execute('echo started; sleep 1000', {}, { toolCallId: 'c' }, cancel.token);
    await session.until('tool/calling', ({ data }) => data.chunk?.includes('started'));
    cancel.cancel();
    const outcome = await call.catch((error) => ({ status: error.code === -32800 ? 'stopped' : error.message }));
    assert.equal(outcome.status, 'stopped');
    await session.completed('c');
    assert.equal((await session.execute('echo next')).output.text.trim(), 'next');
  }));

test('a command that goes on: background, news of it, input, waiting, stopping', () =>
  withSession(async (session) => {
    const started = await session.execute('read line; echo "got $line"; sleep 1000', { background: true }, { toolCallId: 'b' });
    assert.equal(started.status, 'waiting_for_input');
    const execution_id = started.executionId;
    const answered = await session.tool('send_input', { execution_id, text: 'hello\n' });
    assert.match(answered.text, /got hello/);
    const details = await session.request('environment/details', {});
    assert.match(details.text, /State: (printing|quiet)/);
    assert.doesNotMatch(details.text, /got hello/, 'what an answer told is no news');
    const listed = await session.tool('list_terminals', {});
    assert.match(JSON.stringify(listed.terminals), /sleep 1000/);
    const waited = await session.tool('wait_for_command', { execution_id, timeout: 1 });
    assert.equal(waited.status, 'running');
    const stopped = await session.tool('stop_command', { execution_id });
    assert.equal(stopped.status, 'stopped');
  }));

test('the person says: go on, do not wait', () =>
  withSession(async (session) => {
    const call = session.execute('echo started; sleep 1000', {}, { toolCallId: 'w' });
    await session.until('tool/calling', ({ data }) => data.chunk?.includes('started'));
    await session.request('tool/background', { toolCallId: 'w' });
    assert.equal((await call).status, 'running');
  }));

test('the person looks at what a command has printed so far, and the agent is told all the same', () =>
  withSession(async (session) => {
    const { executionId } = await session.execute('echo started; sleep 1000', { background: true }, { toolCallId: 'l' });
    const look = () => session.request('tool/output', { executionId });
    while (!(await look()).text.includes('started')); // it runs in the background
    assert.match((await session.request('environment/details', {})).text, /started/);
    assert.equal((await look()).text.trim(), 'started');
    assert.equal((await errorOf(session.request('tool/output', { executionId: '7' }))).code, -32602);
  }));

test('two calls at once run in two terminals; the next one reuses one of them', () =>
  withSession(async (session) => {
    const [one, two] = await Promise.all([session.execute('echo one; sleep 0.3'), session.execute('echo two; sleep 0.3')]);
    assert.equal(one.output.text.trim(), 'one');
    assert.equal(two.output.text.trim(), 'two');
    assert.notEqual(one.terminalId, two.terminalId);
    const three = await session.execute('echo three');
    assert.ok([one.terminalId, two.terminalId].includes(three.terminalId));
    assert.ok(BigInt(three.executionId) > BigInt(two.executionId) || BigInt(three.executionId) > BigInt(one.executionId));
  }));

test('bad calls are errors, with the path; a wrong setting costs only itself', () =>
  withSession(
    async (session) => {
      assert.equal((await errorOf(session.tool('no_such', {}))).code, -32602);
      assert.deepEqual(await errorOf(session.execute(7)), {
        code: -32602,
        message: 'arguments.command: expected a string, found 7',
      });
      assert.equal((await session.execute('echo fine')).output.text.trim(), 'fine');
    },
    { initialize: { initializationOptions: { settings: { ...allowAll.settings, maxTerminals: 'many' } } } },
  ));

for (const shell of ['bash', 'zsh', 'fish', 'dash'])
  test(`${shell}: what is stopped runs no further, nor what stands behind it on the line`, () =>
    withSession(
      async (session) => {
        const deaf = "env --ignore-signal=INT sh -c 'echo deaf; sleep 60'; echo reached";
        const { executionId: execution_id } = await session.tool('execute_command', { command: deaf, until: { pattern: 'deaf' } });
        const stopped = await session.tool('stop_command', { execution_id });
        assert.match(stopped.text, /Stopped/);
        assert.doesNotMatch(stopped.text, /reached/);
      },
      { env: { SHELL: `/usr/bin/${shell}` } },
    ));

test('what a stopped command left in the background ends with it, also without the terminal', () =>
  withSession(async (session) => {
    const seconds = 4_000_000 + process.pid;
    const sleeping = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(`sleep ${seconds}`);
    const command = `setsid sleep ${seconds} >/dev/null 2>&1 & nohup sleep ${seconds} >/dev/null 2>&1 & echo started; sleep 60`;
    const { executionId: execution_id } = await session.tool('execute_command', { command, until: { pattern: 'started' } });
    assert.ok(sleeping());
    const stopped = await session.tool('stop_command', { execution_id });
    assert.doesNotMatch(stopped.text, /Left running/);
    for (const end = Date.now() + 10_000; sleeping() && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(!sleeping());
  }));
