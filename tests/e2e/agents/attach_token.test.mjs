// An agent in a terminal of the editor joins its termhost by the token there: the editor's terminals, the editor's approvals.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Editor } from '../serve/editor.mjs';
import { editorWith } from './attach_editor.mjs';
import { RawServer, binary, environment, load, scratch } from './support.mjs';

const { Client } = await load('@modelcontextprotocol/sdk', './client/index.js');
const { StdioClientTransport } = await load('@modelcontextprotocol/sdk', './client/stdio.js');

async function attach(env) {
  const client = new Client({ name: 'agent', version: '1' }, { capabilities: {} });
  await client.connect(new StdioClientTransport({ command: binary, args: ['mcp', '--attach'], env: environment(env), stderr: 'ignore' }));
  await client.listTools();
  return client;
}

const execute = (client, command, options) => client.callTool({ name: 'execute_command', arguments: { command } }, undefined, options);

test('commands run in the editor\'s terminals, and their output is heard', async () => {
  const { editor, env } = await editorWith({
    run: (command, execution) => { execution.write('working\r\n'); setTimeout(() => execution.end(5), 600); },
  });
  const client = await attach(env);
  const heard = [];
  const result = await execute(client, 'make all', { onprogress: (one) => heard.push(one.message) });
  assert.equal(result.structuredContent.exitCode, 5);
  assert.equal(result.structuredContent.integration, 'rich');
  assert.equal(editor.submitted[0].text, 'make all');
  assert.match(heard.join('\n'), /working/);
  await client.close();
  await editor.session.end();
});

test('the user opens the whole output of an agent\'s command by the task that the editor is told', async () => {
  const lines = Array.from({ length: 5000 }, (_, line) => `line ${line}\r\n`).join('');
  const { editor, env } = await editorWith({ run: (command, execution) => { execution.write(lines); execution.end(1); } });
  const client = await attach(env);
  const { executionId } = (await execute(client, 'sh noisy.sh')).structuredContent;
  const { artifactId, taskId } = await editor.session.request('tool/output', { executionId });
  assert.equal(taskId, `agent-${editor.session.server.child.pid}-1`, 'no agent of another termhost has it');
  const page = (task) => editor.session.request('tool/call', {
    name: 'read_command_output', arguments: { artifact_id: artifactId, offset: -100 }, ...task });
  assert.match((await page({ taskId })).structuredContent.text, /line 4999/);
  assert.ok((await page({})).isError, 'another task does not have it');
  await client.close();
  await editor.session.end();
});

test('the editor\'s person decides', async () => {
  const { editor, env } = await editorWith({ initialize: { initializationOptions: { settings: { sandbox: { level: 'off' } } } }, approve: ({ command }) => ({ decision: command.includes('evil') ? 'reject' : 'approve', feedback: 'not on my machine' }) });
  const client = await attach(env);
  assert.equal((await execute(client, 'touch good')).structuredContent.status, 'completed');
  const refused = await execute(client, 'touch evil');
  assert.equal(refused.structuredContent.status, 'rejected');
  assert.match(refused.content[0].text, /not on my machine/);
  assert.equal((await execute(client, 'ls')).structuredContent.status, 'completed', 'what only reads is not asked');
  assert.equal(editor.questions.length, 2);
  await client.close();
  await editor.session.end();
});

test('several agents beside each other; one that leaves takes its commands along', async () => {
  const { editor, env } = await editorWith({ run: (command, execution) => command.startsWith('sleep') || execution.end(0) });
  const [one, two] = await Promise.all([attach(env), attach(env)]);
  const endless = execute(one, 'sleep 1000');
  while (editor.submitted.length < 1) await pause(10);
  assert.equal((await execute(two, 'true')).structuredContent.exitCode, 0);
  const interrupted = editor.session.until('tool/calling', ({ data }) => data.type === 'complete' && data.command === 'sleep 1000');
  await one.close();
  await assert.rejects(endless);
  assert.equal((await interrupted).data.exitCode, 130);
  assert.equal((await execute(two, 'true')).structuredContent.exitCode, 0);
  await two.close();
  await editor.session.end();
});

test('silent connections do not block agents, and are closed', async () => {
  const { editor, env } = await editorWith();
  const first = await attach(env);
  const script = 'const { connect } = require("node:net"); for (let i = 0; i < 8; ++i) connect(process.env.TERMHOST_SOCKET).on("error", () => {}); setTimeout(() => process.exit(), 30000)';
  const silent = Array.from({ length: 12 }, () => spawn(process.execPath, ['-e', script], { env: { ...process.env, ...env }, stdio: 'ignore' }));
  const own = Array.from({ length: 8 }, () => connect(env.TERMHOST_SOCKET).on('error', () => {}));
  const gone = own.map((socket) => new Promise((resolve) => socket.resume().on('close', resolve)));
  await pause(500);
  const second = await attach(env);
  assert.equal((await execute(second, 'true')).structuredContent.exitCode, 5);
  await Promise.all(gone); // some were too many of one process, the others the oldest of too many
  assert.equal((await execute(first, 'true')).structuredContent.exitCode, 5);
  for (const process of silent) process.kill();
  await new Promise((resolve) => connect(env.TERMHOST_SOCKET).resume().on('close', resolve)); // there is room: its time is up
  await first.close();
  await second.close();
  await editor.session.end();
});

