// `termhost exec` is held to the settings of the person and of the folder that its command runs in.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const policy = { allowedCommands: ['*'] };

/** `exec` of `line` in a workspace, from the folder above it. */
function exec({ person = {}, workspace = {}, options = [], env = {} }, line) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'termhost-exec-')));
  const folder = join(home, 'workspace');
  const put = (path, content) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), JSON.stringify(content));
  };
  put('config/termhost/settings.json', { trustedWorkspaces: [folder], ...person });
  put('workspace/.termhost/settings.json', workspace);
  put('policy.json', policy);
  const run = spawnSync(process.env.TERMHOST, ['exec', '--shell', 'bash', '--cwd', 'workspace', ...options, '--', line], {
    cwd: home, encoding: 'utf8', timeout: 60_000,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state'), ...env },
  });
  rmSync(home, { recursive: true });
  return run;
}

test('what the workspace denies is denied, also where exec was started elsewhere', () => {
  const run = exec({ workspace: { deniedCommands: ['uname'] }, options: ['--policy', 'policy.json'] }, 'uname');
  assert.equal(run.status, 126);
  assert.match(run.stdout, /a rule denies it/);
});

test('what it hides is hidden, and how long it lets commands run holds', () => {
  const env = { MY_TOKEN: 'Zq8kLm3xPw7vRt2y' };
  const workspace = { hideSecrets: true, commandExecutionTimeout: 1 };
  const run = exec({ person: { hideSecrets: false }, workspace, env }, 'echo $MY_TOKEN; sleep 60');
  assert.equal(run.status, 124);
  assert.match(run.stdout, /\[secret MY_TOKEN hidden\]/);
});

const level = 'echo "level: ${TERMHOST_SANDBOX:-none}"';
for (const [why, how, said] of [
  ['no sandbox, where nobody asks for one', {}, /level: none/],
  ["the person's sandbox", { person: { sandbox: { level: 'workspace' } } }, /level: workspace/],
  ['none, where an option says so', { person: { sandbox: { level: 'workspace' } }, options: ['--sandbox', 'off'] }, /level: none/],
  ["the workspace's, which no option widens", { workspace: { sandbox: { level: 'readOnly' } }, options: ['--sandbox', 'off'] }, /level: readOnly/],
])
  test(`it runs in ${why}`, () => assert.match(exec(how, level).stdout, said));

test('there is no screen of a command that has ended: its result is told', () => {
  assert.match(exec({ options: ['--screen', '--until-pattern', 'never'] }, 'echo printed').stdout, /Exit code: 0\nOutput:\nprinted/);
});

test('a command that has just ended is not said to wait for input', () => {
  for (const seconds of [0.1, 0.5]) {
    const run = exec({ options: ['--until-quiet', `${seconds}`] }, `echo printed; sleep ${seconds}`);
    assert.doesNotMatch(run.stdout, /waits for/);
  }
});
