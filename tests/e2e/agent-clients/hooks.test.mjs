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
    name: 'gemini',
    protocol: 'gemini',
    tool: 'run_shell_command',
    asks: false, // told to ask, it waits for ever where nobody can answer
    listed: ['mcp', 'list'],
    files: () => ({ '.gemini/settings.json': JSON.stringify(gemini) }),
    start: (folder, url) => run(folder, { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' }, 'gemini', '--yolo', '-p', 'go'),
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

for (const { name, protocol, tool, field = 'command', asks, listed, files, start } of agents) {
  test(`${name} is set up and asks the policy`, { timeout: 400_000 }, async () => {
    const calls = commands.map((command) => ({ tool, arguments: { [field]: command, description: 'x' } }));
    const model = await scriptedModel(protocol, (at) => calls[at]);
    try {
      const before = files?.(model.url) ?? {};
      const folder = home({ ...before, '.config/termhost/policy.json': JSON.stringify(policy) });
      await termhost(folder, 'setup', name);
      assert.match(await run(folder, {}, name, ...listed), /termhost/);
      const said = await start(folder, model.url);
      const told = `${said}\n${JSON.stringify(model.seen.results, null, 1)}\n${JSON.stringify(model.seen.tools.map((one) => one.name))}`;
      assert.equal(model.seen.results.length, calls.length, told);
      assert.match(model.seen.results[1], denial, told);
      assert.ok(existsSync(join(folder, 'made')), told);
      assert.equal(existsSync(join(folder, 'asked')), !asks, told);
      assert.match(model.seen.results[3], /hello/);

      await termhost(folder, 'setup', name, '--through-exec');
      const again = await start(folder, model.url);
      if (name !== 'codex') assert.match(model.seen.results[3], /Exit code: 0\nOutput:\nhello/, again);
      await termhost(folder, 'setup', name, '--remove');
      for (const [file, text] of Object.entries(before)) assert.equal(readFileSync(join(folder, file), 'utf8'), text);
    } finally {
      model.close();
    }
  });
}