test('folder 0700, socket 0600, and both go with the editor', async () => {
  const { editor, runtime, env } = await editorWith();
  const folder = join(runtime, 'termhost');
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(env.TERMHOST_SOCKET, join(folder, `${editor.session.server.child.pid}.sock`));
  assert.equal(statSync(env.TERMHOST_SOCKET).mode & 0o777, 0o600);
  assert.match(env.TERMHOST_TOKEN, /^[0-9a-f]{64}$/);
  const agent = new RawServer(['mcp', '--attach'], { env });
  agent.request(1, 'ping', {});
  await agent.answer(1);
  await editor.session.end();
  assert.deepEqual(await agent.exited, { code: 1, signal: null });
  assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith('.sock')), []);
});

test('a folder of ours that others may read is closed to them, and used', async () => {
  const runtime = scratch();
  chmodSync(runtime, 0o700);
  const folder = join(runtime, 'termhost');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const editor = await Editor.started({ run: () => {}, session: { args: ['--listen'], env: { XDG_RUNTIME_DIR: runtime } } });
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith('.sock')), [`${editor.session.server.child.pid}.sock`]);
  await editor.session.end();
});

test('who is killed leaves a socket, the next one removes it', async () => {
  const { editor, runtime, env } = await editorWith();
  await editor.session.kill();
  assert.ok(statSync(env.TERMHOST_SOCKET));
  const next = await Editor.started({ run: () => {}, session: { args: ['--listen'], env: { XDG_RUNTIME_DIR: runtime } } });
  assert.deepEqual(readdirSync(join(runtime, 'termhost')).filter((name) => name.endsWith('.sock')), [`${next.session.server.child.pid}.sock`]);
  await next.session.end();
});

test('when the editor goes its agents hear why', async () => {
  const { editor, env } = await editorWith();
  const agent = await RawServer.initialized(['mcp', '--attach'], { env });
  await editor.session.kill();
  const told = await agent.until((message) => message.method === 'notifications/message');
  assert.match(told.params.data, /the editor's termhost has ended/);
  assert.deepEqual(await agent.exited, { code: 1, signal: null });
  assert.match(agent.log, /the editor's termhost has ended/);
});

test('nothing listens unless it is asked to', async () => {
  const { editor, runtime, env } = await editorWith({ args: [] });
  assert.equal(env.TERMHOST_SOCKET, undefined);
  assert.deepEqual(readdirSync(runtime).flatMap((name) => readdirSync(join(runtime, name))).filter((name) => name.endsWith('.sock')), []);
  await editor.session.end();
});

function refusal(env) {
  const clean = { ...environment(), TERMHOST_SOCKET: '', TERMHOST_TOKEN: '', ...env };
  const { status, stderr, stdout } = spawnSync(binary, ['mcp', '--attach'], { env: clean, input: '', encoding: 'utf8', timeout: 20_000 });
  assert.equal(stdout, '');
  assert.equal(status, 2);
  return stderr;
}

test('no socket, no listener, a wrong token: refused in one sentence', async () => {
  assert.match(refusal({ TERMHOST_SOCKET: '/nowhere/1.sock', TERMHOST_TOKEN: 'x' }), /cannot reach \/nowhere\/1.sock/);
  const silent = join(scratch(), 'other.sock');
  const other = createServer((socket) => socket.end('hello\n')).listen(silent);
  await new Promise((resolve) => other.once('listening', resolve));
  other.unref();
  const { editor, env } = await editorWith();
  assert.match(refusal({ ...env, TERMHOST_TOKEN: '0'.repeat(64) }), /the token does not belong to this editor/);
  assert.match(refusal({ ...env, TERMHOST_TOKEN: 'short' }), /the token does not belong to this editor/);
  await editor.session.end();
  other.close();
});

test('no request is answered before the token', async () => {
  const { editor, env } = await editorWith();
  const { connect } = await import('node:net');
  const socket = connect(env.TERMHOST_SOCKET);
  let said = '';
  socket.on('data', (text) => (said += text));
  socket.write('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}\n');
  while (said.split('\n').length < 3) await pause(10);
  for (const line of said.trim().split('\n')) assert.equal(JSON.parse(line).error.code, -32601);
  socket.destroy();
  await editor.session.end();
});
