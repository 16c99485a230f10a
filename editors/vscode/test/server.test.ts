import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import { Approvals } from '../src/approvals';
import { BinaryError, findBinary, worksWith } from '../src/binary';
import { Calls, textOf } from '../src/calls';
import { CommandLog } from '../src/command_log';
import { wireSettings } from '../src/config';
import type { Handlers, Listeners } from '../src/connection';
import { RestartPolicy } from '../src/restart_policy';
import { Server, ServerState } from '../src/server';
import { CancellationTokenSource, channel, configuration, LogLevel } from './fake_vscode';
import { noRules } from './support';

const root = process.cwd();
const folder = mkdtempSync(path.join(tmpdir(), 'termhost-vscode-'));
const program = path.join(folder, 'termhost');
const log = path.join(folder, 'log');
writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${root}/test/fake_server.mjs' "$@"\n`);
chmodSync(program, 0o755);

let server: Server;
let calls: Calls;
let approvals: Approvals;
let commands: CommandLog;
const states: ServerState['kind'][] = [];

function start(): void {
  const output = channel as unknown as vscode.LogOutputChannel;
  const extension = { extensionPath: '/nowhere', extension: { packageJSON: { version: '0.1.0' } } } as unknown as vscode.ExtensionContext;
  approvals = new Approvals(noRules);
  commands = new CommandLog();
  const handlers = {
    'approval/request': (params, token) => approvals.ask(params, token),
  } as Partial<Handlers> as Handlers;
  server = new Server(extension, output, handlers, {} as Listeners, {
    connected: () => undefined,
    disconnected: () => approvals.withdrawAll(),
  });
  server.onDidChangeState(({ kind }) => states.push(kind));
  calls = new Calls(server, commands, approvals);
}

beforeEach(() => {
  states.length = 0;
  process.env.FAKE_LOG = log;
  writeFileSync(log, '');
  configuration.clear();
  configuration.set('server.path', program);
  start();
});
afterEach(async () => {
  await server.stop();
  delete process.env.FAKE_VERSION;
});

test('starts, says hello, and ends without complaint', async () => {
  await server.start();
  assert.equal(server.state.kind, 'ready');
  await server.stop();
  assert.deepEqual(states, ['starting', 'ready', 'stopped']);
  assert.deepEqual(readFileSync(log, 'utf8').trim().split('\n'), ['initialize Fake Code events', 'initialized', 'shutdown']);
});

test('leaves without shutdown: the server of a reloaded window takes over its terminals', async () => {
  await server.start();
  await server.leave();
  assert.deepEqual(states, ['starting', 'ready', 'stopped']);
  assert.deepEqual(readFileSync(log, 'utf8').trim().split('\n'), ['initialize Fake Code events', 'initialized']);
});

test('a server that dies under a call: the call is answered, the server starts again, nothing is run twice', async () => {
  const result = await calls.call('execute_command', { command: 'die' });
  assert.equal(result.isError, true);
  assert.match(textOf(result), /was not run again/);
  const structured = result.structuredContent as { status: string; endedBy: string | null };
  assert.deepEqual([structured.status, structured.endedBy], ['lost', null]);
  await server.start();
  assert.equal(server.state.kind, 'ready');
  assert.equal(readFileSync(log, 'utf8').split('\n').filter((line) => line.startsWith('initialize ')).length, 2);
});

test('the person stops an execution by their own word, and withdraws a call that is none yet', async () => {
  const answer = calls.call('execute_command', { command: 'hang' }, { toolCallId: 'call-1' });
  await server.start();
  commands.statusChanged({ terminalId: 't', busy: true, command: 'hang', executionId: '17', toolCallId: 'call-1' });
  await calls.stop('call-1');
  assert.match(readFileSync(log, 'utf8'), /^tool\/stop 17$/m);
  assert.equal(textOf(await answer), 'stopped');
  const waiting = calls.call('execute_command', { command: 'hang' }, { toolCallId: 'call-2' });
  await calls.stop('call-2');
  assert.equal(textOf(await waiting), 'stopped');
});

test('the level of the log is the trace of the server', async () => {
  channel.setLevel(LogLevel.Debug);
  await server.start();
  for (const level of [LogLevel.Trace, LogLevel.Info]) {
    channel.setLevel(level);
    server.logLevelChanged();
  }
  await server.stop();
  const told = readFileSync(log, 'utf8').split('\n').filter((line) => line.includes('race'));
  assert.deepEqual(told, ['initialize trace messages', '$/setTrace {"value":"verbose"}', '$/setTrace {"value":"off"}']);
});

test('who listens while the server starts hears what commands print', async () => {
  const ready = server.start();
  server.wantLiveOutput(true);
  await ready;
  await server.stop();
  assert.match(readFileSync(log, 'utf8'), /^tool\/didChangeLiveOutput \{"wanted":true\}$/m);
});

