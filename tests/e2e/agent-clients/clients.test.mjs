// Each agent is configured as docs/agents.md says, and says itself whether it is connected. None needs an account for
// that. Codex can only show that it has understood its configuration.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const { TERMHOST: binary, CLIENT_PACKAGES: packages, DOCS: docs } = process.env;
const page = readFileSync(join(docs, 'agents.md'), 'utf8');

/** A home in which the agent finds `termhost` in PATH, and our policy where the page says it is. */
function home(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'termhost-client-'));
  for (const [name, text] of Object.entries({ '.config/termhost/policy.json': '{"allowedCommands": ["ls"]}', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function run(folder, program, ...args) {
  const { stdout, stderr } = await promisify(execFile)(join(packages, 'node_modules/.bin', program), args, {
    cwd: folder,
    timeout: 120_000,
    env: { PATH: `${dirname(binary)}:${join(packages, 'node_modules/.bin')}:${process.env.PATH}`, HOME: folder, TERM: 'dumb' },
  });
  return stdout + stderr;
}

/** The code block behind the heading of `client`. */
function block(client) {
  const found = new RegExp(`\\n#+ ${client}\\n[^]*?\\n\`\`\`\\w*\\n([^]*?)\`\`\``).exec(page);
  assert.ok(found, `docs/agents.md has a block for ${client}`);
  return found[1];
}

/** A command line of the page, by its words; `~` as a shell would read it. */
const words = (line, folder) => line.trim().split(/\s+/).map((word) => word.replace(/^~/, folder));

test('Claude Code', async () => {
  const folder = home();
  const [program, ...args] = words(block('Claude Code'), folder);
  await run(folder, program, ...args);
  assert.match(await run(folder, 'claude', 'mcp', 'list'), /termhost.*Connected/);
});

test('Gemini CLI', async () => {
  const folder = home();
  const settings = { ...JSON.parse(block('Gemini CLI').replaceAll('/home/me', folder)), security: { folderTrust: { enabled: false } } };
  mkdirSync(join(folder, '.gemini'));
  writeFileSync(join(folder, '.gemini/settings.json'), JSON.stringify(settings));
  assert.match(await run(folder, 'gemini', 'mcp', 'list'), /termhost.*Connected/);
});

test('Codex', async () => {
  const folder = home();
  mkdirSync(join(folder, '.codex'));
  writeFileSync(join(folder, '.codex/config.toml'), block('Codex').replaceAll('/home/me', folder));
  assert.match(await run(folder, 'codex', 'mcp', 'list'), /termhost\s.*mcp.*enabled/);
});
