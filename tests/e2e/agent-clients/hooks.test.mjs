// Agents with a shell of their own, set up by `termhost setup`: they know the server, and their shell asks the policy.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { home, run, termhost } from './support.mjs';
import { scriptedModel } from './scripted_models.mjs';

const policy = { allowedCommands: ['touch made', 'echo'], deniedCommands: [{ prefix: 'rm', reason: 'it may be wanted' }] };
const commands = ['touch made', 'rm made', 'touch asked', 'echo hello'];
const denial = /termhost: `rm made`: a rule denies it: it may be wanted/;

const gemini = { ui: { theme: 'dark' }, security: { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } } };

const agents = [
  {
    name: 'claude',
    protocol: 'anthropic',
    tool: 'Bash',
    asks: true,
    listed: ['mcp', 'list'],
    start: (folder, url) => run(folder, { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' }, 'claude', '-p', 'go'),
  },
  {
    name: 'gemini', // only set up: with a shell of its own it was not seen to get to its first turn here
    listed: ['mcp', 'list'],
    files: () => ({ '.gemini/settings.json': JSON.stringify(gemini) }),
  },
  {
    name: 'codex',
    protocol: 'openai',
    tool: 'exec_command',
    field: 'cmd',
    asks: false, // it cannot be asked by a hook
    listed: ['mcp', 'list'],
    files: (url) => ({ '.codex/config.toml': `# mine\nmodel = "scripted"\nmodel_provider = "scripted"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nwire_api = "responses"\n` }),
    start: (folder) => run(folder, {}, 'codex', 'exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', 'go'),
  },
];

for (const { name, protocol, tool, field = 'command', asks, start } of agents.filter((agent) => agent.start)) {
  test(`the shell of ${name} asks the policy`, { timeout: 120_000 }, async () => {
    const calls = commands.map((command) => ({ tool, arguments: { [field]: command, description: 'x' } }));
    const model = await scriptedModel(protocol, (at) => calls[at]);
    try {
      const folder = home({ ...agents.find((agent) => agent.name === name).files?.(model.url), '.config/termhost/policy.json': JSON.stringify(policy) });
      await termhost(folder, 'setup', name);
      const said = await start(folder, model.url);
      const told = `${said}\n${JSON.stringify(model.seen.results, null, 1)}\n${JSON.stringify(model.seen.tools.map((one) => one.name))}`;
      assert.equal(model.seen.results.length, calls.length, told);
      assert.match(model.seen.results[1], denial, told);
      assert.ok(existsSync(join(folder, 'made')), told);
      assert.equal(existsSync(join(folder, 'asked')), !asks, told);
      assert.match(model.seen.results[3], /hello/, told);
      if (!asks) return; // nor does it take a changed command
      await termhost(folder, 'setup', name, '--through-exec');
      const again = await start(folder, model.url);
      assert.match(model.seen.results[3], /Exit code: 0\nOutput:\nhello/, again);
    } finally {
      model.close();
    }
  });
}

for (const { name, listed, files } of agents) {
  test(`${name} is set up, and as it was after --remove`, { timeout: 120_000 }, async () => {
    const before = files?.('http://localhost') ?? {};
    const folder = home(before);
    await termhost(folder, 'setup', name);
    assert.match(await run(folder, {}, name, ...listed), /termhost/);
    await termhost(folder, 'setup', name, '--remove');
    assert.doesNotMatch(await run(folder, {}, name, ...listed), /termhost: |termhost +termhost/);
    for (const [file, text] of Object.entries(before)) assert.equal(readFileSync(join(folder, file), 'utf8'), text);
  });
}
