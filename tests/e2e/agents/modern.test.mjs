// MCP 2026-07-28 by @modelcontextprotocol/client: no handshake, approval by a second round.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RawServer, allowAll, asking, binary, environment, load, running } from './support.mjs';

const { Client } = await load('@modelcontextprotocol/client');
const { StdioClientTransport } = await load('@modelcontextprotocol/client', './stdio');

async function connect(args = allowAll(), { capabilities = {}, mode = { pin: '2026-07-28' }, prepare = () => {} } = {}) {
  const client = new Client({ name: 'e2e', version: '1' }, { capabilities, versionNegotiation: { mode } });
  prepare(client);
  await client.connect(new StdioClientTransport({ command: binary, args, env: environment(), cwd: '/tmp', stderr: 'ignore' }));
  await client.listTools();
  return client;
}

const execute = (client, command, more = {}, options) =>
  client.callTool({ name: 'execute_command', arguments: { command, ...more } }, options);
const text = (result) => result.content.map((part) => part.text).join('');

test('a client that can choose takes the modern era', async () => {
  const client = await connect(allowAll(), { mode: 'auto' });
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  const result = await execute(client, 'echo modern; exit 4');
  assert.equal(result.structuredContent.exitCode, 4);
  assert.equal(result.structuredContent.output.text, 'modern');
  await client.close();
});

test('state goes from call to call by handles', async () => {
  const client = await connect();
  const started = await execute(client, 'sleep 0.3; echo done', { background: true });
  const waited = await client.callTool({ name: 'wait_for_command', arguments: { execution_id: started.structuredContent.executionId } });
  assert.match(text(started) + text(waited), /done/); // on a busy machine it may be over before it is answered
  await client.close();
});

test('progress and cancellation', async () => {
  const client = await connect();
  const heard = [];
  await execute(client, 'echo first; sleep 0.6; echo second', {}, { onprogress: (one) => heard.push(one.message) });
  assert.match(heard.join('\n'), /first/);
  const controller = new AbortController();
  const mark = `88${process.pid}`;
  const pending = execute(client, `sleep ${mark}`, {}, { signal: controller.signal });
  while ((await running(`sleep ${mark}`)).length < 1) await pause(20);
  controller.abort();
  await assert.rejects(pending);
  while ((await running(`sleep ${mark}`)).length > 0) await pause(20);
  await client.close();
});

test('the person is asked between two rounds of the call', async () => {
  const questions = [];
  const prepare = (client) =>
    client.setRequestHandler('elicitation/create', (request) => {
      questions.push(request.params);
      return { action: 'accept', content: { decision: request.params.requestedSchema.properties.decision.enum[0] } };
    });
  const client = await connect(asking, { capabilities: { elicitation: { form: {} } }, prepare });
  const result = await execute(client, 'touch -c none; echo asked');
  assert.equal(result.structuredContent.output.text, 'asked');
  assert.equal(questions.length, 1);
  await client.close();
});

test('no, and no form at all: it does not run', async () => {
  const prepare = (client) => client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }));
  const refusing = await connect(asking, { capabilities: { elicitation: { form: {} } }, prepare });
  assert.equal((await execute(refusing, 'touch -c none; echo asked')).structuredContent.status, 'denied');
  await refusing.close();
  const formless = await connect(asking);
  assert.equal((await execute(formless, 'touch -c none; echo asked')).structuredContent.status, 'denied');
  await formless.close();
});

// What follows no well-behaved client does.

const meta = (capabilities = { elicitation: {} }) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
const echo = (command, more = {}) => ({ name: 'execute_command', arguments: { command }, _meta: meta(), ...more });
const yes = { approval: { action: 'accept', content: { decision: 'Run it once' } } };

async function stateFor(server, id, command) {
  server.request(id, 'tools/call', echo(command));
  const { result } = await server.answer(id);
  assert.equal(result.resultType, 'input_required');
  assert.equal(result.inputRequests.approval.method, 'elicitation/create');
  return result.requestState;
}

