// Calls as tasks: of 2025-11-25 by @modelcontextprotocol/sdk, of 2026-07-28 by @modelcontextprotocol/ext-tasks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RawServer, allowAll, asking, binary, environment, load, running } from './support.mjs';

const legacy = {
  ...(await load('@modelcontextprotocol/sdk', './client/index.js')),
  ...(await load('@modelcontextprotocol/sdk', './client/stdio.js')),
};
const { ElicitRequestSchema, TaskStatusNotificationSchema } = await load('@modelcontextprotocol/sdk', './types.js');
const modern = {
  ...(await load('@modelcontextprotocol/client')),
  ...(await load('@modelcontextprotocol/client', './stdio')),
  ...(await load('@modelcontextprotocol/ext-tasks', './client')),
};

const clientInfo = { name: 'e2e', version: '1' };
const text = (result) => result.content.map((part) => part.text).join('');
const transport = (sdk, args) => new sdk.StdioClientTransport({ command: binary, args, env: environment(), cwd: '/tmp', stderr: 'ignore' });

/** Until no such command runs any more. */
async function ended(command) {
  while ((await running(command)).length > 0) await pause(20);
}

async function legacyClient(args = allowAll(), capabilities = {}, prepare = () => {}) {
  const client = new legacy.Client(clientInfo, { capabilities });
  prepare(client);
  await client.connect(transport(legacy, args));
  await client.listTools();
  return client;
}

const stream = (client, command) =>
  client.experimental.tasks.callToolStream({ name: 'execute_command', arguments: { command } }, undefined, { task: { ttl: 60_000 } });

test('2025-11-25: a call as a task, from its creation to its result', async () => {
  const told = [];
  const client = await legacyClient(allowAll(), {}, (it) =>
    it.setNotificationHandler(TaskStatusNotificationSchema, ({ params }) => void told.push(params.status)));
  const kinds = [];
  let result;
  for await (const message of stream(client, 'echo first; sleep 0.7; echo last; exit 3')) {
    kinds.push(message.type);
    if (message.type === 'taskCreated') assert.equal(message.task.status, 'working');
    if (message.type === 'result') ({ result } = message);
    assert.notEqual(message.type, 'error', String(message.error));
  }
  assert.equal(kinds[0], 'taskCreated');
  assert.equal(kinds.at(-1), 'result');
  assert.match(text(result), /Exit code: 3/);
  assert.match(text(result), /first\nlast/);
  assert.deepEqual(told, ['completed']);
  const { tasks } = await client.experimental.tasks.listTasks();
  assert.equal(tasks.length, 1);
  assert.equal(tasks[0].status, 'completed');
  await client.close();
});

test('2025-11-25: a cancelled task stops its command', async () => {
  const client = await legacyClient();
  const command = `sleep 77${process.pid}`;
  let id;
  for await (const message of stream(client, command)) {
    if (message.type !== 'taskCreated') continue;
    id = message.task.taskId;
    while ((await running(command)).length < 1) await pause(20);
    break;
  }
  assert.equal((await client.experimental.tasks.cancelTask(id)).status, 'cancelled');
  await ended(command);
  assert.equal((await client.experimental.tasks.getTask(id)).status, 'cancelled');
  await assert.rejects(client.experimental.tasks.cancelTask(id), /ended already/);
  await client.close();
});

test('2025-11-25: the person is asked while the task waits', async () => {
  const asked = [];
  const client = await legacyClient(asking, { elicitation: { form: {} } }, (it) =>
    it.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params._meta['io.modelcontextprotocol/related-task'].taskId);
      return { action: 'accept', content: { decision: params.requestedSchema.properties.decision.enum[0] } };
    }));
  let task, result;
  for await (const message of stream(client, 'touch -c none; echo asked')) {
    if (message.type === 'taskCreated') task = message.task.taskId;
    if (message.type === 'result') ({ result } = message);
  }
  assert.deepEqual(asked, [task]);
  assert.match(text(result), /asked/);
  await client.close();
});

