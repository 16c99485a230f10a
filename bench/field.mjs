// Plays the situations of situations.mjs as an agent would, each with a `termhost mcp` of its own: what its answers cost in tokens, in how
// many calls it has what matters, and what the same costs raw where it ends by itself.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from './client.mjs';
import { workFolder } from './measure.mjs';
import { situations } from './situations.mjs';

const goesOn = ['running', 'waiting_for_input', 'waiting'];
const longestWait = 60;  // polls

function prepared({ files = {}, setup }) {
  const folder = workFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  if (setup) execFileSync('bash', ['-c', setup], { cwd: folder, stdio: 'ignore', env: { ...process.env, HOME: folder } });
  return folder;
}

class Agent {
  constructor(folder) {
    const policy = join(workFolder(), 'policy.json');
    writeFileSync(policy, '{"allowedCommands": ["*"]}');
    this.client = new Client(folder, 'mcp', '--policy', policy, '--storage', workFolder());
    this.texts = [];
  }

  async begin() {
    await this.client.request('first', 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
    this.client.send({ method: 'notifications/initialized' });
    return this;
  }

  async call(name, given) {
    const answer = await this.client.request(`call ${this.texts.length}`, 'tools/call', { name, arguments: given });
    if (answer.error) throw new Error(`${name}: ${answer.error.message}`);
    this.texts.push(answer.result.content.map(({ text }) => text).join('\n'));
    this.last = answer.result.structuredContent ?? {};
    this.running = goesOn.includes(this.last.status) ? this.last.executionId : undefined;
    this.artifact = this.last.output?.artifactId ?? this.artifact;
  }

  async step({ input, keys, stop, read, run }) {
    if (run) return this.call('execute_command', { command: run });
    if (read) return this.artifact && this.call('read_command_output', { artifact_id: this.artifact, ...read });
    if (stop) return this.call('stop_command', { execution_id: this.running });
    return this.call('send_input', { execution_id: this.running, ...(input ? { text: input } : { keys }) });
  }

  async untilEnd() {
    for (let polls = 0; this.running && polls < longestWait; polls++) await this.call('wait_for_command', { execution_id: this.running });
  }

  end() {
    this.client.child.stdin.end();
  }
}

async function played(situation, countTokens) {
  const agent = await new Agent(prepared(situation)).begin();
  await agent.call('execute_command', { command: situation.command, ...situation.more });
  for (const step of situation.then ?? []) {
    if (step.run || step.read) await agent.untilEnd();
    const told = step.read && agent.texts.some((text) => text.includes(situation.matters));
    if (!told) await agent.step(step);
  }
  await agent.untilEnd();
  agent.end();
  const exit = agent.last.exitCode ?? null;
  return {
    name: situation.name,
    tokens: agent.texts.reduce((sum, text) => sum + countTokens(text), 0),
    calls: agent.texts.length,
    kept: agent.texts.some((text) => text.includes(situation.matters)),
    ended: situation.exit === null || exit === situation.exit || agent.texts.some((text) => text.includes(`Exit code: ${situation.exit}`)),
    raw: rawTokens(situation, countTokens),
    ...(process.env.SHOW ? { texts: agent.texts } : {}),
  };
}

/** Of one that asks nothing and ends by itself; else null. */
function rawTokens(situation, countTokens) {
  if (situation.more || (situation.then ?? []).some((step) => !step.read)) return null;
  const folder = prepared(situation);
  const { stdout, stderr } = spawnSync('bash', ['-c', situation.command], { cwd: folder, env: { ...process.env, HOME: folder }, encoding: 'utf8', input: '' });
  return countTokens(stdout + stderr);
}

export async function playField(countTokens, only) {
  const results = [];
  for (const situation of situations.filter(({ name }) => !only || name.includes(only))) results.push(await played(situation, countTokens));
  return results;
}

/** What a table says of them. */
export function summed(results) {
  const sum = (of) => results.reduce((total, one) => total + of(one), 0);
  const alone = results.filter(({ raw }) => raw !== null);
  return {
    situations: results.length, kept: sum(({ kept }) => Number(kept)), ended: sum(({ ended }) => Number(ended)),
    tokens: sum(({ tokens }) => tokens), calls: sum(({ calls }) => calls),
    alone: alone.length, rawTokens: alone.reduce((total, { raw }) => total + raw, 0), aloneTokens: alone.reduce((total, { tokens }) => total + tokens, 0),
  };
}
