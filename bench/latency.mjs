// How long one waits: from exec to the answer to `initialize`, and for `execute_command true` in a warm terminal of termhost's own
// (medians); from a chunk to its live event, alone and beside another execution that prints 100 MB/s (99th percentiles), and from a
// cancelled call to the interrupt, under the same load (the worst). Writes build/bench/latency.json.
// usage: node bench/latency.mjs     (build the release preset first: scripts/build release)
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, MirroringClient } from './client.mjs';
import { report, workFolder } from './measure.mjs';

const home = workFolder();
const [starts, commands, probes, cancels] = [30, 200, 200, 20];
const probe_pause = 25;  // milliseconds; more than events of one execution are apart
const rank = (times, share) => times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
const median = (times) => rank(times, 0.5);
const percentile99 = (times) => rank(times, 0.99);
const worst = (times) => rank(times, 1);

async function startTimes() {
  const times = [];
  for (let run = 0; run < starts; run++) {
    const client = new Client(home, 'serve');
    times.push(await client.initialize());
    await client.end();
  }
  return times;
}

async function commandTimes() {
  const client = new Client(home, 'serve');
  await client.initialize();
  const times = [];
  for (let number = 0; number <= commands; number++) {
    const start = performance.now();
    const { result } = await client.call('true', `call ${number}`);
    times.push(performance.now() - start);
    if (result?.structuredContent?.exitCode !== 0) throw new Error(JSON.stringify(result));
  }
  await client.end();
  return times.slice(1);  // the first one starts the shell
}

/** Prints 100 MB/s as another execution until `stop` is called, which waits for its answer. */
async function load(client) {
  const lines = `${'\x1b[32mok\x1b[0m some output of a build that prints a lot\r\n'.repeat(1400)}`.slice(0, 65536);
  const { executionId, answer } = await client.begin('load', 'load', { timeout: 600 });
  const started = performance.now();
  let written = 0, index = 0;
  const timer = setInterval(() => {
    for (; written < (performance.now() - started) * 1e5 && client.child.stdin.writableLength < 4e6; written += lines.length)
      client.child.stdin.write(client.write(executionId, lines, index++));
  }, 2);
  return async () => {
    clearInterval(timer);
    const speed = written / (performance.now() - started) / 1e3;
    client.finish(executionId);
    await answer;
    return speed;
  };
}

async function eventTimes(loaded) {
  const client = new MirroringClient(home);
  await client.initialize();
  const stop = loaded ? await load(client) : undefined;
  const { executionId, answer } = await client.begin('probe', 'probe', { timeout: 600 });
  let told;
  client.heard = (frame) => {
    if (frame.includes('"toolCallId":"probe"') && frame.includes('"stdout"')) told?.();
  };
  const times = [];
  for (let number = 0; number < probes; number++) {
    await sleep(probe_pause);
    const event = new Promise((resolve) => (told = resolve));
    const start = performance.now();
    client.child.stdin.write(client.write(executionId, `line ${number}\r\n`, number));
    await event;
    times.push(performance.now() - start);
  }
  client.finish(executionId);
  await answer;
  const speed = await stop?.();
  if (speed) console.log(`load: ${speed.toFixed(0)} MB/s`);
  await client.end();
  return times;
}

async function cancelTimes() {
  const client = new MirroringClient(home);
  await client.initialize();
  const stop = await load(client);
  const times = [];
  for (let number = 0; number < cancels; number++) {
    const { executionId, answer } = await client.begin('sleep 100', `cancelled ${number}`, { timeout: 600 });
    const interrupted = new Promise((resolve) => (client.interrupted = resolve));
    await sleep(probe_pause);
    const start = performance.now();
    client.send({ method: '$/cancelRequest', params: { id: `cancelled ${number}` } });
    await interrupted;
    times.push(performance.now() - start);
    client.finish(executionId);
    await answer;
  }
  await stop();
  await client.end();
  return times;
}

mkdirSync(`${home}/state`, { recursive: true });
const rows = [
  ['initialize', startTimes, median, 10],
  ['execute_command true', commandTimes, median, 5],
  ['chunk to event', () => eventTimes(false), percentile99, 2],
  ['chunk to event next to 100 MB/s', () => eventTimes(true), percentile99, 20],
  ['cancel to interrupt next to 100 MB/s', cancelTimes, worst, 50],
];
const results = [];
for (const [name, measure, figure, limit] of rows) {
  const times = await measure();
  const milliseconds = figure(times);
  results.push({ name, figure: figure.name, milliseconds, least: times[0], median: median(times), limit });
  console.log(`${name}: ${milliseconds.toFixed(1)} ms (${figure.name}; at most ${limit}), least ${times[0].toFixed(1)}: ${milliseconds <= limit ? 'reached' : 'NOT REACHED'}`);
}
report('latency', { results });
