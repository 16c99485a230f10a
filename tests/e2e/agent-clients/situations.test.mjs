// The situations of tests/fixtures/answers.txt as a real agent's model reads them: what Claude Code hands on is the text, to
// the letter. Left to the golden test is what depends on how a client asks the person or looks at arguments itself, several calls
// at once, and the name of an execution that no text tells.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { observe, recorded } from '../agents/answers.mjs';
import { run } from './support.mjs';
import { scriptedModel } from './scripted_models.mjs';

const own = (text) => text.replace(/^<tool_use_error>|<\/tool_use_error>$/g, '').replace(/^Error: |^MCP error (?=-)/, '');

/** Claude Code in the place of a client: calls go through its model, answers are what the model was handed. */
class Agent {
  static async started(args, { cwd, env }) {
    const agent = new Agent();
    agent.calls = [];
    agent.early = 0;
    agent.wanted = [];
    agent.model = await scriptedModel('anthropic', (at, results) => agent.nextCall(at, results));
    const config = join(env.HOME, 'servers.json');
    writeFileSync(config, JSON.stringify({ mcpServers: { termhost: { command: 'termhost', args, env } } }));
    const settings = { ANTHROPIC_BASE_URL: agent.model.url, ANTHROPIC_API_KEY: 'none', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
    const options = ['--mcp-config', config, '--strict-mcp-config', '--allowedTools', 'mcp__termhost', '--disallowedTools', 'Bash'];
    agent.ended = run(cwd, { ...settings, HOME: env.HOME }, 'claude', '-p', 'go', ...options);
    return agent;
  }

  async nextCall(at, results) {
    const early = results.at(-1)?.includes('No such tool available'); // it does not wait for its servers for long
    if (early) await pause(500);
    this.early += early ? 1 : 0;
    const next = at - this.early;
    if (next > 0 && !early) this.calls[next - 1].answered({ result: { content: [{ text: own(results[at - 1]) }] } });
    return next < this.calls.length ? this.calls[next] : new Promise((resolve) => this.wanted.push(resolve));
  }

  request(id, method, { name, arguments: given }) {
    const call = { name, arguments: given };
    call.answer = new Promise((resolve) => (call.answered = resolve));
    this.calls.push(call);
    this.wanted.shift()?.(call);
  }

  answer() {
    return this.calls.at(-1).answer;
  }

  async end() {
    this.wanted.shift()?.(undefined);
    await this.ended;
    this.model.close();
  }
}

const asText = ({ expected }) => expected.filter((one) => one.startsWith('  ')).map((one) => one.replace(/^ {2}error /, '  '));
const clients = /^ {2}((Not (run|done)|Note): .*(cannot ask the user|cannot read it)|arguments[.:])/;

function readable({ setup, steps }) {
  let told = '';
  const one = (step) => {
    const fits = !step.line.startsWith('>> ') && !asText(step).some((text) => clients.test(text));
    const known = (step.line.match(/\bE\d+\b/g) ?? []).every((name) => told.includes(name));
    told += asText(step).join('\n');
    return fits && known;
  };
  return !setup.person && steps.every(one);
}

/** The text alone, with the executions counted as it names them. */
function texts({ steps }) {
  const names = new Map();
  const renamed = (text) => text.replace(/\bE\d+\b/g, (name) => names.get(name) ?? names.set(name, `E${names.size + 1}`).get(name));
  return renamed(steps.flatMap((step) => [step.line, ...asText(step)]).join('\n'));
}

for (const situation of recorded().filter(readable)) {
  if (process.env.ONLY && !situation.title.includes(process.env.ONLY)) continue;
  test(situation.title, { timeout: 100_000 }, async () => {
    const seen = await observe(situation, Agent.started);
    assert.equal(texts(seen), texts(situation));
  });
}
