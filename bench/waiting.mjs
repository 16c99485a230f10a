// What it costs to look whether a command waits for input, listens, is quiet: the processor time of termhost while an agent waits for a
// command that goes on, against the same without a look (`yieldOnInput` off), both at the same time.
// usage: node bench/waiting.mjs [SECONDS]     (build the release preset first: scripts/build release)
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.mjs';
import { report, workFolder } from './measure.mjs';

const seconds = Number(process.argv[2] ?? 60);
const begin = 5;  // seconds in which looks are more frequent
const commands = { 'one process': 'sleep 1000', '50 processes': 'for i in $(seq 50); do sleep 1000 & done; wait', 'a command that prints all the time': 'while sleep 0.1; do date; done' };

/** Of all threads, in milliseconds. */
function processorTime(pid) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]));
  return threads.reduce((sum, each) => sum + each, 0) / 1e6;
}

async function client(command, yieldOnInput) {
  const made = new Client(workFolder(), 'serve');
  await made.initialize({}, { terminals: 'owned', yieldOnInput });
  made.call(command, 'call');
  return made;
}

const results = [];
for (const [name, command] of Object.entries(commands)) {
  const [looking, blind] = [await client(command, true), await client(command, false)];
  await sleep(begin * 1000);
  const before = [looking, blind].map(({ child }) => processorTime(child.pid));
  await sleep(seconds * 1000);
  const [with_, without] = [looking, blind].map(({ child }, at) => (processorTime(child.pid) - before[at]) / seconds);
  const percent = (with_ - without) / 10;
  results.push({ name, lookingMsPerS: with_, blindMsPerS: without, percent });
  console.log(`${name}: ${with_.toFixed(2)} ms of processor time a second, ${without.toFixed(2)} without looks: ${percent.toFixed(3)} % of a processor`);
  for (const { child } of [looking, blind]) child.kill();
}
report('waiting', { seconds, results });
const most = Math.max(...results.map(({ percent }) => percent));
if (most >= 0.1) {
  console.error(`looking takes ${most.toFixed(3)} % of a processor: it shall stay below 0.1 %`);
  process.exit(1);
}
process.exit(0);
