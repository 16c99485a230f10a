// A sandbox from the setting to the result: in this machine's own way, and as in a container, where no namespaces can be made.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { test } from 'node:test';
import { Session } from './client.mjs';

const container = ['/usr/bin/python3', fileURLToPath(new URL('../../sandbox/no_namespaces.py', import.meta.url))];

/** A home and a project in it, and a session there that keeps what it is asked. */
async function withSession(setting, body, options = {}) {
  const home = mkdtempSync('/var/tmp/termhost-sandbox-'); // not in the temporary folder, which may be written
  const project = path.join(home, 'project');
  mkdirSync(path.join(home, '.ssh'));
  mkdirSync(project);
  writeFileSync(path.join(home, '.ssh/id_rsa'), 'SECRET-7f3a\n');
  writeFileSync(path.join(project, '.env'), 'SECRET-7f3a\n');
  const session = new Session({ cwd: project, ...options, env: { HOME: home, SHELL: '/bin/bash', XDG_RUNTIME_DIR: '', XDG_STATE_HOME: `${home}/state` } });
  session.questions = [];
  session.connection.onRequest('approval/request', (question) => {
    session.questions.push(question);
    return { decision: 'approve' };
  });
  await session.request('initialize', {
    processId: process.pid,
    capabilities: { approval: true },
    workspaceFolders: [{ uri: `file://${project}`, name: 'project' }],
    initializationOptions: setting ? { settings: { sandbox: setting } } : {},
  });
  session.notify('initialized', {});
  try {
    await body(session, project, home);
  } finally {
    await session.kill();
    rmSync(home, { recursive: true, force: true });
  }
}

test('serve --sandbox: a command runs inside without a question, and what was refused is said', () =>
  withSession(undefined, async (session, project, home) => {
    const result = await session.execute('echo x >made; echo x >../outside; ls / >/dev/null; cat ~/.ssh/id_rsa');
    assert.deepEqual(session.questions, []);
    assert.equal(result.sandbox.level, 'workspace');
    assert.deepEqual(result.sandbox.refused, [{ access: 'write', target: `${home}/outside` }]);
    assert.ok(existsSync(`${project}/made`) && !existsSync(`${home}/outside`));
    assert.doesNotMatch(result.text, /SECRET|cannot open directory/);
    const read = await session.execute('cat .env');
    assert.match(read.text, /probably refused to read '.*\/project\/\.env'/);
  }, { args: ['--sandbox', 'workspace'] }));

test('as in a container: the same, with gaps that are asked about and said', () =>
  withSession({ level: 'workspace' }, async (session, project, home) => {
    const result = await session.execute('echo x >made; echo x >../outside; cat ~/.ssh/id_rsa; ls / >/dev/null');
    assert.equal(session.questions.length, 1);
    assert.match(session.questions[0].place, /^in the sandbox \(workspace, network none\), which does not cover .*\.git\/config/);
    assert.doesNotMatch(result.sandbox.enforcedBy.join(), /namespaces/);
    assert.match(result.sandbox.gaps.join(), /names of hidden files/);
    assert.deepEqual(result.sandbox.refused, [{ access: 'write', target: `${home}/outside` }]);
    assert.ok(existsSync(`${project}/made`) && !existsSync(`${home}/outside`));
    assert.doesNotMatch(result.text, /SECRET|cannot open directory/);
    assert.equal((await session.execute('ls made')).exitCode, 0);
    assert.equal(session.questions.length, 1, 'what only reads is not asked about');
  }, { via: container }));

test('as in a container: askInside false accepts the gaps', () =>
  withSession({ level: 'workspace', askInside: false }, async (session) => {
    const result = await session.execute('touch made');
    assert.deepEqual(session.questions, []);
    assert.equal(result.sandbox.level, 'workspace');
    assert.match(result.text, /on this machine the sandbox does not cover/);
  }, { via: container }));

