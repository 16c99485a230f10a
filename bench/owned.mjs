// The owned way: a command that prints much in a terminal of termhost's own, by `exec` and by `mcp` with progress told, against
// `script -qc COMMAND /dev/null | cat`, which has a terminal too and keeps nothing. The start of the process and of the shell is in
// `exec`, so each prints its input several times. Writes build/bench/owned.json.
// usage: node bench/owned.mjs [--runs N]     (build the release preset first: scripts/build release)
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from './client.mjs';
import { inputs, logs, prepareInputs, report, runs, termhost, timed, typicalOf, workFolder } from './measure.mjs';

const home = workFolder();
const times = { a_plain: 4, b_ansi: 4, c_progress: 8 };
const limit = 1.1;
const policy = join(home, 'policy.json');
writeFileSync(policy, JSON.stringify({ allowedCommands: ['cat', 'true'] }));

/** The seconds of one call of a warm shell, and how often its client was told of progress. */
async function mcp(command) {
  const client = new Client(home, 'mcp', '--policy', policy);
  let told = 0;
  client.heard = () => told++;
  const clientInfo = { name: 'bench', version: '1' };
  await client.request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  client.send({ method: 'notifications/initialized' });
  const call = (id, line, meta) => client.request(id, 'tools/call', { name: 'execute_command', arguments: { command: line, timeout: 600 }, ...meta });
  await call(2, 'true');
  const [start, cpu] = [performance.now(), client.cpu()];
  const { result } = await call(3, command, { _meta: { progressToken: 'p' } });
  const seconds = (performance.now() - start) / 1000;
  if (!/Exit code: 0/.test(result?.content?.[0]?.text)) throw new Error(JSON.stringify(result).slice(0, 500));
  const used = client.cpu() - cpu;
  client.child.kill();
  return { seconds, cpu: used, told };
}

prepareInputs();
const results = [];
for (const input of inputs) {
  const command = `cat ${Array(times[input]).fill(join(logs, `${input}.log`)).join(' ')}`;
  const storage = join(home, 'storage');
  const typical = await typicalOf(runs, {
    script: () => timed('"$@" | cat > /dev/null', 'script', '-qc', command, '/dev/null'),
    exec: () => {
      rmSync(storage, { recursive: true, force: true });
      return timed('"$@" > /dev/null', 'env', `HOME=${home}`, termhost, 'exec', '--shell', 'bash', '--storage', storage, '--', command);
    },
    mcp: () => mcp(command),
  });
  results.push({ input, typical, exec: typical.exec.seconds / typical.script.seconds, mcp: typical.mcp.seconds / typical.script.seconds });
  const { exec, mcp: byMcp } = results.at(-1);
  console.log(`${input}: script ${typical.script.seconds.toFixed(2)} s, exec ${exec.toFixed(2)} times, mcp ${byMcp.toFixed(2)} times (at most ${limit}): ` +
    `${Math.max(exec, byMcp) <= limit ? 'reached' : 'NOT REACHED'}`);
}
report('owned', { results, limit });
