// Ingest: what an editor's terminals print as shellExecution/didWrite frames through `termhost serve`. Once as the output of nobody's
// commands, and once as that of an agent's: live events told to a fast reader, the artifact written. Against `cat FILE | cat` and
// simdjson alone on the same frames, turn by turn, medians; the start of the process is in it. Each input goes in as several executions, so
// that what is measured is long against a time slice. The events of calls are checked to be whole, of a shorter session.
// Prints a table and writes build/bench/ingest.json.
// usage: node bench/ingest.mjs [--runs N]     (build the release preset first: scripts/build release)
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inputs, logs, peakMemory, prepareInputs, report, root, runs, termhost, timed, typicalOf, workFolder } from './measure.mjs';
import { checkCalls, writeSession } from './sessions.mjs';

const executions = { a_plain: 2, b_ansi: 2, c_progress: 8 };
const limits = { a_plain: 3, b_ansi: 6, c_progress: 3 };  // times `cat FILE | cat`, with a call
// What is checked fits in the queue to a slow reader, so that none of it is dropped; a loss in a measured turn is told on stderr, which ends it.
const checkedBytes = 4 << 20;
const mostCpu = 0.15;  // seconds per 64 MiB of plain output
const shapes = [
  ...inputs.map((input) => ({ input, frameBytes: 4096 })),
  { input: 'a_plain', frameBytes: 1024 },
  { input: 'a_plain', frameBytes: 65536 },
  { input: 'a_plain', frameBytes: 4096, base64: true },
];
const work = workFolder();

function simdjson(session) {
  const program = join(root, 'build/release/bin/bench_bare_simdjson');
  return { seconds: JSON.parse(execFileSync('sh', ['-c', '"$0" < "$1"', program, session], { encoding: 'utf8' })).seconds, cpu: 0 };
}

async function measure({ input, frameBytes, base64 = false }) {
  const count = executions[input];
  const bytes = readFileSync(join(logs, `${input}.log`));
  const storage = mkdtempSync(join(work, 'storage-'));
  const [alone, called] = ['alone', 'called'].map((name) => join(work, name));
  writeSession(alone, bytes, { count, frameBytes, base64 });
  writeSession(called, bytes, { count, frameBytes, base64, call: true, storage });
  const serve = (session) => () => {
    rmSync(join(storage, 'tasks'), { recursive: true, force: true });
    return timed(`"$@" < ${session} | cat > /dev/null`, termhost, 'serve');
  };
  const some = bytes.subarray(0, bytes.lastIndexOf('\n', checkedBytes / count) + 1);
  const [checked, told] = ['checked', 'told'].map((name) => join(work, name));
  writeSession(checked, some, { count, frameBytes, base64, call: true, storage });
  execFileSync('sh', ['-c', '"$0" serve < "$1" > "$2"', termhost, checked, told]);
  checkCalls(readFileSync(told), some.length, count);
  const turns = Array(count).fill(join(logs, `${input}.log`));
  const typical = await typicalOf(runs, {
    pipe: () => timed('"$@"', 'sh', '-c', 'cat "$@" | cat > /dev/null', 'sh', ...turns),
    simdjson: () => simdjson(alone),
    alone: serve(alone),
    called: serve(called),
  });
  const result = {
    input, frameBytes, base64, megabytes: (bytes.length * count) / 1e6, typical,
    overPipe: typical.called.seconds / typical.pipe.seconds,
    ofSpeedAlone: typical.alone.seconds / typical.called.seconds,
    cpuPer64MiB: (typical.called.cpu * 2 ** 26) / (bytes.length * count),
    peakMebibytes: peakMemory(called, termhost, 'serve'),
  };
  for (const file of [alone, called, checked, told]) rmSync(file);
  rmSync(storage, { recursive: true });
  return result;
}

prepareInputs();
const results = [];
for (const shape of shapes) {
  const result = await measure(shape);
  const { input, frameBytes, base64, megabytes, typical, overPipe, ofSpeedAlone, cpuPer64MiB, peakMebibytes } = result;
  const speed = (way) => `${(megabytes / typical[way].seconds).toFixed(0)} MB/s`;
  const reached = overPipe <= limits[input] && ofSpeedAlone >= 0.5 && (input !== 'a_plain' || cpuPer64MiB <= mostCpu);
  console.log(
    `${input}, ${frameBytes / 1024} KiB${base64 ? ' base64' : ''}: called ${speed('called')}, ${overPipe.toFixed(2)} times the pipe (at most ${limits[input]}), ` +
      `${(100 * ofSpeedAlone).toFixed(0)} % of ${speed('alone')} alone (at least 50), simdjson ${speed('simdjson')}, ` +
      `${cpuPer64MiB.toFixed(3)} CPU s per 64 MiB, peak ${peakMebibytes.toFixed(1)} MiB: ${reached ? 'reached' : 'NOT REACHED'}`,
  );
  results.push(result);
}
report('ingest', { results, limits, mostCpu });
