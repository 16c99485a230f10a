// Agents that people use, configured as docs/agents.md says, each in a home of its own.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const { TERMHOST: binary, CLIENT_PACKAGES: packages, DOCS: docs } = process.env;
const page = readFileSync(join(docs, 'agents.md'), 'utf8');

function write(folder, name, text) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** Runs a program of the packages, with `termhost` in PATH; what it said on stdout and stderr. */
export async function run(folder, env, program, ...args) {
  const started = promisify(execFile)(join(packages, 'node_modules/.bin', program), args, {
    cwd: folder,
    timeout: 240_000,
    env: { PATH: `${dirname(binary)}:${join(packages, 'node_modules/.bin')}:${process.env.PATH}`, HOME: folder, TERM: 'dumb', SHELL: '/bin/bash', ...env },
  });
  started.child.stdin.end();
  const { stdout, stderr } = await started.catch((failed) => failed);
  return `${stdout}${stderr}`;
}

/** The code block behind the heading of `client`. */
function block(client) {
  const found = new RegExp(`\\n#+ ${client}\\n[^]*?\\n\`\`\`\\w*\\n([^]*?)\`\`\``).exec(page);
  assert.ok(found, `docs/agents.md has a block for ${client}`);
  return found[1];
}

/** A command line of the page, by its words; `~` as a shell would read it. */
const words = (line, folder) => line.trim().split(/\s+/).map((word) => word.replace(/^~/, folder));

const configure = {
  'Claude Code': (folder) => run(folder, {}, ...words(block('Claude Code'), folder)),
  'Gemini CLI': (folder) => {
    const settings = { ...JSON.parse(block('Gemini CLI').replaceAll('/home/me', folder)), security: { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } }, tools: { exclude: ['run_shell_command'] } };
    write(folder, '.gemini/settings.json', JSON.stringify(settings));
  },
  Codex: (folder, settings = '') => write(folder, '.codex/config.toml', settings + block('Codex').replaceAll('/home/me', folder)),
};

/** A new home with these files. */
export function home(files) {
  const folder = mkdtempSync(join(tmpdir(), 'termhost-client-'));
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  return folder;
}

/** Runs termhost itself there; what it said. */
export const termhost = async (folder, ...args) => (await promisify(execFile)(binary, args, { env: { PATH: `${dirname(binary)}:${process.env.PATH}`, HOME: folder } })).stdout;

/** A home in which `client` finds its configuration of the page, and our policy where the page says it is. */
export async function configured(client, { policy = { allowedCommands: ['ls'] }, settings } = {}) {
  const folder = home({ '.config/termhost/policy.json': JSON.stringify(policy) });
  await configure[client](folder, settings);
  return folder;
}
