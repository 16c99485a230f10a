// Ingest: output as 4 KiB shellExecution/didWrite frames through `termhost serve`, against simdjson alone on the same
// frames, in one run. Taken is the time from the answer to `initialize` to the answer to `environment/details` behind the
// last frame, so not the start of the process. Each input goes in as several executions, so that what is measured is long
// against a time slice. Prints ratios and writes build/bench/ingest.json.
//
//   cmake --preset release && cmake --build build/release && node bench/ingest.mjs [INPUT-FOLDER]
//
// The inputs are made by bench/gen.mjs where they are missing.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const bin = join(root, 'build/release/bin');
const inputs = process.argv[2] ?? join(tmpdir(), 'termhost-bench');
const chunkBytes = 4096;
const runs = 9;
const executions = { a_plain: 2, b_ansi: 2, c_progress: 8 };

const frame = (message) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
};

/** One session that ingests `bytes` as the output of each of `count` shell executions. */
function writeSession(file, bytes, count) {
  const out = openSync(file, 'w');
  const put = (method, params, id) => writeSync(out, frame({ id, method, params }));
  put('initialize', { processId: null, capabilities: { terminal: { source: 'events', modes: ['execute'] } } }, 1);
  put('initialized', {});
  put('terminal/didOpen', { terminalId: 't', integration: 'rich', cols: 80, rows: 24, shell: 'bash' });
  for (let turn = 0; turn < count; turn++) {
    const executionId = `x${turn}`;
    put('shellExecution/didStart', { terminalId: 't', executionId, commandLine: { value: 'make', confidence: 2 } });
    const text = new TextDecoder();
    for (let at = 0, index = 0; at < bytes.length; at += chunkBytes, index++) {
      const data = text.decode(bytes.subarray(at, at + chunkBytes), { stream: true });
      put('shellExecution/didWrite', { executionId, data, index });
    }
    put('shellExecution/didEnd', { executionId, exitCode: 0, drained: true });
  }
  put('environment/details', {}, 2);
  put('shutdown', null, 3);
  put('exit', null);
  closeSync(out);
}

/** Seconds and peak memory of one run of the server over a session. */
async function serve(session) {
  const stdin = openSync(session, 'r');
  const server = spawn(join(bin, 'termhost'), ['serve'], { stdio: [stdin, 'pipe', 'inherit'] });
  const answered = {};
  let output = '';
  server.stdout.on('data', (chunk) => {
    output += chunk;
    for (const id of [1, 2]) if (!(id in answered) && output.includes(`"id":${id},`)) answered[id] = performance.now();
  });
  let peakKilobytes = 0;
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
      peakKilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peakKilobytes);
    } catch {
      // it has ended
    }
  }, 10);
  const [code] = await once(server, 'close');
  const seconds = (answered[2] - answered[1]) / 1000;
  clearInterval(watch);
  closeSync(stdin);
  if (code !== 0) throw new Error(`serve ended with ${code}`);
  return { seconds, peakKilobytes };
}

function bare(session) {
  const stdin = openSync(session, 'r');
  const run = spawnSync(join(bin, 'bench_bare_simdjson'), { stdio: [stdin, 'pipe', 'inherit'], encoding: 'utf8' });
  closeSync(stdin);
  return JSON.parse(run.stdout);
}

if (!existsSync(join(inputs, 'a_plain.log'))) spawnSync('node', [join(root, 'bench/gen.mjs'), inputs], { stdio: 'inherit' });
mkdirSync(join(root, 'build/bench'), { recursive: true });
const report = {};
for (const name of ['a_plain', 'b_ansi', 'c_progress']) {
  const bytes = readFileSync(join(inputs, `${name}.log`));
  const session = join(tmpdir(), `termhost-ingest-${process.pid}-${name}`);
  writeSession(session, bytes, executions[name]);
  const megabytes = (bytes.length * executions[name]) / 1e6;
  const simdjson = bare(session);
  const results = [];
  for (let run = 0; run < runs; run++) {
    results.push(await serve(session));
    simdjson.seconds = Math.min(simdjson.seconds, bare(session).seconds);  // turn by turn: a busy moment hits both
  }
  rmSync(session);
  const seconds = Math.min(...results.map((one) => one.seconds));
  const peak = Math.max(...results.map((one) => one.peakKilobytes));
  report[name] = {
    megabytes, serveSeconds: seconds, simdjsonSeconds: simdjson.seconds,
    ofSimdjsonSpeed: simdjson.seconds / seconds, peakMebibytes: peak / 1024,
  };
  console.log(
    `${name}: ${(megabytes / seconds).toFixed(0)} MB/s, simdjson alone ${(megabytes / simdjson.seconds).toFixed(0)} MB/s: ` +
      `${((100 * simdjson.seconds) / seconds).toFixed(0)} % of its speed; peak memory ${(peak / 1024).toFixed(1)} MiB`,
  );
}
writeFileSync(join(root, 'build/bench/ingest.json'), JSON.stringify(report, null, 2));
