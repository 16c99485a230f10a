// What does not depend on how much is printed, and on how many print: memory and processor time per MB of one agent's command from
// 1 MB to 4 GB, and of 1 to 256 commands that share 256 MB; mirrored, live events told, artifacts kept.
// Writes build/bench/scale.json.
// usage: node bench/scale.mjs [LARGEST-MB]     (build the release preset first: scripts/build release)
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MirroringClient } from './client.mjs';
import { logs, prepareInputs, report, workFolder } from './measure.mjs';

const home = workFolder();
const largest = Number(process.argv[2] ?? 4096);
prepareInputs();
const log = readFileSync(join(logs, 'a_plain.log'), 'utf8').slice(0, 2 ** 20);

/** `megabytes` in all, by `count` commands in turns of 64 KiB. */
async function run(megabytes, count) {
  const client = new MirroringClient(home);
  await client.initialize({ artifactMaxBytes: 8 * 2 ** 30, storageMaxBytes: 16 * 2 ** 30 });
  const commands = [];
  for (let number = 0; number < count; number++) commands.push(await client.begin('make', `call ${number}`, { timeout: 3600, cwd: `/tmp/${number}` }));
  const pieces = Array.from({ length: 16 }, (_, i) => log.slice(i * 65536, (i + 1) * 65536));
  const cpu = client.cpu();
  let peak = 0;
  for (let piece = 0; piece < megabytes * 16; piece++) {
    const command = commands[piece % count];
    client.child.stdin.write(client.write(command.executionId, pieces[piece % 16], Math.floor(piece / count)));
    if (piece % 256 === 0) peak = Math.max(peak, client.memory());
    await client.drained();
  }
  for (const { executionId } of commands) client.finish(executionId);
  for (const { answer } of commands) {
    const { result } = await answer;
    if (result?.structuredContent?.exitCode !== 0) throw new Error(JSON.stringify(result).slice(0, 500));
  }
  peak = Math.max(peak, client.memory());
  const used = client.cpu() - cpu;
  await client.end();
  rmSync(join(home, 'state'), { recursive: true, force: true });
  return { megabytes, count, peakMebibytes: peak, cpuPerMB: used / megabytes };
}

// In turn, and of each size the round that cost least: a machine that is slow for a minute must not look like a size that is.
const sizes = [1, 4, 16, 64, 256, 1024, 4096].filter((size) => size <= largest);
const rounds = [];
for (let round = 0; round < 3; round++) for (const megabytes of sizes) rounds.push(await run(megabytes, 1));
const leastOf = (size) => {
  const same = rounds.filter(({ megabytes }) => megabytes === size);
  return { ...same[0], cpuPerMB: Math.min(...same.map(({ cpuPerMB }) => cpuPerMB)), peakMebibytes: Math.max(...same.map(({ peakMebibytes }) => peakMebibytes)) };
};
const results = { size: sizes.map(leastOf), count: [] };
for (const count of [1, 4, 16, 64, 256]) results.count.push(await run(Math.min(256, largest), count));
for (const { megabytes, count, peakMebibytes, cpuPerMB } of [...results.size, ...results.count])
  console.log(`${megabytes} MB by ${count}: peak ${peakMebibytes.toFixed(1)} MiB, ${(cpuPerMB * 1e3).toFixed(2)} CPU ms per MB`);
const at = (size) => results.size.find(({ megabytes }) => megabytes === size)?.cpuPerMB;
if (largest >= 4096) console.log(`4 GB costs ${(at(4096) / at(64)).toFixed(2)} times as much per MB as 64 MB (at most 1.1): ${at(4096) <= 1.1 * at(64) ? 'reached' : 'NOT REACHED'}`);
report('scale', results);
