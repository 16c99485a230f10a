// A client that stops reading: the server goes on, its memory stays bounded, and the loss is said.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RawSession, request } from './raw.mjs';

const peakMemoryKilobytes = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

const printed = 60_000_000; // bytes

test('stalled while a command prints 60 MB', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'termhost-stall-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const done = join(folder, 'done');
  const session = await RawSession.started();
  const { pid, stdout } = session.server.child;
  session.send(request('big', 'tool/call', {
    name: 'execute_command',
    arguments: { command: `yes 0123456789abcdef | head -c ${printed}; touch ${done}` },
    toolCallId: 'big',
  }));
  stdout.pause();
  while (!existsSync(done)) await pause(20); // the command could end although nobody read
  stdout.resume();
  const answer = await session.answer('big');
  await session.completed('big'); // which comes last, so behind the answer
  assert.equal(answer.result.structuredContent.exitCode, 0);
  assert.ok(peakMemoryKilobytes(pid) < 64 * 1024, `${peakMemoryKilobytes(pid)} KB`);
  const events = session.messages.filter((one) => one.method === 'tool/calling').map((one) => one.params.data);
  assert.equal(events.filter((event) => event.type === 'complete').length, 1);
  let end = 0;
  let told = 0;
  for (const event of events.filter((one) => one.type === 'stdout')) {
    assert.ok(event.offset >= end, 'in order');
    told += Buffer.byteLength(event.chunk);
    end = event.offset + Buffer.byteLength(event.chunk);
  }
  assert.ok(told < printed, 'more than the queue holds was printed'); // what is lost may be the end
  assert.ok(await session.alive());
  await session.end();
});

test('a client that is gone ends the server', async () => {
  const session = await RawSession.started();
  session.server.child.stdout.destroy();
  session.send(request(1, 'tool/list'), request(2, 'tool/list'));
  assert.deepEqual(await session.exited, { code: 1, signal: null });
});