test('as in a container: a network of its own is no sandbox, and the question says so', () =>
  withSession({ level: 'workspace', network: 'loopback', askInside: false }, async (session) => {
    await session.execute('touch made');
    assert.match(session.questions[0].place, /^without a sandbox: .*namespaces.*a network of the terminal's own needs them/);
  }, { via: container }));

test('a sandbox is named as a whole', () =>
  withSession({ level: 'workspace', network: 'all', askInside: true }, async (session) => {
    const change = (sandbox) => session.notify('workspace/didChangeConfiguration', { settings: { sandbox } });
    await session.execute('touch one');
    assert.match(session.questions[0].place, /network all/);
    await change({ level: 'workspace' });
    assert.equal((await session.execute('touch two')).sandbox.network, 'none');
    assert.equal(session.questions.length, 1, 'askInside is not what it was');
    await change({ level: 'workspace', network: 'al' });
    assert.equal((await session.execute('touch three')).sandbox.network, 'none');
    assert.equal(session.questions.length, 2, 'what can not be read is asked about');
    await change(null);
    assert.equal((await session.execute('ls one')).sandbox.level, 'trial', 'the default');
  }));

for (const via of [[], container])
  test(`what ends a command ends what is confined${via.length ? ', as in a container' : ''}`, () =>
    withSession({ level: 'workspace', askInside: false }, async (session, project) => {
      const lives = (seconds) => new Promise((resolve) => spawn('pgrep', ['-f', `sleep ${seconds}`]).on('exit', (code) => resolve(code === 0)));
      const stray = '(setsid sleep 987.701 & echo $! >pid); sleep 987.702';
      const running = session.execute(stray, { timeout: 1 });
      assert.equal((await running).status, 'running');
      const stopped = await session.tool('stop_command', { execution_id: (await running).executionId });
      assert.equal(stopped.status, 'stopped');
      assert.equal(await lives('987.702'), false);
      await session.kill();
      for (let i = 0; i < 50 && existsSync(`/proc/${readFileSync(`${project}/pid`, 'utf8').trim()}`); i++) await new Promise((wake) => setTimeout(wake, 100));
      assert.equal(await lives('987.701'), false, 'after SIGKILL of termhost');
    }, via.length ? { via } : {}));

/** Sets NAME to 1 for later programs, writes a file, and shows NAME and the umask, in each shell's words. */
const WORDS = {
  bash: { set: 'export NAME=1', show: 'echo "[$NAME]"; umask', mask: '0022', strict: '0077' },
  zsh: { set: 'export NAME=1', show: 'echo "[$NAME]"; umask', mask: '022', strict: '077' },
  fish: { set: 'set -gx NAME 1', show: 'echo "[$NAME]"; umask', mask: '0022', strict: '0077' },
  dash: { set: 'export NAME=1', show: 'echo "[$NAME]"; umask', mask: '0022', strict: '0077' },
  ksh: { set: 'export NAME=1', show: 'echo "[$NAME]"; umask', mask: '0022', strict: '0077' },
  mksh: { set: 'export NAME=1', show: 'echo "[$NAME]"; umask', mask: '022', strict: '077' },
};

for (const [shell, words] of Object.entries(WORDS)) {
  test(`trials in ${shell}: variables and umask outlive the copy, a secret does not`, () =>
    withSession({ level: 'auto' }, async (session) => {
      const run = async (command) => (await session.execute(command, { shell })).text;
      const first = await run(`${words.set}; umask 077; echo x >new`);
      assert.match(first, /throw-away copy.*made 'new'/);
      assert.match(await run(words.show), new RegExp(`\\[1\\]\\n${words.strict}`));
      await run(`${words.set.replace('NAME', 'API_TOKEN')}; echo y >new`);
      assert.match(await run('env | grep -c API_TOKEN'), /^0$/m);
      assert.match(await run(words.show), /\[1\]/);
      // names that a script which writes the state may use itself
      await run(`${words.set.replace('NAME', 'name')}; ${words.set.replace('NAME', 'file')}; echo z >new`);
      assert.match(await run('printenv name file'), /^1\n1$/m);
    }));
}

test('fish in a trial does not read all man pages in the background, though the home of a trial has no completions from them', () =>
  withSession({ level: 'auto' }, async (session) => {
    for (const before of ['true', 'touch file'])
      assert.match((await session.execute(`${before}; ps ax | grep -c '[c]reate_manpage'`, { shell: 'fish' })).text, /Output:\n0\n?/);
  }));

for (const level of ['auto', 'workspace'])
  test(`the directory of a command in a sandbox goes on if it is in the workspace (${level})`, () =>
    withSession({ level }, async (session, project) => {
      mkdirSync(`${project}/sub`);
      const where = async () => (await session.execute('pwd')).text.match(/^\/.*/m)[0];
      await session.execute('cd sub');
      assert.equal(await where(), `${project}/sub`);
      assert.match((await session.execute('cd /tmp')).text, /the next command begins in '.*\/sub'/);
      assert.equal(await where(), `${project}/sub`);
      const made = await session.execute('mkdir made && cd made');
      assert.equal(/the next command begins in/.test(made.text), level === 'auto');
      assert.equal(await where(), level === 'auto' ? `${project}/sub` : `${project}/sub/made`);
    }));

test('a trial begins with what a rule let commands change outside, and a command outside is told what it lacks', () =>
  withSession({ level: 'auto' }, async (session) => {
    session.notify('workspace/didChangeConfiguration', { settings: { allowedCommands: ['set', 'node -v'] } });
    await session.execute('export MODE=test');
    const outside = await session.execute('node -v');
    assert.match(outside.text, /Note: this ran outside the sandbox\. Variables that were set in the sandbox are missing: MODE\./);
    assert.doesNotMatch((await session.execute('node -v')).text, /Note: this ran outside/);
    await session.execute('set -o pipefail');
    assert.match((await session.execute('echo "[$MODE]"; false | true; echo "status $?"')).text, /\[test\]\nstatus 1/);
  }));

test('a variable that is set in a shell for reading goes on to the trials', () =>
  withSession({ level: 'auto' }, async (session) => {
    await session.execute('export NODE_ENV=test');
    for (const line of ['touch made; echo "[$NODE_ENV]"', 'echo "[$NODE_ENV]"'])
      assert.match((await session.execute(line)).text, /^\[test\]$/m);
  }));

test('a server in a trial: its port is seen, and the answer says that nothing else reaches it', () =>
  withSession({ level: 'auto' }, async (session) => {
    const server = await session.execute('python3 -m http.server --bind 127.0.0.1 0');
    assert.equal(server.status, 'running');
    assert.match(server.text, /listens on port \d+\./);
    assert.match(server.text, /throw-away copy with a network of its own, so no other command or program reaches port \d+\./);
    const told = await session.until('terminal/didChangeStatus', ({ unreached }) => unreached.length > 0);
    assert.deepEqual([told.executionId, told.unreached], [server.executionId, server.listening]);
    const slow = await session.execute('touch begun; sleep 60', { background: true });
    assert.match(slow.text, /Note: this runs in a throw-away copy\. Nothing in it is kept, and later changes of the files do not reach it/);
    const later = await session.tool('wait_for_command', { execution_id: slow.executionId, timeout: 1 });
    assert.doesNotMatch(later.text, /throw-away/);
  }));

test('a server in a trial that nobody waits for: the user hears that nothing else reaches it', () =>
  withSession({ level: 'auto' }, async (session) => {
    const server = await session.execute('sleep 1; python3 -m http.server --bind 127.0.0.1 0', { background: true });
    const told = await session.until('terminal/didChangeStatus', ({ unreached }) => unreached.length > 0);
    assert.equal(told.executionId, server.executionId);
  }));

test('a server in a trial with the network of the machine: the answer does not say that nothing reaches it', () =>
  withSession({ level: 'auto', network: 'all' }, async (session) => {
    const server = await session.execute('python3 -m http.server --bind 127.0.0.1 0');
    assert.match(server.text, /listens on port \d+\./);
    assert.match(server.text, /throw-away copy\. Nothing in it is kept/);
    assert.doesNotMatch(server.text, /network of its own/);
    const told = session.notifications.filter(({ method }) => method === 'terminal/didChangeStatus');
    assert.ok(told.length > 0 && told.every(({ params }) => params.unreached.length === 0));
  }));

test('a command that only reads sees what is written meanwhile, and its shell serves the next one', () =>
  withSession({ level: 'auto' }, async (session, project) => {
    writeFileSync(`${project}/log`, 'one\n');
    const first = await session.execute('tail -f log', { timeout: 1 });
    assert.doesNotMatch(first.text, /throw-away/);
    appendFileSync(`${project}/log`, 'two\n');
    assert.match((await session.tool('wait_for_command', { execution_id: first.executionId, timeout: 5, until: { pattern: 'two' } })).text, /two/);
    await session.tool('stop_command', { execution_id: first.executionId });
    const terminals = [];
    for (const content of ['three', 'four', 'five']) {
      writeFileSync(`${project}/new`, `${content}\n`);
      renameSync(`${project}/new`, `${project}/log`);
      const read = await session.execute('cat log');
      assert.match(read.text, new RegExp(`${content}\n?$`));
      terminals.push(read.terminalId);
    }
    assert.equal(terminals[2], terminals[1]); // the first commands have made termhost's own folders, which are hidden
    writeFileSync(`${project}/.env.local`, 'KEY=value\n');
    assert.match((await session.execute("grep -rs . . | grep -c 'KEY=value'")).text, /Output:\n0/);
  }));

test('nothing goes out of a trial into the shell outside', () =>
  withSession({ level: 'auto' }, async (session) => {
    const outside = async () => {
      session.notify('workspace/didChangeConfiguration', { settings: { allowedCommands: ['*'] } });
      const result = await session.execute('umask; printenv NAME; set -o | grep noclobber');
      assert.equal(result.sandbox, undefined);
      return result.text.replace(/Note: this ran outside.*\n/, '');
    };
    const before = await outside();
    session.notify('workspace/didChangeConfiguration', { settings: { allowedCommands: [] } });
    const inside = await session.execute('export NAME=1; umask 000; set -o noclobber; echo x >made');
    assert.match(inside.text, /throw-away copy/);
    assert.equal(await outside(), before);
  }));

test('a trial sees of the home what programs need and what the user names, and tells what it writes there', () =>
  withSession({ level: 'auto', readable: [] }, async (session, project, home) => {
    const git = (...words) => execFileSync('git', ['-C', project, ...words], { env: { ...process.env, HOME: home, GIT_CONFIG_GLOBAL: `${home}/.gitconfig` } });
    for (const folder of ['Documents', 'dotfiles', '.config/app', '.nvm/bin']) mkdirSync(path.join(home, folder), { recursive: true });
    writeFileSync(`${home}/Documents/diary`, 'PRIVATE-7f3a\n');
    writeFileSync(`${home}/.config/app/x`, 'PRIVATE-7f3a\n');
    writeFileSync(`${home}/ignored`, '*.log\n');
    writeFileSync(`${home}/.nvm/bin/tool`, '#!/bin/sh\necho from nvm\n', { mode: 0o755 });
    writeFileSync(`${home}/dotfiles/rc`, 'alias hi="echo hi there"\nPATH=$PATH:~/.nvm/bin\n');
    symlinkSync('dotfiles/rc', `${home}/.bash_aliases`);
    writeFileSync(`${home}/.bashrc`, '. ~/.bash_aliases\n');
    writeFileSync(`${home}/.gitconfig`, '[user]\nname = A\nemail = a@example.org\n[core]\nexcludesFile = ~/ignored\n[alias]\nlg = log --oneline\n');
    git('init', '-q');
    mkdirSync(`${project}/sub`);
    writeFileSync(`${project}/sub/file`, 'a\n');
    writeFileSync(`${project}/x.log`, '');
    git('add', 'sub');
    git('commit', '-qm', 'first');
    const seen = await session.execute('ls -A ~ ~/.config ~/dotfiles; grep -rs PRIVATE ~; cat ~/Documents/diary');
    assert.equal(seen.sandbox.level, 'trial');
    assert.doesNotMatch(seen.text, /PRIVATE|outside|\bapp\b|\.ssh/);
    assert.match(seen.text, /\.bash_aliases +\.bashrc[^]*\.nvm[^]*project\n/);
    assert.match(seen.text, /probably refused to read '.*\/Documents/);
    const entered = await session.execute('true', { cwd: `${home}/Documents` });
    assert.match(entered.text, /Documents'.*; a trial sees only a part of the home folder/);
    const works = await session.execute('git lg; git status --short; git config user.name; tool; hi; cd sub && git status --short && cat file');
    assert.match(works.text, /first\n\?\? \.env\nA\nfrom nvm\nhi there\n\?\? \.\.\/\.env\na/);
    const wrote = await session.execute('echo x >~/new; git config --global a.b c; rm ~/ignored; mkdir -p ~/Documents/new');
    const told = wrote.sandbox.changes.map((change) => `${change.change} ${path.relative(home, change.path)}`);
    assert.deepEqual(told, ['changed .gitconfig', 'made Documents/new', 'removed ignored', 'made new']);
    assert.ok(!existsSync(`${home}/new`) && existsSync(`${home}/ignored`));
    session.notify('workspace/didChangeConfiguration', { settings: { sandbox: { level: 'auto', readable: [`${home}/Documents`] } } });
    assert.match((await session.execute('cat ~/Documents/diary; ls -A ~/.config')).text, /PRIVATE-7f3a\n(?!app)/);
    assert.deepEqual(session.questions, []);
  }));
