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

for (const [name, goAway] of [
  ['the end of stdin', (session) => session.server.child.stdin.end()],
  ['exit', (session) => session.notify('exit')],
  ['SIGKILL', (session) => session.kill()],
]) {
  test(`${name}: with keepTerminals 0 nothing that it ran stays behind`, async () => {
    const { initializationOptions: options } = noTerminals;
    const settings = { ...options.settings, keepTerminals: 0 };
    const session = await Session.started({ initialize: { initializationOptions: { ...options, settings } } });
    session.execute('sleep 1000 & setsid sleep 1000 & echo "pids $! $$ end"; sleep 1000', {}, { toolCallId: 'a' }).catch(() => {});
    const { data } = await session.until('tool/calling', (params) => /pids .* end/.test(params.data.chunk ?? ''));
    const pids = /pids (\d+) (\d+) end/.exec(data.chunk).slice(1).map(Number);
    goAway(session);
    await session.exited;
    await gone(pids);
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
