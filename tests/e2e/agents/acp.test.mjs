// The Agent Client Protocol by @agentclientprotocol/sdk: an agent whose client passes terminal/* on to termhost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { RawServer, binary, environment, load, packages, policy, running } from './support.mjs';
import { spawn } from 'node:child_process';

const acp = await load('@agentclientprotocol/sdk');
const { default: Ajv } = await import(pathToFileURL(join(packages, 'node_modules/ajv/dist/2020.js')));

/** Checks against a type of the protocol's own schema. */
function validator(version, type) {
  const schema = JSON.parse(readFileSync(join(packages, `node_modules/@agentclientprotocol/sdk/schema/${version}/schema.json`)));
  const ajv = new Ajv({ strict: false, validateFormats: false, discriminator: false });
  const check = ajv.compile({ ...schema, anyOf: undefined, $ref: `#/$defs/${type}` });
  return (value) => assert.ok(check(value), `${type}: ${JSON.stringify(value)} ${ajv.errorsText(check.errors)}`);
}

const sessionId = 'session-1';

/** Runs `work(context)` as an agent whose terminals are termhost's. */
async function asAgent(work, args = []) {
  const child = spawn(binary, ['acp-terminals', ...args], { stdio: ['pipe', 'pipe', 'ignore'], env: environment(), cwd: '/tmp' });
  const stream = acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  try {
    await acp.agent().connectWith(stream, work);
  } finally {
    child.stdin.destroy();
  }
}

const isGone = (code) => (error) => error.code === code;

test('create, wait, output, release', () =>
  asAgent(async (context) => {
    const terminal = await context.createTerminal({ sessionId, command: 'echo out; echo err >&2; exit 3', cwd: '/' });
    assert.deepEqual(await terminal.waitForExit(), { exitCode: 3, signal: null });
    const { output, truncated, exitStatus } = await terminal.currentOutput();
    assert.equal(output, 'out\nerr\n');
    assert.equal(truncated, false);
    assert.deepEqual(exitStatus, { exitCode: 3, signal: null });
    await terminal.release();
    await assert.rejects(terminal.currentOutput(), isGone(-32002));
    await assert.rejects(terminal.kill(), isGone(-32002));
  }));

test('arguments are words, taken literally; alone the command is a line for the shell', () =>
  asAgent(async (context) => {
    const words = await context.createTerminal({ sessionId, command: 'printf', args: ['[%s]', 'a b', '$HOME', "it's", '*', ''] });
    await words.waitForExit();
    assert.equal((await words.currentOutput()).output, "[a b][$HOME][it's][*][]");
    const line = await context.createTerminal({ sessionId, command: 'echo $((6 * 7)) | tr 4 X', args: [] });
    await line.waitForExit();
    assert.equal((await line.currentOutput()).output, 'X2\n');
  }));

test('environment and directory are the command\'s own', () =>
  asAgent(async (context) => {
    const run = async (env, cwd) => {
      const terminal = await context.createTerminal({ sessionId, command: 'echo "$PWD:${COLOUR-none}"', env, cwd });
      await terminal.waitForExit();
      return (await terminal.currentOutput()).output.trim();
    };
    assert.equal(await run([{ name: 'COLOUR', value: 'a "b" $c' }], '/usr'), '/usr:a "b" $c');
    assert.equal(await run([], '/'), '/:none');
    assert.equal(await run([{ name: 'COLOUR', value: 'red' }], '/'), '/:red');
    assert.equal(await run(undefined, undefined), '/tmp:none');
  }));

test('creating returns at once, output grows, kill keeps the id', () =>
  asAgent(async (context) => {
    const mark = `66${process.pid}`;
    const terminal = await context.createTerminal({ sessionId, command: `echo started; (sleep ${mark} & wait)` });
    while (!(await terminal.currentOutput()).output.includes('started')) await pause(20);
    assert.equal((await terminal.currentOutput()).exitStatus ?? null, null);
    while ((await running(`sleep ${mark}`)).length < 1) await pause(20);
    const waiting = terminal.waitForExit();
    await terminal.kill();
    const exit = await waiting;
    assert.ok(exit.exitCode > 0 || exit.signal, JSON.stringify(exit));
    assert.match((await terminal.currentOutput()).output, /started/);
    while ((await running(`sleep ${mark}`)).length > 0) await pause(20);
    await terminal.kill();
    await terminal.release();
  }));

test('release ends what runs', () =>
  asAgent(async (context) => {
    const mark = `67${process.pid}`;
    const terminal = await context.createTerminal({ sessionId, command: `sleep ${mark}` });
    while ((await running(`sleep ${mark}`)).length < 1) await pause(20);
    await terminal.release();
    while ((await running(`sleep ${mark}`)).length > 0) await pause(20);
  }));

