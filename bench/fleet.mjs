// Many agents on one machine: sessions of `termhost mcp` in one tree, each of which runs a command in turn. Measures start, memory and
// descriptors of a session, the time of a command while all work, and the processes that are left in the end.
// Writes build/bench/fleet.json.
// usage: node bench/fleet.mjs [SESSIONS] [SECONDS] [PAUSE-MS]     (build the release preset first: scripts/build release)
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { report, termhost, workFolder } from './measure.mjs';

const [sessions, seconds, pause] = [[2, 100], [3, 60], [4, 1000]].map(([at, usual]) => Number(process.argv[at] ?? usual));
const home = workFolder();
const env = { PATH: '/usr/bin:/bin', HOME: home, SHELL: '/bin/bash', XDG_RUNTIME_DIR: join(home, 'run'), LC_ALL: 'C.UTF-8' };
mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 });

class Session {
  answers = new Map();
  last = 0;

  constructor(number) {
    this.folder = join(home, `w${number}`);
    mkdirSync(this.folder);
    this.child = spawn(termhost, ['mcp'], { cwd: this.folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      this.answers.get(message.id)?.(message);
      this.answers.delete(message.id);
    });
  }

  say(message) {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  ask(method, params) {
    const id = ++this.last;
    this.say({ id, method, params });
    return new Promise((resolve) => this.answers.set(id, resolve));
  }

  async begin() {
    const clientInfo = { name: 'fleet', version: '1' };
    await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.say({ method: 'notifications/initialized' });
  }

  async run(command) {
    const { result } = await this.ask('tools/call', { name: 'execute_command', arguments: { command } });
    return result.content[0].text;
  }
}

/** All processes below this one, by their parents. */
function tree() {
  const children = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/);
      const parent = Number(rest.split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(pid)]);
    } catch {} // it has ended
  }
  const all = [];
  for (const wanted = [process.pid]; wanted.length > 0;) {
    const below = children.get(wanted.pop()) ?? [];
    all.push(...below);
    wanted.push(...below);
  }
  return all;
}

/** Memory in MB that the processes do not share with others (PSS), and their open descriptors. */
function cost(pids) {
  let memory = 0, descriptors = 0;
  for (const pid of pids) {
    try {
      memory += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) * 1024 / 1e6;
      descriptors += readdirSync(`/proc/${pid}/fd`).filter((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)).length;
    } catch {} // it has ended
  }
  return { memory, descriptors, processes: pids.length };
}

const per_session = (now, before) => Object.fromEntries(Object.keys(now).map((key) => [key, (now[key] - before[key]) / sessions]));
const part = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const nothing = cost(tree());
const began = performance.now();
const fleet = [];
for (let number = 0; number < sessions; number++) {
  fleet.push(new Session(number));
  await fleet.at(-1).begin();
}
const start = (performance.now() - began) / sessions;
const idle = per_session(cost(tree()), nothing);
for (const session of fleet) await session.run('pwd');
const with_shell = per_session(cost(tree()), nothing);

const times = [], wrong = [];
const until = performance.now() + seconds * 1000;
const work = async (session, number) => {
  await wait(pause * Math.random());
  for (let turn = 0; performance.now() < until; turn++) {
    const asked = performance.now();
    const text = await session.run(`echo ${number}-${turn}; pwd`);
    times.push(performance.now() - asked);
    if (text !== `Exit code: 0\nOutput:\n${number}-${turn}\n${session.folder}`) wrong.push(text);
    await wait(Math.max(0, pause - (performance.now() - asked)));
  }
};
const worked = performance.now();
await Promise.all(fleet.map(work));
const rate = times.length / ((performance.now() - worked) / 1000);
const after = per_session(cost(tree()), nothing);

for (const session of fleet) session.child.stdin.end();
await Promise.all(fleet.map((session) => session.ended));
await wait(1000);
const left = tree().length;

times.sort((a, b) => a - b);
const figures = {
  sessions, seconds, pause, commands: times.length, rate, start, idle, with_shell, after,
  median: part(times, 0.5), most: part(times, 0.99), wrong: wrong.length, left,
};
report('fleet', figures);
console.log(figures);
if (wrong.length > 0) console.log(wrong.slice(0, 3));
process.exit(wrong.length > 0 || left > 0 ? 1 : 0);
