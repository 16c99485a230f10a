// How bench/ measures: where release programs and inputs are, seconds and processor seconds of a shell line, the median of several turns.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from './gen.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const termhost = process.env.TERMHOST ?? join(root, 'build/release/bin/termhost');
export const logs = join(tmpdir(), 'termhost-bench');
export const inputs = ['a_plain', 'b_ansi', 'c_progress'];

const at = process.argv.indexOf('--runs');
export const runs = at < 0 ? 9 : Number(process.argv[at + 1]);

/** A folder that goes with the process. */
export function workFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'termhost-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function prepareInputs() {
  if (!inputs.every((name) => existsSync(join(logs, `${name}.log`)))) generate(logs);
}

/** Seconds, and processor seconds of the program alone, of `program ARGUMENTS` in `line`, where it stands as "$@". */
export function timed(line, ...program) {
  const script = `TIMEFORMAT='%R %U %S'; ${line.replace('"$@"', '{ time "$@" 2>&3; } 3>&2 2>&4')}`;
  const run = spawnSync('bash', ['-c', script, 'bash', ...program], {
    stdio: ['ignore', 'ignore', 'pipe', 'ignore', 'pipe'], encoding: 'utf8',
  });
  if (run.stderr) throw new Error(run.stderr);
  const [seconds, user, system] = run.output[4].trim().split('\n').at(-1).split(' ').map(Number);
  return { seconds, cpu: user + system };
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The median of each figure: `turns` times each of `ways` after the other, so that a busy moment hits all alike. */
export async function typicalOf(turns, ways) {
  const measured = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let turn = 0; turn < turns; turn++) for (const [name, way] of Object.entries(ways)) measured[name].push(await way());
  const figures = (all) => Object.fromEntries(Object.keys(all[0]).map((figure) => [figure, median(all.map((one) => one[figure]))]));
  return Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, figures(all)]));
}

/** Peak resident memory in MiB of a program that reads `input` from stdin and whose output is thrown away. */
export function peakMemory(input, ...program) {
  const text = 'import resource, subprocess, sys\nsubprocess.run(sys.argv[2:], stdin=open(sys.argv[1]), stdout=subprocess.DEVNULL, check=True)\n' +
    'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)';
  return Number(execFileSync('python3', ['-c', text, input, ...program], { encoding: 'utf8' })) / 1024;
}

export function report(name, content) {
  mkdirSync(join(root, 'build/bench'), { recursive: true });
  writeFileSync(join(root, 'build/bench', `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
}
