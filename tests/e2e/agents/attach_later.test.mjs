// An agent that found no editor when it started: one that opens the folder later is found at the next command.
import assert from 'node:assert/strict';
import { chmodSync, realpathSync } from 'node:fs';
import { test } from 'node:test';
import { Editor } from '../serve/editor.mjs';
import { RawServer, scratch } from './support.mjs';

/** Until it has an editor, each agent has a folder of its own and a place where its editor will be. */
async function agentAlone() {
  const folder = realpathSync(scratch()), runtime = scratch();
  chmodSync(runtime, 0o700);
  const env = { XDG_RUNTIME_DIR: runtime, TERMHOST_SOCKET: '', TERMHOST_TOKEN: '', XDG_CONFIG_HOME: scratch() };
  const agent = await RawServer.initialized(['mcp', '--attach'], { cwd: folder, client: 'an agent', env });
  const opens = (admit, more = {}) => Editor.started({
    admit,
    run: (command, execution) => { execution.write(`ran ${command}\r\n`); execution.end(5); },
    session: { env: { XDG_RUNTIME_DIR: runtime } },
    initialize: { workspaceFolders: [{ uri: `file://${folder}`, name: 'work' }] },
    ...more,
  });
  let calls = 0;
  const call = async (name, args, meta) => {
    agent.request(`call ${++calls}`, 'tools/call', { name, arguments: args, ...(meta && { _meta: meta }) });
    return (await agent.answer(`call ${calls}`)).result;
  };
  const run = (command, more, meta) => call('execute_command', { command, ...more }, meta);
  return { agent, opens, call, run };
}

test('it is taken up once its user has said yes, and the agent is told once', async () => {
  const { agent, opens, run } = await agentAlone();
  assert.equal((await run('true')).structuredContent.exitCode, 0, 'in a terminal of its own');
  const editor = await opens(() => ({ decision: 'once' }));
  const first = await run('true');
  assert.match(first.content[0].text, /an editor has this folder open now, and this server is attached to it/);
  assert.equal(first.structuredContent.exitCode, 5, "in the editor's terminal");
  const second = await run('true');
  assert.equal(second.structuredContent.exitCode, 5);
  assert.ok(!second.content.some(({ text }) => text.includes('attached')));
  assert.equal(editor.agents.length, 1);
  assert.match(editor.agents[0].question, /It calls itself "an agent"/);
  assert.match(agent.log, /an editor has this folder open now/);
  await agent.end();
  await editor.session.end();
});

for (const [decision, reason] of [['never', /does not let this agent use/], ['dismiss', /closed the editor.s question/]])
  test(`after ${decision} nothing runs, neither in the editor nor outside of it`, async () => {
    const { agent, opens, run } = await agentAlone();
    const editor = await opens(() => ({ decision }));
    for (const command of ['true', 'pwd']) {
      const refused = await run(command);
      assert.equal(refused.isError, true);
      assert.match(refused.content.at(-1).text, reason);
    }
    assert.equal(editor.agents.length, 1);
    assert.deepEqual(editor.submitted, []);
    await agent.end();
    await editor.session.end();
  });

test('what it ran before stays its own, and what it runs in the editor is found there', async () => {
  const { agent, opens, call, run } = await agentAlone();
  const before = await run('cat', { background: true });
  const editor = await opens(() => ({ decision: 'once' }), { run: (command, execution) => { execution.write('begun\r\n'); setTimeout(() => execution.end(7), 500); } });
  const after = await run('true', { background: true });
  const [own, other] = [before, after].map(({ structuredContent }) => structuredContent.executionId);
  assert.notEqual(own, other);
  assert.equal((await call('wait_for_command', { execution_id: other, timeout: 30 })).structuredContent.exitCode, 7);
  assert.equal((await call('stop_command', { execution_id: own })).structuredContent.status, 'stopped');
  await agent.end();
  await editor.session.end();
});

test('the editor asks about each command, with the name of the agent, and hears what did not run', async () => {
  const { agent, opens, run } = await agentAlone();
  const editor = await opens(() => ({ decision: 'once' }), {
    approve: () => ({ decision: 'reject', feedback: 'not now' }),
    initialize: { workspaceFolders: [{ uri: `file://${realpathSync(`/proc/${agent.child.pid}/cwd`)}`, name: 'work' }], initializationOptions: { settings: { deniedCommands: ['rm'], sandbox: { level: 'off' } } } },
  });
  const ended = (line) => editor.session.until('tool/calling', ({ data }) => data.type === 'complete' && data.command === line);
  const [touched, removed] = [ended('touch it'), ended('rm it')];
  assert.match((await run('touch it')).content.at(-1).text, /not now/);
  assert.equal(editor.questions[0].agent, `node (pid ${process.pid}, calls itself "an agent")`);
  assert.equal((await touched).data.status, 'rejected');
  assert.match((await run('rm it')).content[0].text, /a rule denies it/);
  assert.deepEqual([(await removed).data.status, (await removed).data.reason], ['denied', '`rm it`: a rule denies it']);
  await editor.session.request('tool/call', { name: 'execute_command', arguments: { command: 'touch own' }, toolCallId: 'own' });
  assert.equal(editor.questions[1].agent, undefined, "the editor's own agents have no name");
  await agent.end();
  await editor.session.end();
});

test('progress is heard, and a cancelled call stops its command', async () => {
  const { agent, opens, run } = await agentAlone();
  let stopped;
  const interrupted = new Promise((resolve) => (stopped = resolve));
  const editor = await opens(() => ({ decision: 'once' }), { run: (command, execution) => {
    execution.write('working\r\n');
    const { interrupt } = execution;
    execution.interrupt = () => { stopped(); interrupt(); };
    if (command === 'true') setTimeout(() => execution.end(0), 600);
  } });
  await run('true', {}, { progressToken: 'token' });
  await agent.until(({ method, params }) => method === 'notifications/progress' && params.progressToken === 'token' && /working/.test(params.message));
  agent.execute('endless', 'sleep 1000');
  while (!editor.submitted.some(({ text }) => text === 'sleep 1000')) await new Promise((resolve) => setTimeout(resolve, 20));
  agent.notify('notifications/cancelled', { requestId: 'endless', reason: 'the user pressed Escape' });
  await interrupted;
  await agent.end();
  await editor.session.end();
});

test("the end of the editor's termhost is its end, and it says so", async () => {
  const { agent, opens, run } = await agentAlone();
  const editor = await opens(() => ({ decision: 'once' }));
  assert.equal((await run('true')).structuredContent.exitCode, 5);
  await editor.session.end();
  await agent.until(({ method, params }) => method === 'notifications/message' && /termhost has ended/.test(params.data));
  assert.equal((await agent.exited).code, 1);
});
