// What the agents' models get of our answers: the text, to the letter, and no structure in its place. Their own shells are
// switched off as docs/agents.md says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configured, run } from './support.mjs';
import { scriptedModel } from './scripted_models.mjs';

const calls = [
  { name: 'execute_command', arguments: { command: 'echo hello' } },
  { name: 'execute_command', arguments: { command: 'cd /usr' } },
  { name: 'execute_command', arguments: { command: 'pwd' } },
  { name: 'execute_command', arguments: { command: 'cat', timeout: 1 } },
  { name: 'execute_command', arguments: { command: 'git push' } },
  { name: 'execute_command', arguments: { command: 'echo "abc' } },
  { name: 'execute_command', arguments: { cmd: 'ls' } },
];
const answers = [
  /^Exit code: 0\nOutput:\nhello$/,
  /^Exit code: 0\nOutput: \(none\)$/,
  /^Exit code: 0, in '\/usr'\nOutput:\n\/usr$/,
  /^Still running after [\d.]+ s, in '\/usr'\. `\w+` is waiting for a \w+( of input)?\. Execution ID: \d+ \(wait_for_command/,
  /^Not run: `git push`: it runs in \/usr, which is outside of the workspace, and no rule allows it/,
  /^Exit code: 2[^]*unexpected EOF while looking for matching `"/,
  /did you mean `command`\?|must have required property 'command'/, // Gemini CLI looks at the arguments itself
];
const policy = { allowedCommands: ['echo', 'cd', 'pwd', 'cat'] };

/** Wrapped in what the client itself says. */
const own = {
  'Claude Code': (text) => text.replace(/^<tool_use_error>|<\/tool_use_error>$/g, ''),
  Codex: (text) => text.replace(/^Wall time: [\d.]+ seconds\nOutput:\n?/, ''),
  'Gemini CLI': (text) => (text.startsWith('MCP tool') ? JSON.parse(/"text":("(?:[^"\\]|\\.)*")/.exec(text)[1]) : text).replace(/^<untrusted_context>\n|\n<\/untrusted_context>$/g, ''),
};

const agents = [
  {
    name: 'Claude Code',
    protocol: 'anthropic',
    start: (folder, url) => run(folder, { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' }, 'claude', '-p', 'go', '--allowedTools', 'mcp__termhost', '--disallowedTools', 'Bash'),
  },
  {
    name: 'Codex',
    protocol: 'openai',
    settings: (url) => `model = "scripted"\nmodel_provider = "scripted"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nwire_api = "responses"\n[features]\nshell_tool = false\n`,
    start: (folder) => run(folder, {}, 'codex', 'exec', '--skip-git-repo-check', 'go'),
  },
  {
    name: 'Gemini CLI',
    protocol: 'gemini',
    start: (folder, url) => run(folder, { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' }, 'gemini', '--yolo', '-p', 'go'),
  },
];

for (const { name, protocol, settings, start } of agents) {
  test(`${name} hands its model the text`, { timeout: 300_000 }, async () => {
    const model = await scriptedModel(protocol, (at) => calls[at]);
    try {
      const folder = await configured(name, { policy, settings: settings?.(model.url) });
      const said = await start(folder, model.url);
      assert.equal(model.seen.results.length, calls.length, `${said}\n${model.seen.requests.join('\n')}\n${JSON.stringify(model.seen.tools.map((tool) => tool.name))}`);
      const names = model.seen.tools.flatMap(({ name, tools }) => tools?.map((tool) => tool.name) ?? [name]);
      assert.ok(!names.some((one) => ['Bash', 'shell', 'shell_command', 'exec_command', 'local_shell', 'run_shell_command'].includes(one)), names.join(' '));
      for (const [at, answer] of answers.entries()) assert.match(own[name](model.seen.results[at]), answer);
    } finally {
      model.close();
    }
  });
}