test('a state is good for its call, once, and as it was given', async () => {
  const server = new RawServer(asking);
  const state = await stateFor(server, 'ask', 'touch -c none; echo fine');
  const refused = async (id, params) => {
    server.request(id, 'tools/call', params);
    const { error } = await server.answer(id);
    assert.equal(error?.code, -32602, JSON.stringify(error));
    assert.match(error.message, /requestState/);
  };
  await refused('other call', echo('touch -c evil', { requestState: state, inputResponses: yes }));
  await refused('tampered', echo('touch -c none; echo fine', { requestState: state.replace(/.$/, (c) => (c === '0' ? '1' : '0')), inputResponses: yes }));
  await refused('later', echo('touch -c none; echo fine', { requestState: state.replace(/\.(\d+)\./, (_, n) => `.${n}9.`), inputResponses: yes }));
  await refused('made up', echo('touch -c none; echo fine', { requestState: 'yes', inputResponses: yes }));
  server.request('right', 'tools/call', echo('touch -c none; echo fine', { requestState: state, inputResponses: yes }));
  assert.equal((await server.answer('right')).result.structuredContent.output.text, 'fine');
  await refused('again', echo('touch -c none; echo fine', { requestState: state, inputResponses: yes }));
  const other = new RawServer(asking);
  const foreign = await stateFor(other, 'ask', 'touch -c none; echo fine');
  await refused('of another process', echo('touch -c none; echo fine', { requestState: foreign, inputResponses: yes }));
  await other.end();
  await server.end();
});

test('an answer without a state, or a state without an answer, asks again', async () => {
  const server = new RawServer(asking);
  server.request(1, 'tools/call', echo('touch -c x', { inputResponses: yes }));
  assert.equal((await server.answer(1)).result.resultType, 'input_required');
  const state = await stateFor(server, 2, 'touch -c x');
  server.request(3, 'tools/call', echo('touch -c x', { requestState: state, inputResponses: {} }));
  assert.equal((await server.answer(3)).result.resultType, 'input_required');
  await server.end();
});

test('what a request must say of itself', async () => {
  const server = new RawServer(asking);
  const rows = [
    ['server/discover', {}, -32602],
    ['server/discover', undefined, -32602],
    ['tools/list', {}, -32602],
    ['tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }, -32602],
    ['tools/list', { _meta: 7 }, -32602],
    ['tools/list', { _meta: { ...meta(), 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } }, -32022],
    ['initialize', { protocolVersion: '2026-07-28', _meta: meta() }, -32601],
    ['initialize', { _meta: meta() }, -32601],
    ['ping', { _meta: meta() }, -32601],
    ['logging/setLevel', { _meta: meta() }, -32601],
    ['subscriptions/listen', { _meta: meta() }, -32601],
    ['tools/call', { name: 'nothing', _meta: meta() }, -32602],
  ];
  for (const [id, [method, params, code]] of rows.entries()) {
    server.request(id, method, params);
    const { error } = await server.answer(id);
    assert.equal(error?.code, code, `${method} ${JSON.stringify(params)}`);
    if (code === -32022) assert.deepEqual(error.data, { supported: ['2026-07-28'], requested: '2031-01-01' });
  }
  await server.end();
});

test('both eras on one connection', async () => {
  const server = await RawServer.initialized(allowAll());
  server.execute('legacy', 'echo legacy');
  server.request('modern', 'tools/call', echo('echo modern'));
  server.request('list', 'tools/list', { _meta: meta() });
  assert.equal((await server.answer('legacy')).result.resultType, undefined);
  assert.equal((await server.answer('modern')).result.resultType, 'complete');
  const { result } = await server.answer('list');
  assert.ok(result.ttlMs > 0 && result.cacheScope === 'public');
  assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'termhost');
  await server.end();
});
