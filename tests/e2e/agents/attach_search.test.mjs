// An agent outside of the editor's terminals: found an editor by the workspace, and admitted by its user.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Editor } from '../serve/editor.mjs';
import { editorWith } from './attach_editor.mjs';
import { RawServer, binary, environment, scratch } from './support.mjs';

/** An editor that has `folder` open; `admit` plays the user that is asked about agents. */
async function editorOf(folder, { admit = () => ({ decision: 'once' }), runtime = privateFolder(), ...more } = {}) {
  const editor = await Editor.started({
    admit,
    run: (command, execution) => { execution.write(`ran ${command}\r\n`); execution.end(5); },
    session: { env: { XDG_RUNTIME_DIR: runtime } },
    initialize: { workspaceFolders: [{ uri: `file://${folder}`, name: 'work' }] },
    ...more,
  });
  return { editor, runtime };
}

function privateFolder() {
  const folder = scratch();
  chmodSync(folder, 0o700);
  return folder;
}

/** `termhost mcp --attach` of an agent in `cwd`, with nothing of an editor in its environment. */
const agentIn = (cwd, runtime, client = 'an agent') => RawServer.initialized(['mcp', '--attach'], {
  cwd, client, env: { XDG_RUNTIME_DIR: runtime, TERMHOST_SOCKET: '', TERMHOST_TOKEN: '', XDG_CONFIG_HOME: scratch() },
});

async function run(agent, command) {
  const id = `call ${command}`;
  agent.execute(id, command);
  return (await agent.answer(id)).result;
}

const attached = async (agent) => (await run(agent, 'true')).structuredContent?.exitCode === 5; // the editor's terminals say 5
const alone = async (agent) => /not attached to an editor/.test((await agent.answer('init')).result.instructions);

test('an agent finds the editor of its folder, which asks its user once, with facts from the kernel', async () => {
  const folder = realpathSync(scratch());
  mkdirSync(join(folder, 'sub'));
  const { editor, runtime } = await editorOf(folder);
  const agent = await agentIn(join(folder, 'sub'), runtime, 'some-agent\u202e');
  agent.request('list', 'tools/list', {});
  assert.ok((await agent.answer('list')).result.tools.length > 3, 'what is the same everywhere needs no yes');
  assert.equal(editor.agents.length, 0, 'and asks nobody');
  assert.ok(await attached(agent));
  assert.ok(await attached(agent));
  assert.equal(editor.agents.length, 1);
  const { question, identity } = editor.agents[0];
  assert.ok(question.startsWith(`The agent node (process ${process.pid}, program ${realpathSync(process.execPath)}), started in ${folder}/sub, wants`), question);
  assert.ok(question.includes('It calls itself "some-agent⟨U+202E⟩"'), question);
  assert.ok(identity.endsWith(` in ${folder}`) && !identity.includes(String(process.pid)), identity);
  await agent.end();
  await editor.session.end();
});

test('of several editors the nearest folder counts, then the newest; links and other names of it are resolved', async () => {
  const runtime = privateFolder(), folder = realpathSync(scratch());
  mkdirSync(join(folder, 'project'));
  const link = join(scratch(), 'link');
  symlinkSync(join(folder, 'project'), link);
  const wide = await editorOf(folder, { runtime });
  const near = await editorOf(link, { runtime });
  await pause(20); // the kernel counts the start of a process in ticks of 10 ms
  const newer = await editorOf(link, { runtime });
  const agent = await agentIn(join(folder, 'project'), runtime);
  assert.ok(await attached(agent));
  assert.deepEqual([wide, near, newer].map(({ editor }) => editor.agents.length), [0, 0, 1]);
  await agent.end();
  for (const { editor } of [wide, near, newer]) await editor.session.end();
});

test('without an editor that has the folder open it is a plain server, and says so', async () => {
  const { editor, runtime } = await editorOf(realpathSync(scratch()));
  const agent = await agentIn(scratch(), runtime);
  assert.ok(await alone(agent));
  assert.match(agent.log, /not attached to an editor \(no editor that accepts agents has the folder .* open\)/);
  assert.notEqual((await run(agent, 'pwd')).structuredContent.exitCode, 5);
  await agent.end();
  assert.equal(editor.agents.length, 0);
  await editor.session.end();
});

