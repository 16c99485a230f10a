// How fast `termhost render` is, beside the pipe itself, strip-ansi and xterm.js (1,000 rows of scrollback), in one run.
// usage: node bench/render.mjs [--runs N] [--json FILE]     (build the release preset first: scripts/build release)
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from './gen.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const logs = path.join(tmpdir(), 'termhost-bench');
const termhost = process.env.TERMHOST ?? path.join(root, 'build', 'release', 'bin', 'termhost');
const inputs = ['a_plain', 'b_ansi', 'c_progress'];
const limits = { a_plain: { pipe: 3, xterm: 10 }, b_ansi: { pipe: 6, xterm: 10 }, c_progress: { pipe: 6, xterm: 5 } };

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
}

function prepare() {
  if (!inputs.every((name) => fs.existsSync(path.join(logs, `${name}.log`)))) generate(logs);
  return execFileSync(path.join(root, 'scripts', 'node-packages'), ['bench'], { encoding: 'utf8' }).trim();
}

function shell(command, file) {
  const start = performance.now();
  execFileSync('sh', ['-c', command, 'sh', file, termhost], { stdio: ['ignore', 'ignore', 'inherit'] });
  return performance.now() - start;
}

function peer(tool, file) {
  const environment = { ...process.env, BENCH_PACKAGES: packages };
  return Number(execFileSync('node', [path.join(root, 'bench', 'peer.mjs'), tool, file], { env: environment, encoding: 'utf8' }));
}

/** Peak resident memory of the renderer in KiB, read while it still waits for the end of its input (Linux). */
async function peakMemory(file) {
  const child = spawn(termhost, ['render'], { stdio: ['pipe', 'ignore', 'inherit'] });
  for await (const chunk of fs.createReadStream(file)) if (!child.stdin.write(chunk)) await once(child.stdin, 'drain');
  const peak = Number(/VmHWM:\s*(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]);
  child.stdin.end();
  return peak;
}

async function measure(name, runs) {
  const file = path.join(logs, `${name}.log`);
  const ways = {
    pipe: () => shell('cat "$1" | cat > /dev/null', file),
    termhost: () => shell('"$2" render < "$1" > /dev/null', file),
    'strip-ansi': () => peer('strip-ansi', file),
    xterm: () => peer('xterm', file),
  };
  const best = Object.fromEntries(Object.keys(ways).map((way) => [way, Infinity]));
  // Turn by turn, so that a busy moment of the machine hits all alike; the peers take long and are steady: fewer times.
  for (let run = 0; run < runs; run++) {
    for (const way of ['pipe', 'termhost']) best[way] = Math.min(best[way], ways[way]());
    if (run < 2) for (const way of ['strip-ansi', 'xterm']) best[way] = Math.min(best[way], ways[way]());
  }
  return { input: name, bytes: fs.statSync(file).size, milliseconds: best, peakMemoryKiB: await peakMemory(file) };
}

const packages = prepare();
const results = [];
for (const name of inputs) results.push(await measure(name, Number(option('runs', 7))));
for (const { input, bytes, milliseconds, peakMemoryKiB } of results) {
  const times = (tool) => milliseconds[tool] / milliseconds.termhost;
  const overPipe = milliseconds.termhost / milliseconds.pipe;
  const reached = overPipe <= limits[input].pipe && times('xterm') >= limits[input].xterm;
  console.log(`${input}: ${milliseconds.termhost.toFixed(0)} ms, ${(bytes / 1e3 / milliseconds.termhost).toFixed(0)} MB/s, ${overPipe.toFixed(1)} times the pipe (at most ${limits[input].pipe}), ` +
    `${times('xterm').toFixed(0)} times as fast as xterm.js (at least ${limits[input].xterm}), ${times('strip-ansi').toFixed(1)} as strip-ansi, peak ${peakMemoryKiB} KiB: ${reached ? 'reached' : 'NOT REACHED'}`);
}
const report = option('json', path.join(root, 'build', 'bench', 'render.json'));
fs.mkdirSync(path.dirname(report), { recursive: true });
fs.writeFileSync(report, `${JSON.stringify({ results, limits }, null, 2)}\n`);
