// A client that stops reading: the server goes on, its memory stays bounded, and the loss is said.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RawSession, request } from './raw.mjs';

const peakMemoryKilobytes = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

test('stalled while a command prints 60 MB', async () => {
  const session = await RawSession.started();
  const { pid, stdout } = session.server.child;
  const done = `/tmp/termhost-stall-${process.pid}`;
  session.send(request('big', 'tool/call', {
    name: 'execute_command',
    arguments: { command: `yes 0123456789abcdef | head -c 60000000; touch ${done}` },
    toolCallId: 'big',
  }));
  stdout.pause();
  const finished = () => {
    try {
      return readFileSync(done) !== undefined;
    } catch {
      return false;
    }
  };
  while (!finished()) await pause(20); // the command could end although nobody read
  stdout.resume();
  const answer = await session.answer('big');
  await session.completed('big'); // which comes last, so behind the answer
  assert.equal(answer.result.structuredContent.exitCode, 0);
  assert.ok(peakMemoryKilobytes(pid) < 64 * 1024, `${peakMemoryKilobytes(pid)} KB`);
  const events = session.messages.filter((one) => one.method === 'tool/calling').map((one) => one.params.data);
  assert.equal(events.filter((event) => event.type === 'complete').length, 1);
  let end = 0;
  let lost = 0;
  for (const event of events.filter((one) => one.type === 'stdout')) {
    assert.ok(event.offset >= end, 'in order');
    lost += event.offset - end;
    end = event.offset + Buffer.byteLength(event.chunk);
  }
  assert.ok(lost > 0, 'more than the queue holds was printed');
  assert.ok(await session.alive());
  await session.end();
});

test('a client that is gone ends the server', async () => {
  const session = await RawSession.started();
  session.server.child.stdout.destroy();
  session.send(request(1, 'tool/list'), request(2, 'tool/list'));
  assert.deepEqual(await session.exited, { code: 1, signal: null });
});
