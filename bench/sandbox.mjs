// The cost of a sandbox: ordinary commands of a `termhost mcp` with default settings, where they run in trials, and of one with the level
// `workspace`, against one without a sandbox. A program that makes many files pays most, as each call that changes the file system is
// looked at. Then the first command of a session whose startup file takes 3 s. Writes build/bench/sandbox.json.
// usage: node bench/sandbox.mjs [--runs N] [--only TEXT]     (build the release preset first: scripts/build release)
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
  '`git add` and `commit`, 200 changed files': 'for i in $(seq 200); do echo $RANDOM$RANDOM >src/$i.txt; done; git add src && git commit -qm more',
  '`cmake --build`, 6 C++ files': 'cmake --build build --clean-first -j2 >/dev/null',
  '`make -j2`, 12 C files': 'make -s -B -j2',
  '`npm ci`, 40 packages': 'npm ci --offline --silent --no-audit --no-fund',
  '`tar -x`, 2,000 files': 'rm -rf out && mkdir out && tar -xf src.tar -C out',
  '1,000 files made and removed': 'mkdir -p many; (cd many; for i in $(seq 1000); do : > "$i"; done); rm -r many',
};
const needsMore = /^npm ci/;  // it is asked about, and has no trial
const thinking = 300;  // ms before each call
const at = process.argv.indexOf('--only');
const only = at < 0 ? '' : process.argv[at + 1];

function run(program, ...args) {
  execFileSync(program, args, { cwd: workspace, env: { ...process.env, HOME: home }, stdio: ['ignore', 'ignore', 'inherit'] });
}

function prepareRepository() {
  for (let i = 1; i <= 2000; i++) writeFileSync(join(workspace, 'src', `${i}.txt`), `${i}\n`);
  run('git', 'init', '-q');
  run('git', 'config', 'user.name', 'bench');
  run('git', 'config', 'user.email', 'bench@localhost');
  run('git', 'add', 'src');
  run('git', 'commit', '-qm', 'files');
  run('tar', '-cf', 'src.tar', 'src');
}

function prepareBuilds() {
  const units = [...Array(6).keys()];
  for (const i of units) writeFileSync(join(workspace, `unit${i}.cpp`), `#include <map>\n#include <string>\nint unit${i}() { std::map<std::string, int> all{{"x", ${i}}}; return all["x"]; }\n`);
  writeFileSync(join(workspace, 'main.cpp'), 'int main() { return 0; }\n');
  writeFileSync(join(workspace, 'CMakeLists.txt'), `cmake_minimum_required(VERSION 3.13)\nproject(p CXX)\nadd_executable(p main.cpp ${units.map((i) => `unit${i}.cpp`).join(' ')})\n`);
  run('cmake', '-S', '.', '-B', 'build');
  const names = [...Array(12).keys()].map((i) => `c${i}`);
  for (const name of names) writeFileSync(join(workspace, `${name}.c`), '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { return puts("x") < 0; }\n');
  writeFileSync(join(workspace, 'Makefile'), `all: ${names.join(' ')}\n%: %.c\n\t$(CC) -O1 -o $@ $<\n`);
}

/** Packages of the workspace's own, in npm's cache. */
function preparePackages() {
  const names = [...Array(40).keys()].map((i) => `package${i}`);
  for (const name of names) {
    const folder = join(home, 'packages', name, 'package');
    mkdirSync(join(folder, 'lib'), { recursive: true });
    for (let i = 0; i < 20; i++) writeFileSync(join(folder, 'lib', `${i}.js`), `module.exports = ${i};\n`);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
    run('tar', '-czf', `${name}-1.0.0.tgz`, '-C', join(folder, '..'), 'package');
  }
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:${name}-1.0.0.tgz`]));
  writeFileSync(join(workspace, 'package.json'), JSON.stringify({ name: 'p', version: '1.0.0', dependencies }));
  run('npm', 'install', '--offline', '--silent', '--no-audit', '--no-fund');
}

function prepare() {
  mkdirSync(join(workspace, 'src'), { recursive: true });
  for (const folder of ['_cacache', '_logs']) mkdirSync(join(home, '.npm', folder), { recursive: true });
  prepareRepository();
  prepareBuilds();
  preparePackages();
}

/** A session in which every line of `works` runs: allowed, or confined. */
async function session(home, allowedCommands, ...confinement) {
  const policy = join(home, `policy-${allowedCommands.length}.json`);
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
  return { run, end: () => client.child.kill() };
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A warm session at this level; a model thinks before each call, and spare shells are made meanwhile. */
async function warm(level, ...how) {
  const { run, end } = await session(home, ...how);
  const found = (await run('true')).level;
  if (found !== level) throw new Error(`${found} instead of ${level}`);
  return { end, time: (command) => async () => (await wait(thinking), { milliseconds: (await run(command)).milliseconds }) };
}

/** The first command of a session, ten seconds after its start, with a startup file of three seconds. */
async function first(...how) {
  const slow = join(home, 'slow');
  mkdirSync(slow, { recursive: true });
  writeFileSync(join(slow, '.bashrc'), 'sleep 3\n');
  const { run, end } = await session(slow, ...how);
  await wait(10000);
  const { milliseconds } = await run('true');
  end();
  return milliseconds;
}

prepare();
const ways = {
  outside: await warm(undefined, ['*']),
  tried: await warm('trial', []),
  inside: await warm('workspace', [], '--sandbox', 'workspace'),
};
const results = [];
for (const [name, command] of Object.entries(works).filter(([name]) => name.includes(only))) {
  const able = Object.entries(ways).filter(([way]) => way !== 'tried' || !needsMore.test(command));
  const typical = await typicalOf(name === 'true' ? runs * 10 : runs, Object.fromEntries(able.map(([way, { time }]) => [way, time(command)])));
  results.push({ name, ...Object.fromEntries(Object.entries(typical).map(([way, { milliseconds }]) => [way, milliseconds])) });
  console.log(results.at(-1));
}
for (const { end } of Object.values(ways)) end();
const start = { outside: await first(['*']), tried: await first([]) };
console.log(start);
report('sandbox', { results, start });