test('outputByteLimit keeps the end, from a character on', () =>
  asAgent(async (context) => {
    for (const [limit, command, kept] of [
      [10, 'seq 1 1000', '98\n999\n1000\n'.slice(-10)],
      [10, 'seq 1 100000', '998\n99999\n100000\n'.slice(-10)],
      [7, 'printf "äöü€€"', '€€'],
      [6, 'printf "äöü€€"', '€€'],
      [5, 'printf "äöü€€"', '€'],
      [0, 'echo anything', ''],
    ]) {
      const terminal = await context.createTerminal({ sessionId, command, outputByteLimit: limit });
      await terminal.waitForExit();
      const { output, truncated } = await terminal.currentOutput();
      assert.equal(output, kept, command);
      assert.equal(truncated, true);
    }
    const whole = await context.createTerminal({ sessionId, command: 'seq 1 1000', outputByteLimit: 100_000 });
    await whole.waitForExit();
    const { output, truncated } = await whole.currentOutput();
    assert.equal(output, Array.from({ length: 1000 }, (_, n) => `${n + 1}\n`).join(''));
    assert.equal(truncated, false);
  }));

test('many at once, each with its own output', () =>
  asAgent(async (context) => {
    const outputs = await Promise.all(Array.from({ length: 50 }, async (_, n) => {
      const terminal = await context.createTerminal({ sessionId, command: `sleep 0.${n % 10}; echo ${n}` });
      await terminal.waitForExit();
      const { output } = await terminal.currentOutput();
      await terminal.release();
      return output;
    }));
    outputs.forEach((output, n) => assert.equal(output, `${n}\n`));
  }));

test('what cannot run is said at once; rules hold where a policy is named', async () => {
  await asAgent(async (context) => {
    await assert.rejects(context.createTerminal({ sessionId, command: 'ls', cwd: '/no/where' }), /no directory/);
    await assert.rejects(context.createTerminal({ sessionId, command: 'ls', cwd: 'relative' }), isGone(-32602));
    await assert.rejects(context.createTerminal({ sessionId, command: ' ' }), isGone(-32602));
    await assert.rejects(context.createTerminal({ sessionId, command: 'ls', env: [{ name: 'A=B', value: '' }] }), isGone(-32602));
  });
  await asAgent(async (context) => {
    await context.createTerminal({ sessionId, command: 'ls', args: ['/'] });
    await assert.rejects(context.createTerminal({ sessionId, command: 'rm', args: ['x'] }), /Not run: `rm x`/);
  }, ['--policy', policy({ allowedCommands: ['ls'] })]);
});

test('a cancelled wait is answered, and the command goes on; terminals are their session\'s', async () => {
  const server = new RawServer(['acp-terminals']);
  server.request(1, 'terminal/create', { sessionId, command: 'sleep 0.5; echo done' });
  const { terminalId } = (await server.answer(1)).result;
  server.request(2, 'terminal/wait_for_exit', { sessionId, terminalId });
  server.notify('$/cancel_request', { requestId: 2 });
  assert.equal((await server.answer(2)).error.code, -32800);
  server.request(3, 'terminal/output', { sessionId: 'another', terminalId });
  assert.equal((await server.answer(3)).error.code, -32002);
  server.request(4, 'terminal/wait_for_exit', { sessionId, terminalId });
  assert.deepEqual((await server.answer(4)).result, { exitCode: 0, signal: null });
  assert.equal(server.answersTo(2).length, 1);
  await server.end();
});

test('results are as the schema of version 1 wants them', async () => {
  const server = new RawServer(['acp-terminals']);
  const rows = [
    ['terminal/create', 'CreateTerminalResponse', { sessionId, command: 'echo hi' }],
    ['terminal/output', 'TerminalOutputResponse'],
    ['terminal/wait_for_exit', 'WaitForTerminalExitResponse'],
    ['terminal/output', 'TerminalOutputResponse'],
    ['terminal/kill', 'KillTerminalResponse'],
    ['terminal/release', 'ReleaseTerminalResponse'],
  ];
  for (const [id, [method, type, params]] of rows.entries()) {
    server.request(id, method, params ?? { sessionId, terminalId: 'term-1' });
    validator('v1', type)((await server.answer(id)).result);
  }
  assert.ok(server.messages.every((message) => message.method === undefined), 'version 2 is behind a flag');
  await server.end();
});

test('version 2 behind its flag: updates and chunks as its schema wants them', async () => {
  const server = new RawServer(['acp-terminals', '--v2']);
  server.request(1, 'terminal/create', { sessionId, command: 'printf "ä\\033[1mb"; exit 4', cwd: '/' });
  await server.answer(1);
  await server.until((message) => message.params?.update?.exitStatus);
  const updates = server.messages.filter((message) => message.method === 'session/update').map((message) => message.params);
  updates.forEach(validator('v2', 'UpdateSessionNotification'));
  assert.deepEqual(updates[0].update, { sessionUpdate: 'terminal_update', terminalId: 'term-1', command: 'printf "ä\\033[1mb"; exit 4', cwd: '/' });
  const bytes = updates.filter(({ update }) => update.sessionUpdate === 'terminal_output_chunk').map(({ update }) => Buffer.from(update.data, 'base64'));
  assert.equal(Buffer.concat(bytes).toString(), 'ä\u001b[1mb');
  assert.deepEqual(updates.at(-1).update, { sessionUpdate: 'terminal_update', terminalId: 'term-1', exitStatus: { exitCode: 4, signal: null } });
  await server.end();
});
