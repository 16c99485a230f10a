// Start and end: initialize … exit, and every way an editor can go away.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Session, errorOf, noTerminals } from './client.mjs';

/** Resolves when none of the processes exists any more; the test's own time limit ends the waiting. */
async function gone(pids) {
  const exists = (pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  while (pids.some(exists)) await pause(20);
}

test('initialize names the server and its tools; shutdown and exit end it with status 0', async () => {
  const session = await Session.started();
  assert.equal(session.initialized.serverInfo.name, 'termhost');
  assert.match(session.initialized.serverInfo.version, /^\d+\.\d+/);
  const { tools } = await session.request('tool/list');
  assert.deepEqual(tools.map((tool) => tool.name), session.initialized.capabilities.tools);
  for (const tool of tools) assert.equal(tool.inputSchema.type, 'object');
  assert.deepEqual(await session.end(), { code: 0, signal: null });
});

test('nothing before initialize, nothing after shutdown, no second initialize', async () => {
  const session = new Session();
  assert.equal((await errorOf(session.request('tool/list'))).code, -32002);
  await session.request('initialize', noTerminals);
  assert.equal((await errorOf(session.request('initialize', noTerminals))).code, -32600);
  assert.equal((await errorOf(session.request('no/such'))).code, -32601);
  assert.equal(await session.request('shutdown'), null);
  assert.equal((await errorOf(session.request('tool/list'))).code, -32600);
  session.notify('exit');
  assert.deepEqual(await session.exited, { code: 0, signal: null });
});

test('exit without shutdown ends it with status 1', async () => {
  const session = await Session.started();
  session.notify('exit');
  assert.deepEqual(await session.exited, { code: 1, signal: null });
});

/** A session in which a command has started two processes, and their numbers. */
async function withProcesses(settings) {
  const { initializationOptions: options } = noTerminals;
  const session = await Session.started({ initialize: { initializationOptions: { ...options, settings: { ...options.settings, ...settings } } } });
  session.execute('sleep 1000 & setsid sleep 1000 & echo "pids $! $$ end"; sleep 1000', {}, { toolCallId: 'a' }).catch(() => {});
  const { data } = await session.until('tool/calling', (params) => /pids .* end/.test(params.data.chunk ?? ''));
  return { session, pids: /pids (\d+) (\d+) end/.exec(data.chunk).slice(1).map(Number) };
}

const deaths = [
  ['the end of stdin', (session) => session.server.child.stdin.end()],
  ['SIGKILL', (session) => session.kill()],
];
const orderly = [
  ['shutdown and exit', (session) => session.request('shutdown').then(() => session.notify('exit'))],
  ['exit', (session) => session.notify('exit')],
  ['SIGTERM', (session) => session.server.child.kill('SIGTERM')],
];

for (const [name, goAway, settings] of [...orderly, ...deaths.map(([name, goAway]) => [`${name}, with keepTerminals 0`, goAway, { keepTerminals: 0 }])]) {
  test(`${name}: nothing that it ran stays behind`, async () => {
    const { session, pids } = await withProcesses(settings);
    await goAway(session);
    await session.exited;
    await gone(pids);
  });
}

for (const [name, goAway] of deaths) {
  test(`${name}: what it ran waits for another server, and ends when its time is over`, async () => {
    const { session, pids } = await withProcesses({ keepTerminals: 2 });
    const told = performance.now();
    await goAway(session);
    await session.exited;
    await gone(pids);
    assert.ok(performance.now() - told >= 2000, 'it did not wait');
  });
}

test('it ends when the editor is gone, though stdin stays open', async () => {
  const editor = spawn('sleep', ['1000']);
  const session = new Session();
  await session.request('initialize', { ...noTerminals, processId: editor.pid });
  editor.kill('SIGKILL');
  await once(editor, 'exit');
  assert.deepEqual(await session.exited, { code: 1, signal: null });
});

test('SIGTERM ends it', async () => {
  const session = await Session.started();
  session.server.child.kill('SIGTERM');
  assert.deepEqual(await session.exited, { code: 1, signal: null });
});