test('an editor that cannot ask about agents does not listen, or says so where it does', async () => {
  const folder = realpathSync(scratch()), runtime = privateFolder();
  for (const args of [[], ['--listen']]) {
    const editor = await Editor.started({ run: () => {}, session: { args, env: { XDG_RUNTIME_DIR: runtime } }, initialize: { workspaceFolders: [{ uri: `file://${folder}`, name: 'work' }] } });
    const agent = await agentIn(folder, runtime);
    assert.ok(await alone(agent));
    assert.match(agent.log, args.length ? /cannot ask its user about agents/ : /no editor that accepts/);
    await agent.end();
    await editor.session.end();
  }
});

for (const [decision, reason] of [['never', /does not let this agent use/], ['dismiss', /closed the editor's question/]])
  test(`after ${decision} every call is refused with the reason, and the user is not asked again`, async () => {
    const folder = realpathSync(scratch());
    const { editor, runtime } = await editorOf(folder, { admit: () => ({ decision }) });
    const agent = await agentIn(folder, runtime);
    for (const command of ['echo one', 'echo two']) {
      const result = await run(agent, command);
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, reason);
    }
    assert.equal(editor.agents.length, 1);
    assert.deepEqual(editor.submitted, []);
    await agent.end();
    await editor.session.end();
  });

test('once is for this connection; what a client remembers it answers by the same identity', async () => {
  const folder = realpathSync(scratch()), remembered = new Map();
  const { editor, runtime } = await editorOf(folder, {
    admit: ({ identity, question }) => {
      if (!remembered.has(identity)) remembered.set(identity, question.includes('"trusted"') ? 'allow' : 'once');
      const decision = remembered.get(identity);
      if (decision === 'once') remembered.delete(identity);
      return { decision };
    },
  });
  for (const name of ['trusted', 'trusted', 'other']) {
    const agent = await agentIn(folder, runtime, name);
    assert.ok(await attached(agent));
    await agent.end();
  }
  assert.equal(editor.agents.length, 3, 'the server keeps nothing: the client decides whom to ask');
  assert.deepEqual([editor.agents[0].identity === editor.agents[1].identity, remembered.size], [true, 1]);
  await editor.session.end();
});

test('nothing runs before the user allows the agent; a call waits, and the question closes when the agent ends', async () => {
  const folder = realpathSync(scratch());
  let withdrawn;
  const gone = new Promise((resolve) => (withdrawn = resolve));
  const { editor, runtime } = await editorOf(folder, {
    admit: (_, token) => new Promise((resolve) => token.onCancellationRequested(() => { withdrawn(); resolve({ decision: 'dismiss' }); })),
  });
  const agent = await agentIn(folder, runtime);
  agent.execute('waiting', 'echo early');
  agent.request('ping', 'ping', {});
  await agent.answer('ping');
  while (editor.agents.length === 0) await pause(10);
  await pause(300);
  assert.deepEqual([agent.answersTo('waiting'), editor.submitted], [[], []]);
  await agent.end();
  await gone;
  await editor.session.end();
});

test('silent agents do not block other agents', async () => {
  const folder = realpathSync(scratch());
  const { editor, runtime } = await editorOf(folder);
  const silent = [];
  for (let i = 0; i < 20; ++i) silent.push(await agentIn(folder, runtime));
  const agent = await agentIn(folder, runtime);
  assert.ok(await attached(agent));
  await Promise.all([...silent, agent].map((one) => one.end()));
  await editor.session.end();
});

test('a socket that is a link, dead, silent, or of another version is not taken for an editor', async () => {
  const folder = realpathSync(scratch()), runtime = privateFolder(), other = privateFolder();
  const elsewhere = await editorOf(folder, { runtime: other });
  const meeting = join(runtime, 'termhost');
  mkdirSync(meeting, { mode: 0o700 });
  symlinkSync(join(other, 'termhost', `${elsewhere.editor.session.server.child.pid}.sock`), join(meeting, '1.sock'));
  const servers = [];
  const listen = async (name, answer) => {
    const server = createServer((socket) => socket.on('error', () => {}).on('data', (data) => answer(socket, String(data)))).listen(join(meeting, name));
    await new Promise((resolve) => server.once('listening', resolve));
    servers.push(server);
  };
  await listen('2.sock', () => {});
  const dead = spawnSync('python3', ['-c', `import socket; socket.socket(socket.AF_UNIX).bind(${JSON.stringify(join(meeting, '3.sock'))})`]);
  assert.equal(dead.status, 0);
  let agent = await agentIn(folder, runtime);
  assert.ok(await alone(agent));
  assert.match(agent.log, /no editor that accepts agents has the folder .* open\)/);
  await agent.end();

  await listen('4.sock', (socket) => socket.write('{"jsonrpc":"2.0","id":"attach","error":{"code":-32601,"message":"unknown"}}\n'));
  agent = await agentIn(folder, runtime);
  assert.match(agent.log, /one editor runs an older termhost, which cannot report its folders; restart that editor/);
  await agent.end();

  await listen('5.sock', (socket) => socket.write(`{"jsonrpc":"2.0","id":"attach","result":{"protocol":99,"asks":true,"workspaceFolders":[${JSON.stringify(folder)}]}}\n`));
  agent = await agentIn(folder, runtime);
  assert.match(agent.log, /runs another version of termhost; restart the older one of the two/);
  await agent.end();
  assert.equal(elsewhere.editor.agents.length, 0);
  for (const server of servers) server.close();
  await elsewhere.editor.session.end();
});

test('a folder for sockets that others may use, and a socket of another user, are ignored', { skip: process.getuid() !== 0 && 'only root can be another user' }, async () => {
  const folder = realpathSync(scratch());
  const { editor, runtime } = await editorOf(folder);
  const socket = join(runtime, 'termhost', `${editor.session.server.child.pid}.sock`);
  const { chownSync } = await import('node:fs');
  chownSync(socket, 65534, 65534);
  let agent = await agentIn(folder, runtime);
  assert.ok(await alone(agent), 'a socket of another user');
  await agent.end();
  chownSync(socket, 0, 0);
  chmodSync(join(runtime, 'termhost'), 0o755);
  agent = await agentIn(folder, runtime);
  assert.ok(await alone(agent), 'a folder that others may read');
  await agent.end();
  chmodSync(join(runtime, 'termhost'), 0o700);
  assert.equal(editor.agents.length, 0);
  await editor.session.end();
});

test('the editor does not ask about a process outside of the workspace, whatever socket the process names', async () => {
  const { editor, runtime } = await editorOf(realpathSync(scratch()));
  const socket = connect(join(runtime, 'termhost', `${editor.session.server.child.pid}.sock`));
  let said = '';
  socket.on('data', (text) => (said += text));
  socket.write('{"jsonrpc":"2.0","id":1,"method":"termhost/join","params":{}}\n');
  while (!said.includes('\n')) await pause(10);
  assert.match(JSON.parse(said).error.message, /is not in the workspace of this editor/);
  socket.destroy();
  assert.equal(editor.agents.length, 0);
  await editor.session.end();
});

test('both ends refuse another user, even if the file modes allow the connection', { skip: process.getuid() !== 0 && 'only root can be another user' }, async () => {
  const { editor, runtime, env } = await editorWith();
  for (const path of [runtime, join(runtime, 'termhost'), env.TERMHOST_SOCKET]) chmodSync(path, 0o777);
  const nobody = { env: { ...env, PATH: process.env.PATH }, input: '', encoding: 'utf8', uid: 65534, timeout: 20_000, cwd: '/' };
  const readable = join(scratch(), 'termhost');
  copyFileSync(binary, readable);
  chmodSync(dirname(readable), 0o755);
  const agent = spawnSync(readable, ['mcp', '--attach'], nobody);
  assert.equal(agent.status, 2);
  assert.match(agent.stderr, /another user/);
  const bold = `import os, socket; s = socket.socket(socket.AF_UNIX); s.connect(os.environ["TERMHOST_SOCKET"]); print(len(s.recv(1)))`;
  const peer = spawnSync('python3', ['-c', bold], nobody);
  assert.equal(peer.stdout, '0\n', `closed without a word: ${peer.stderr}`);
  await editor.session.end();
});

test('--attach does not accept a policy of its own', () => {
  const { status, stderr } = spawnSync(binary, ['mcp', '--attach', '--policy', '/dev/null'], { encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stderr, /excludes/);
});