test('every setting is sent: null where there is none, so that one that was removed is reset', async () => {
  configuration.set('maxTerminals', 3);
  await server.start();
  server.settingsChanged();
  await server.stop();
  const [, text] = /^workspace\/didChangeConfiguration (.*)$/m.exec(readFileSync(log, 'utf8'))!;
  const { settings } = JSON.parse(text!) as { settings: Record<string, unknown> };
  assert.deepEqual(Object.keys(settings).sort(), [...wireSettings].sort());
  assert.deepEqual([settings.maxTerminals, settings.ownedRows], [3, null]);
});

test('folders that come and go are told', async () => {
  const folder = (name: string): vscode.WorkspaceFolder => ({ uri: { toString: () => `file:///${name}` }, name, index: 0 }) as vscode.WorkspaceFolder;
  await server.start();
  server.foldersChanged({ added: [folder('new')], removed: [folder('old')] });
  await server.stop();
  const [, text] = /^workspace\/didChangeWorkspaceFolders (.*)$/m.exec(readFileSync(log, 'utf8'))!;
  assert.deepEqual(JSON.parse(text!), {
    event: { added: [{ uri: 'file:///new', name: 'new' }], removed: [{ uri: 'file:///old', name: 'old' }] },
  });
});

test('cancelling is told to the server, whose answer still comes', async () => {
  const source = new CancellationTokenSource();
  const answer = calls.call('execute_command', { command: 'hang' }, { token: source.token });
  await server.start();
  source.cancel();
  assert.equal(textOf(await answer), 'stopped');
});

test('a question of the server is answered by the person, or by what the person has agreed to before', async () => {
  const asked = new Promise<number>((resolve) => approvals.onDidChange(() => approvals.pending[0] && resolve(approvals.pending[0].id)));
  const first = calls.call('execute_command', { command: 'ask' });
  approvals.answer(await asked, { decision: 'reject', feedback: 'no' });
  assert.deepEqual(JSON.parse(textOf(await first)), { decision: 'reject', feedback: 'no' });
  approvals.agree('call-2', 'rm x');
  const second = await calls.call('execute_command', { command: 'ask' }, { toolCallId: 'call-2' });
  assert.deepEqual(JSON.parse(textOf(second)), { decision: 'approve' });
});

test('a version that does not fit is refused with a sentence that says what to do', async () => {
  process.env.FAKE_VERSION = 'termhost 7.0.0';
  await server.start();
 const state: ServerState = server.state;
  assert.ok(state.kind === 'failed');
  assert.match(state.reason, /termhost 7\.0\.0.*0\.1\.0.*termhost\.server\.path/);
});

test('the binary: the setting, else PATH; anything else is told', async () => {
  assert.equal((await findBinary(program, '/nowhere')).origin, 'setting');
  assert.equal((await findBinary('', '/nowhere', `/nonexistent:${folder}`)).origin, 'PATH');
  await assert.rejects(findBinary('', '/nowhere', '/nonexistent'), BinaryError);
  await assert.rejects(findBinary('/bin/echo', '/nowhere'), /is not termhost/);
  await assert.rejects(findBinary('/nonexistent', '/nowhere'), /cannot be run/);
});

test('a program that can not be run: the call is answered, and the right one is started as soon as it is named', async () => {
  configuration.set('server.path', '/nonexistent');
  const result = await calls.call('execute_command', { command: 'die' }, { toolCallId: 'call-3' });
  assert.match(textOf(result), /^Not run: '\/nonexistent' cannot be run/);
  assert.equal(commands.find('call-3')?.status, 'failed_to_start');
  assert.ok(commands.idle);
  await server.restart(); // says so by its state alone
  assert.deepEqual([...states], ['starting', 'failed', 'starting', 'failed']);
  configuration.set('server.path', program);
  server.settingsChanged(true);
  await server.start();
  assert.equal(server.state.kind, 'ready');
});

test('which versions work together', () => {
  assert.ok(worksWith('0.1.3', '0.1.0'));
  assert.ok(!worksWith('0.2.0', '0.1.0'));
  assert.ok(worksWith('1.4.0', '1.0.0'));
  assert.ok(!worksWith('2.0.0', '1.0.0'));
});

test('five crashes within three minutes are enough', () => {
  const policy = new RestartPolicy();
  assert.deepEqual([0, 1, 2, 3, 4].map((second) => policy.shouldRestart(second * 1000)), [true, true, true, true, false]);
  const patient = new RestartPolicy();
  for (let minute = 0; minute < 20; ++minute) assert.ok(patient.shouldRestart(minute * 60_000));
});
