// Many calls at once, many in a row, and a client that does not read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RawServer, allowAll } from './support.mjs';

const output = (message) => message.result.structuredContent.output.text;

/** What the command gave; one that waits for a terminal says so within a second, and is waited for. */
async function finished(server, n) {
  const answer = await server.answer(n);
  if (answer.result.structuredContent.status !== 'waiting') return answer;
  const { executionId } = answer.result.structuredContent;
  server.request(`wait ${n}`, 'tools/call', { name: 'wait_for_command', arguments: { execution_id: executionId, timeout: 60 } });
  return server.answer(`wait ${n}`);
}

test('200 at once: each is answered once, with its own output', { timeout: 120_000 }, async () => {
  const server = await RawServer.initialized(allowAll());
  for (let n = 0; n < 200; n++) server.execute(n, `sleep 0.0${n % 10}; echo "this is ${n}"; exit ${n % 7}`);
  for (let n = 0; n < 200; n++) {
    const answer = await finished(server, n);
    assert.equal(output(answer), `this is ${n}`);
    assert.equal(answer.result.structuredContent.exitCode, n % 7);
  }
  await pause(200);
  for (let n = 0; n < 200; n++) assert.equal(server.answersTo(n).length, 1);
  await server.end();
});

test('5,000 in a row', { timeout: 240_000 }, async () => {
  const server = await RawServer.initialized(allowAll());
  server.messages.length = 0;
  for (let n = 0; n < 5000; n++) {
    server.execute(n, `echo "number ${n}"`);
    assert.equal(output(await server.answer(n)), `number ${n}`);
    assert.equal(server.messages.splice(0).length, 1);
  }
  await server.end();
});

const memory = (pid, field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

test('a client that does not read for 30 s loses nothing and costs at most 32 MiB', { timeout: 120_000 }, async () => {
  const server = await RawServer.initialized(allowAll());
  server.execute('warm', 'seq 1 20000');
  const { artifactId } = (await server.answer('warm')).result.structuredContent.output;
  const { pid, stdout } = server.child;
  const before = memory(pid, 'VmRSS');
  stdout.pause();
  const began = Date.now();
  const reads = 300; // answers of 200 KB and more each, and live output meanwhile: far more than may be kept
  for (let n = 0; n < 100; n++) server.execute(`run ${n}`, `seq ${n} ${n + 1000}`, {}, { progressToken: n });
  for (let n = 0; n < reads; n++)
    server.request(`read ${n}`, 'tools/call', { name: 'read_command_output', arguments: { artifact_id: artifactId, offset: n, limit: 100_000 } });
  while (Date.now() - began < 30_000) await pause(100);
  const cost = (memory(pid, 'VmHWM') - before) / 1024;
  stdout.resume();
  for (let n = 0; n < reads; n++) assert.equal((await server.answer(`read ${n}`)).result.structuredContent.offset, n);
  for (let n = 0; n < 100; n++) assert.equal((await finished(server, `run ${n}`)).result.structuredContent.output.totalLines, 1001);
  for (let n = 0; n < reads; n++) assert.equal(server.answersTo(`read ${n}`).length, 1);
  assert.ok(cost <= 32, `${cost} MiB`);
  await server.end();
});
