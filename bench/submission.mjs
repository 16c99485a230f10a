// The cost of a command's way to a shell, in bash, zsh and fish: the median of a warm `true`, and the processor time of 100 commands with
// all that runs for them (server, guard, shell). TERMHOST_BASE names another build of termhost, to which both are told as ratios.
// Writes build/bench/submission.json.
// usage: node bench/submission.mjs [--runs N]     (build the release preset first: scripts/build release)
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from './client.mjs';
import { report, runs, termhost, typicalOf, workFolder } from './measure.mjs';

const base = process.env.TERMHOST_BASE;
const shells = ['bash', 'zsh', 'fish'];
const [warming, commands] = [10, 100];
const limits = { milliseconds: { bash: 3 }, cpu: 1.2 };

/** Processor seconds that a process, its descendants and their ended children have used so far. */
function cpuOfTree(root) {
  const rows = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
      return [{ pid: Number(pid), parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) }];
    } catch {
      return [];  // it has ended meanwhile
    }
  });
  const below = (pid) => rows.filter((row) => row.parent === pid).reduce((sum, row) => sum + row.ticks + below(row.pid), 0);
  return (rows.find((row) => row.pid === root).ticks + below(root)) / 100;
}

/** One session in the shell that SHELL names. */
async function measured() {
  const client = new Client(workFolder(), 'serve');
  await client.initialize();
  const run = async (number) => {
    const { result } = await client.call('true', `call ${number}`);
    if (result?.structuredContent?.exitCode !== 0) throw new Error(JSON.stringify(result).slice(0, 500));
  };
  for (let number = 0; number < warming; number++) await run(`warming ${number}`);
  const [times, before] = [[], cpuOfTree(client.child.pid)];
  for (let number = 0; number < commands; number++) {
    const start = performance.now();
    await run(number);
    times.push(performance.now() - start);
  }
  const cpu = cpuOfTree(client.child.pid) - before;
  await client.end();
  return { milliseconds: times.sort((a, b) => a - b)[commands / 2], cpu };
}

/** The same in a process of its own, with another program. */
function measuredWith(program, shell) {
  const env = { ...process.env, TERMHOST: program, SHELL: execFileSync('which', [shell], { encoding: 'utf8' }).trim() };
  return JSON.parse(execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--one'], { env, encoding: 'utf8' }));
}

if (process.argv.includes('--one')) {
  console.log(JSON.stringify(await measured()));
} else {
  const results = [];
  for (const shell of shells) {
    const ways = { now: () => measuredWith(termhost, shell), ...(base && { base: () => measuredWith(base, shell) }) };
    const typical = await typicalOf(runs, ways);
    results.push({ shell, typical });
    const { now, base: then } = typical;
    const versus = then ? `, ${(now.milliseconds / then.milliseconds).toFixed(2)} and ${(now.cpu / then.cpu).toFixed(2)} times the base (processor time: at most ${limits.cpu})` : '';
    const most = limits.milliseconds[shell];
    const reached = !(now.milliseconds > most) && (!then || now.cpu <= limits.cpu * then.cpu);
    console.log(`${shell}: true ${now.milliseconds.toFixed(2)} ms${most ? ` (at most ${most})` : ''}, ${commands} commands ${now.cpu.toFixed(2)} s of processor time${versus}: ${reached ? 'reached' : 'NOT REACHED'}`);
  }
  report('submission', { results, limits });
}
