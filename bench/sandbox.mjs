// What a sandbox costs: ordinary commands in the warm shell of a `termhost mcp` that confines, against one that does not. What makes many
// files pays most, as each call that changes the file system is looked at. Writes build/bench/sandbox.json.
// usage: node bench/sandbox.mjs [--runs N]     (build the release preset first: scripts/build release)
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from './client.mjs';
import { report, runs, typicalOf, workFolder } from './measure.mjs';

const home = workFolder();
const workspace = join(home, 'workspace');
const works = {
  'true': 'true',
  '`git status`, 2,000 files': 'git status --short | wc -l',
  'a C++ file': 'g++ -O1 -c program.cpp -o program.o',
  '1,000 files made and removed': 'mkdir -p many; (cd many; for i in $(seq 1000); do : > "$i"; done); rm -r many',
};

function prepare() {
  mkdirSync(join(workspace, 'src'), { recursive: true });
  for (let i = 0; i < 2000; i++) writeFileSync(join(workspace, 'src', `${i}.txt`), `${i}\n`);
  writeFileSync(join(workspace, 'program.cpp'), '#include <iostream>\n#include <map>\nint main() { std::map<std::string, int> all{{"x", 1}}; std::cout << all["x"]; }\n');
  const git = (...args) => execFileSync('git', ['-C', workspace, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args]);
  git('init', '-q');
  git('add', 'src');
  git('commit', '-qm', 'files');
}

/** A warm shell in which every line of `works` runs: allowed, or confined. */
async function shell(allowedCommands, ...confinement) {
  const policy = join(home, `policy-${confinement.length}.json`);
  writeFileSync(policy, JSON.stringify({ allowedCommands }));
  const client = new Client(home, 'mcp', '--policy', policy, '--cwd', workspace, '--structured', 'always', ...confinement);
  let last = 1;
  await client.request(last, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
  client.send({ method: 'notifications/initialized' });
  const run = async (command) => {
    const start = performance.now();
    const { result } = await client.request(++last, 'tools/call', { name: 'execute_command', arguments: { command, timeout: 600 } });
    if (result?.structuredContent?.exitCode !== 0) throw new Error(JSON.stringify(result).slice(0, 500));
    return { milliseconds: performance.now() - start, level: result.structuredContent.sandbox?.level };
  };
  const { level } = await run('true');
  return { level, run, end: () => client.child.kill() };
}

prepare();
const [outside, inside] = [await shell(['*']), await shell([], '--sandbox', 'workspace')];
if (outside.level || inside.level !== 'workspace') throw new Error(`outside: ${outside.level}, inside: ${inside.level}`);
const results = [];
for (const [name, command] of Object.entries(works)) {
  const only = (way) => async () => ({ milliseconds: (await way.run(command)).milliseconds });
  const typical = await typicalOf(name === 'true' ? runs * 10 : runs, { outside: only(outside), inside: only(inside) });
  results.push({ name, outside: typical.outside.milliseconds, inside: typical.inside.milliseconds });
  console.log(`${name}: ${results.at(-1).outside.toFixed(2)} ms outside, ${results.at(-1).inside.toFixed(2)} ms inside`);
}
outside.end();
inside.end();
report('sandbox', { results });