/** The official client, and beside it what its codecs do not pass on: the task's own messages, by the same connection. */
async function modernSession() {
  const client = new modern.Client(clientInfo, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const wire = transport(modern, allowAll());
  await client.connect(wire);
  const waiting = new Map();
  const others = wire.onmessage;
  wire.onmessage = (message, extra) => {
    const answered = waiting.get(message.id);
    if (!answered) return others(message, extra);
    waiting.delete(message.id);
    answered(message.error ? { kind: 'error', error: message.error } : { kind: 'result', result: message.result });
  };
  let last = 0;
  const rawDispatch = (request) =>
    new Promise((resolve) => {
      const id = `raw-${++last}`;
      waiting.set(id, resolve);
      wire.send({ jsonrpc: '2.0', ...request, id });
    });
  const v2RequestFraming = { protocolVersion: '2026-07-28', clientInfo, clientCapabilities: {} };
  const session = modern.createTaskSessionFromClient(client, { endpointId: 'termhost', rawDispatch, v2RequestFraming });
  return { client, session };
}

test('2026-07-28: a long call becomes a task, a short one a result', async () => {
  const { client, session } = await modernSession();
  const short = await (await session.callTool('execute_command', { command: 'echo short' })).settle();
  assert.match(text(modern.resultFromTaskOutcome(short.outcome)), /short/);
  const began = performance.now();
  const long = await (await session.callTool('execute_command', { command: 'echo first; sleep 6; echo last; exit 3' })).settle();
  assert.ok(performance.now() - began > 6000);
  assert.match(text(modern.resultFromTaskOutcome(long.outcome)), /Exit code: 3[^]*first\nlast/);
  await session.close();
  await client.close();
});

test('2026-07-28: what goes over the wire', async () => {
  const server = new RawServer(allowAll());
  const meta = (extensions) => ({
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { extensions },
  });
  const _meta = meta({ 'io.modelcontextprotocol/tasks': {} });
  const ask = async (id, method, params) => {
    server.request(id, method, { _meta, ...params });
    return server.answer(id);
  };
  const command = `sleep 66${process.pid}`;
  const { result: task } = await ask(1, 'tools/call', { name: 'execute_command', arguments: { command } });
  assert.equal(task.resultType, 'task');
  assert.equal(task.status, 'working');
  const { taskId } = task;
  const { result: seen } = await ask(2, 'tasks/get', { taskId });
  assert.deepEqual([seen.resultType, seen.status], ['complete', 'working']);
  assert.equal((await ask(3, 'tasks/update', { taskId, inputResponses: { nobody: { action: 'accept' } } })).result.resultType, 'complete');
  assert.equal((await ask(4, 'tasks/get', { taskId, _meta: meta({}) })).error.code, -32021);
  assert.equal((await ask(5, 'tasks/get', { taskId: 'none' })).error.code, -32602);
  assert.equal((await ask(6, 'tasks/cancel', { taskId })).result.resultType, 'complete');
  await ended(command);
  assert.equal((await ask(7, 'tasks/get', { taskId })).result.status, 'cancelled');
  await server.end();
});

test("a client's clock leaves the command running; whoever asks for it finds it", async () => {
  const client = await legacyClient();
  const command = `sleep 55${process.pid}`;
  const call = client.callTool({ name: 'execute_command', arguments: { command } }, undefined, { timeout: 700 });
  await assert.rejects(call, /timed out/);
  await pause(300);
  assert.equal((await running(command)).length > 0, true);
  const listed = text(await client.callTool({ name: 'list_terminals', arguments: {} }));
  assert.match(listed, new RegExp(command));
  const [, execution] = listed.match(/(\d{13})/);
  await client.callTool({ name: 'stop_command', arguments: { execution_id: execution } });
  await ended(command);
  await client.close();
});
