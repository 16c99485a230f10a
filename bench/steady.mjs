// 256 commands of an agent that print 1 MB/s each for ten minutes: neither memory nor the time from a chunk to its live event may
// grow. Each minute's figures are printed, and written to build/bench/steady.json.
// usage: node bench/steady.mjs [MINUTES [KB-PER-SECOND]]     (build the release preset first: scripts/build release)
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { MirroringClient } from './client.mjs';
import { logs, prepareInputs, report, workFolder } from './measure.mjs';

const [minutes, kilobytes] = [Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 1000)];
const home = workFolder();
const count = 256;
const turn = 100;  // milliseconds in which each prints a tenth of what it prints in a second
prepareInputs();
const piece = readFileSync(join(logs, 'a_plain.log'), 'utf8').slice(0, kilobytes * turn);

const client = new MirroringClient(home);
// What is kept is bounded: what has to be moved when an artifact is full is part of the load.
await client.initialize({ artifactMaxBytes: 4 * 2 ** 20, storageMaxBytes: 4 * 2 ** 30 });
const commands = [];
for (let number = 0; number < count; number++) commands.push(await client.begin('make', `call-${number}`, { timeout: 7200, cwd: `/tmp/${number}` }));

const sent = new Map();
let times = [];
client.heard = (frame) => {
  const call = /"toolCallId":"(call-\d+)"/.exec(frame.toString('latin1', 0, 200))?.[1];
  if (!sent.has(call)) return;
  times.push(performance.now() - sent.get(call));
  sent.delete(call);
};

const results = [];
let index = 0, written = 0, cpu = client.cpu();
for (const begun = performance.now(); performance.now() - begun < minutes * 60_000; index++) {
  await sleep(Math.max(0, begun + index * turn - performance.now()));
  for (let number = 0; number < count; number++) {
    if ((index + number) % 8 === 0) sent.set(`call-${number}`, performance.now());
    client.child.stdin.write(client.write(commands[number].executionId, piece, index));
    if (number % 8 === 7) await sleep(0);  // what has come meanwhile is read
    await client.drained();
  }
  written += piece.length * count;
  if (performance.now() - begun < (results.length + 1) * 60_000) continue;
  times.sort((a, b) => a - b);
  const minute = {
    minute: results.length + 1, memoryMebibytes: client.memory(), cpuShare: (client.cpu() - cpu) / 60, megabytesPerSecond: written / 60e6,
    p50: times[times.length >> 1], p99: times[Math.floor(times.length * 0.99)],
  };
  results.push(minute);
  [times, written, cpu] = [[], 0, client.cpu()];
  console.log(Object.entries(minute).map(([name, value]) => `${name} ${value.toFixed(2)}`).join(', '));
}
for (const { executionId } of commands) client.finish(executionId);
await Promise.all(commands.map(({ answer }) => answer));
await client.end();
report('steady', { count, kilobytes, results });
