// The wall clock jumps by hours in the middle of a command: no duration, limit, order or name of an artifact changes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Session, allowAll } from './client.mjs';

/** Where libfaketime is; Debian keeps it in a folder of the architecture's. */
function fakeClock() {
  return execFileSync('dpkg', ['-L', 'libfaketime'], { encoding: 'utf8' }).split('\n').find((file) => file.endsWith('/libfaketime.so.1'));
}

test('a wall clock that jumps', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'clock-'));
  const offset = path.join(folder, 'offset');
  const jump = (by) => {
    writeFileSync(`${offset}.new`, `${by}\n`);
    renameSync(`${offset}.new`, offset);
  };
  jump('+0');
  const session = await Session.started({
    env: {
      LD_PRELOAD: fakeClock(),
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
    },
    initialize: { initializationOptions: { ...allowAll, storageDir: path.join(folder, 'storage') } },
  });
  try {
    const ids = [];
    let year = new Date().getFullYear();
    for (const [by, hours] of [['+0', 0], ['+5h', 5], ['-9h', -9], ['+3y', 3 * 365 * 24]]) {
      const running = session.execute('echo begun; sleep 1; date +%Y; seq 1 5000');
      await session.until('tool/calling', ({ data }) => data.chunk?.includes('begun'));
      jump(by);
      const result = await running;
      assert.equal(result.status, 'completed', by);
      assert.ok(result.durationMs >= 900 && result.durationMs < 20_000, `${by}: ${result.durationMs} ms`);
      if (hours > 24 * 365) assert.notEqual(Number(/\n(2\d\d\d)\n/.exec(result.output.text)?.[1]), year, 'the clock did jump');
      ids.push(BigInt(result.executionId));
      assert.equal(result.output.artifactId, `cmd-${result.executionId}.txt`);
      const waiting = await session.execute('sleep 2', { timeout: 1 });
      assert.equal(waiting.status, 'running', by);
      assert.ok(waiting.durationMs >= 900, `${by}: ${waiting.durationMs} ms`);
      assert.equal((await session.tool('wait_for_command', { execution_id: waiting.executionId })).status, 'completed');
    }
    for (let i = 1; i < ids.length; ++i) assert.ok(ids[i] > ids[i - 1], 'ids rise');
    assert.ok(ids.at(-1) - ids[0] < 600_000n, 'and not with the clock');
    assert.equal(readdirSync(path.join(folder, 'storage'), { recursive: true }).filter((name) => /cmd-\d+\.txt$/.test(name)).length, 4);
  } finally {
    await session.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
