// A session that was recorded can be replayed without the shell it ran in, and a change is found.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Editor } from './editor.mjs';
import { Session } from './client.mjs';

const replay = (file) => spawnSync(process.env.TERMHOST, ['replay', file], { encoding: 'utf8' });

async function recorded(body) {
  const folder = mkdtempSync(join(tmpdir(), 'termhost-record-'));
  try {
    await body(join(folder, 'session.jsonl'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('owned terminals', () =>
  recorded(async (file) => {
    const session = await Session.started({ args: ['--record', file] });
    await session.execute('echo "one $((1 + 1))"; printf "\\377"; (exit 3)', {}, { toolCallId: 'a' });
    await session.execute('seq 1 3000', {}, { toolCallId: 'b' });
    await session.execute('sleep 1', { timeout: 0 }, { toolCallId: 'c' });
    await session.execute('echo apart; echo error >&2', { cwd: '/' }, { toolCallId: 'd' });
    await session.request('environment/details', {});
    await session.end();
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(replay(file).stdout, '');
    assert.equal(replay(file).status, 0);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('one 2', 'one 3').replace('one 3', 'one 2'));
    const changed = replay(file);
    assert.equal(changed.status, 1);
    assert.match(changed.stdout, /one 2/);
  }));

test('a server that was held up', () =>
  recorded(async (file) => {
    const session = await Session.started({ args: ['--record', file] });
    const held = session.execute('sleep 0.2; echo held', {}, { toolCallId: 'a' });
    await session.until('terminal/didChangeStatus', ({ busy }) => busy);
    session.server.child.kill('SIGSTOP');
    await sleep(600);
    session.server.child.kill('SIGCONT');
    await held;
    await session.end();
    assert.deepEqual(replay(file).stdout, '');
  }));

test('terminals of the editor', () =>
  recorded(async (file) => {
    const run = (command, execution) => {
      execution.write(`output of ${command}\r\n`);
      execution.end(0);
    };
    const editor = await Editor.started({ run, session: { args: ['--record', file] } });
    await editor.session.execute('npm test', {}, { toolCallId: 'm' });
    await editor.session.execute('npm run build', {}, { toolCallId: 'n' });
    await editor.session.end();
    assert.deepEqual(replay(file).stdout, '');
    assert.equal(replay(file).status, 0);
  }));

test('what can not be replayed or recorded is said', () => {
  const missing = replay('/nonexistent/session.jsonl');
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /can't be read/);
  const refused = spawnSync(process.env.TERMHOST, ['serve', '--record', '/nonexistent/x'], { encoding: 'utf8' });
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /can't be written/);
});
