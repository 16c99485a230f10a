// `termhost setup --remove` leaves the settings of an agent as they were before `termhost setup`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { binary, environment, scratch } from './support.mjs';

const beginnings = { 'no file': undefined, 'an empty file': '', 'an empty object': '{}', 'an empty object in a line': '{}\n', 'an object of blanks': '{\n}\n', 'other settings': '{"mine": 1}\n' };
const files = { cursor: '.cursor/mcp.json', codex: '.codex/config.toml' };

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

function setup(home, ...args) {
  const { HOME, PATH } = environment({ HOME: home });
  const { status, stdout, stderr } = spawnSync(binary, ['setup', ...args], { env: { HOME, PATH }, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
}

const stateOf = (home, agent) => JSON.parse(setup(home, '--list', '--json')).agents.find(({ name }) => name === agent).state;

for (const [agent, name] of Object.entries(files))
  for (const [what, text] of Object.entries(beginnings)) {
    if (agent === 'codex' && text?.startsWith('{')) continue;
    test(`${agent}: ${what} is there again`, () => {
      const home = scratch(), file = join(home, name);
      mkdirSync(dirname(file), { recursive: true });
      if (text !== undefined) writeFileSync(file, text);
      for (const round of [1, 2]) {
        setup(home, agent);
        assert.match(textOf(file), /termhost/, `round ${round}`);
        setup(home, agent, '--attach');
        setup(home, agent, '--remove');
        assert.equal(textOf(file), text, `round ${round}`);
      }
    });
  }

test('a file that nobody remembers stays, without the entry', () => {
  const home = scratch(), file = join(home, files.cursor);
  setup(home, 'cursor');
  writeFileSync(join(home, '.local/state/termhost/setup.json'), '');
  setup(home, 'cursor', '--remove');
  assert.deepEqual(JSON.parse(textOf(file)), {});
});

test('the list names the state of an agent; an entry of the user counts as none', () => {
  const home = scratch(), file = join(home, '.cline/data/settings/cline_mcp_settings.json');
  assert.equal(stateOf(home, 'cline'), 'not found');
  mkdirSync(dirname(file), { recursive: true });
  assert.equal(stateOf(home, 'cline'), 'found');
  for (const [args, state] of [[[], 'connected'], [['--attach'], 'attached'], [['--remove'], 'found']]) {
    setup(home, 'cline', ...args);
    assert.equal(stateOf(home, 'cline'), state);
  }
  writeFileSync(file, '{"mcpServers": {"termhost": {"command": "/mine/wrapper", "args": ["mcp"]}}}');
  assert.equal(stateOf(home, 'cline'), 'found');
});

test('an entry whose program is gone is said to be, and another program takes its place', () => {
  const home = scratch(), file = join(home, '.cline/data/settings/cline_mcp_settings.json'), old = join(home, 'old/termhost');
  mkdirSync(dirname(old));
  symlinkSync(binary, old);
  setup(home, 'cline', '--attach', '--program', old);
  assert.equal(stateOf(home, 'cline'), 'attached');
  rmSync(old);
  assert.equal(stateOf(home, 'cline'), 'gone');
  assert.match(setup(home, '--list'), /cline +connected, but its program is gone/);
  setup(home, 'cline', '--attach', '--program', binary);
  assert.equal(stateOf(home, 'cline'), 'attached');
  assert.equal(JSON.parse(textOf(file)).mcpServers.termhost.command, binary);
});
