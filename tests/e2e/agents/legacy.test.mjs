// MCP up to 2025-11-25 by @modelcontextprotocol/sdk, whose client validates each structured result.
import assert from 'node:assert/strict';
import { readdirSync, realpathSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { allowAll, asking, binary, environment, load, policy, running, scratch } from './support.mjs';

const sdk = '@modelcontextprotocol/sdk';
const { Client } = await load(sdk, './client/index.js');
const { StdioClientTransport } = await load(sdk, './client/stdio.js');
const types = await load(sdk, './types.js');

async function connect(args = allowAll(), { capabilities = {}, env, cwd = '/tmp', prepare = () => {} } = {}) {
  const client = new Client({ name: 'e2e', version: '1' }, { capabilities });
  prepare(client);
  await client.connect(new StdioClientTransport({ command: binary, args, env: environment(env), cwd, stderr: 'ignore' }));
  await client.listTools(); // from here on the client validates structuredContent
  return client;
}

const call = (client, name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
const execute = (client, command, more = {}, options) => call(client, 'execute_command', { command, ...more }, options);
const text = (result) => result.content.map((part) => part.text).join('');

test('the greeting and the tools', async () => {
  const client = await connect();
  assert.equal(client.getServerVersion().name, 'termhost');
  assert.match(client.getInstructions(), /exit code/);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), [
    'execute_command', 'read_command_output', 'wait_for_command', 'send_input', 'read_screen', 'stop_command', 'list_terminals',
  ]);
  for (const tool of tools) {
    assert.ok(tool.title && tool.description && tool.inputSchema && tool.outputSchema, tool.name);
    assert.equal(Boolean(tool.annotations.readOnlyHint), tool.annotations.destructiveHint === undefined, tool.name);
  }
  assert.equal(tools.find((tool) => tool.name === 'execute_command').annotations.destructiveHint, true);
  assert.equal(tools.find((tool) => tool.name === 'read_command_output').annotations.readOnlyHint, true);
  await client.ping();
  await client.close();
});

test('a command, its output and its exit code; a failing one is no error of the call', async () => {
  const client = await connect();
  const good = await execute(client, 'printf "%s\\n" one two', { cwd: '/' });
  assert.equal(good.structuredContent.exitCode, 0);
  assert.equal(good.structuredContent.output.text, 'one\ntwo');
  assert.equal(good.structuredContent.cwd, '/');
  assert.match(text(good), /Exit code: 0, in '\/'\nOutput:\none\ntwo$/);
  const bad = await execute(client, 'echo no >&2; (exit 7)');
  assert.equal(bad.structuredContent.exitCode, 7);
  assert.ok(!bad.isError);
  await client.close();
});

test('every tool is called and its structured result validates', async () => {
  const client = await connect();
  const long = await execute(client, 'seq 1 5000');
  const { artifactId } = long.structuredContent.output;
  const page = await call(client, 'read_command_output', { artifact_id: artifactId, search: '^4321$' });
  assert.equal(page.structuredContent.matches, 1);
  const started = await execute(client, 'read answer; echo "got $answer"; sleep 60', { background: true });
  const { executionId } = started.structuredContent;
  assert.equal(started.structuredContent.status, 'waiting_for_input');
  const asked = await call(client, 'send_input', { execution_id: executionId, text: 'yes\n' });
  assert.match(text(asked), /got yes/);
  const listed = await call(client, 'list_terminals', {});
  assert.ok(listed.structuredContent.terminals.some((terminal) => terminal.executions?.some((one) => one.executionId === executionId)));
  const waited = await call(client, 'wait_for_command', { execution_id: executionId, timeout: 0 });
  assert.equal(waited.structuredContent.status, 'running');
  const stopped = await call(client, 'stop_command', { execution_id: executionId });
  assert.notEqual(stopped.structuredContent.status, 'running');
  await client.close();
});

test('an unknown tool is a protocol error, wrong arguments are for the model to read', async () => {
  const client = await connect();
  await assert.rejects(call(client, 'format_disk', {}), { code: types.ErrorCode.InvalidParams, message: /format_disk/ });
  const wrong = await execute(client, 7);
  assert.ok(wrong.isError);
  assert.match(text(wrong), /arguments.command: expected a string, found 7/);
  const unknown = await call(client, 'wait_for_command', { execution_id: '404' });
  assert.ok(unknown.isError);
  await client.close();
});

test('progress carries the live lines, rising, and ends with the call', async () => {
  const client = await connect();
  const heard = [];
  const result = await execute(client, 'for i in 1 2 3 4; do echo "line $i"; sleep 0.4; done', {}, { onprogress: (one) => heard.push(one) });
  assert.equal(result.structuredContent.exitCode, 0);
  const atTheEnd = heard.length;
  assert.ok(heard.map((one) => one.message).join('\n').includes('line 3'), JSON.stringify(heard));
  for (let i = 1; i < heard.length; i++) assert.ok(heard[i].progress > heard[i - 1].progress);
  await pause(400);
  assert.equal(heard.length, atTheEnd);
  await client.close();
});

test('progress of a flood comes at a bounded rate', async () => {
  const client = await connect();
  const heard = [];
  const began = Date.now();
  await execute(client, 'timeout 2 yes', {}, { onprogress: (one) => heard.push(one) });
  const quarters = (Date.now() - began) / 250;
  assert.ok(heard.length >= 2 && heard.length <= quarters + 2, `${heard.length} in ${quarters} quarters of a second`);
  for (const one of heard) assert.ok(one.message.length <= 1024);
  await client.close();
});

test('cancellation ends the whole tree and is not answered', async () => {
  const client = await connect();
  const controller = new AbortController();
  const mark = `77${process.pid}`;
  const pending = execute(client, `(sleep ${mark}.5 & sleep ${mark}.6 & wait)`, {}, { signal: controller.signal });
  while ((await running(`sleep ${mark}`)).length < 2) await pause(20);
  controller.abort();
  await assert.rejects(pending);
  while ((await running(`sleep ${mark}`)).length > 0) await pause(20);
  const after = await execute(client, 'echo alive');
  assert.match(text(after), /alive/);
  await client.close();
});

test('calls run side by side', async () => {
  const client = await connect();
  const slow = execute(client, 'sleep 60');
  const quick = await Promise.all([1, 2, 3, 4].map((n) => execute(client, `sleep 0.5; echo ${n}`)));
  quick.forEach((result, n) => assert.equal(result.structuredContent.output.text, String(n + 1)));
  await client.close();
  await assert.rejects(slow);
});

test('without a policy and without a form it is denied, with a sentence on how to allow it', async () => {
  const client = await connect(asking);
  const result = await execute(client, 'touch /tmp/never-allowed');
  assert.ok(result.isError);
  assert.equal(result.structuredContent.status, 'denied');
  assert.match(text(result), /cannot ask the user/);
  assert.match(text(result), /allowedCommands in ~\/.config\/termhost\/policy\.json/);
  await client.close();
});

test('the policy alone decides where the client has no form', async () => {
  const client = await connect(['mcp', '--policy', policy({ allowedCommands: ['echo'], deniedCommands: ['echo secret'] })]);
  assert.equal((await execute(client, 'echo yes')).structuredContent.status, 'completed');
  assert.equal((await execute(client, 'echo secret')).structuredContent.status, 'denied');
  assert.equal((await execute(client, 'echo "$(touch x)"')).structuredContent.status, 'denied');
  await client.close();
});

/** A client whose person fills in the form with `answer(question)`. */
function withPerson(answer, args = asking) {
  const questions = [];
  const prepare = (client) =>
    client.setRequestHandler(types.ElicitRequestSchema, (request) => {
      questions.push(request.params);
      return answer(request.params);
    });
  return connect(args, { capabilities: { elicitation: {} }, prepare }).then((client) => ({ client, questions }));
}

const choose = (pattern) => (question) => ({
  action: 'accept',
  content: { decision: question.requestedSchema.properties.decision.enum.find((one) => pattern.test(one)) },
});

test('the person is asked by a form, and what they say holds', async () => {
  const { client, questions } = await withPerson(choose(/once/));
  const result = await execute(client, 'touch -c none; echo asked');
  assert.equal(result.structuredContent.output.text, 'asked');
  assert.match(questions[0].message, /echo asked/);
  await execute(client, 'touch -c none; echo asked');
  assert.equal(questions.length, 2, 'once is once');
  await client.close();
});

test('"always" is remembered for the session, with a policy file too', async () => {
  for (const args of [asking, [...asking, '--policy', policy({ deniedCommands: ['rm'] })]]) {
    const { client, questions } = await withPerson(choose(/always/), args);
    assert.equal((await execute(client, 'touch -c one')).structuredContent.status, 'completed');
    assert.equal((await execute(client, 'touch -c one')).structuredContent.status, 'completed');
    assert.equal(questions.length, 1);
    await client.close();
  }
});

test('no, a closed form and an answer that is none: it does not run', async () => {
  const answers = [
    [choose(/not run/), 'rejected'],
    [() => ({ action: 'decline' }), 'denied'], // some clients do so without a person
    [() => ({ action: 'cancel' }), 'denied'], // nobody said anything
    [() => ({ action: 'accept', content: { decision: 'sure' } }), 'denied'],
  ];
  for (const [answer, status] of answers) {
    const { client } = await withPerson(answer);
    const result = await execute(client, 'touch -c none; echo asked');
    assert.equal(result.structuredContent.status, status);
    assert.ok(result.isError);
    await client.close();
  }
});

test('a cancelled call withdraws its question', async () => {
  let withdrawn;
  const asked = new Promise((resolve) => (withdrawn = resolve));
  const controller = new AbortController();
  const prepare = (client) =>
    client.setRequestHandler(types.ElicitRequestSchema, (request, { signal }) => {
      setImmediate(() => controller.abort());
      return new Promise(() => signal.addEventListener('abort', () => withdrawn('yes')));
    });
  const client = await connect(asking, { capabilities: { elicitation: {} }, prepare });
  await assert.rejects(execute(client, 'touch -c none; echo asked', {}, { signal: controller.signal }));
  assert.equal(await asked, 'yes');
  await client.close();
});

test('the first root is where commands run, and a changed one counts', async () => {
  const folders = [realpathSync(scratch()), realpathSync(scratch())];
  let current = 0;
  const prepare = (client) =>
    client.setRequestHandler(types.ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(folders[current]).href }] }));
  const client = await connect(allowAll(), { capabilities: { roots: { listChanged: true } }, prepare });
  assert.equal((await execute(client, 'pwd')).structuredContent.output.text, folders[0]);
  current = 1;
  await client.sendRootsListChanged();
  assert.equal((await execute(client, 'pwd')).structuredContent.output.text, folders[1]);
  await client.close();
  const told = await connect([...allowAll(), '--cwd', folders[0]], { capabilities: { roots: {} }, prepare });
  assert.equal((await execute(told, 'pwd')).structuredContent.output.text, folders[0], '--cwd is above the roots');
  await told.close();
});

test('whole outputs go with the session, unless they are to be kept', async () => {
  for (const keep of [false, true]) {
    const storage = scratch();
    const client = await connect([...allowAll(), '--storage', storage, ...(keep ? ['--keep'] : [])]);
    await execute(client, 'seq 1 5000');
    const kept = () => readdirSync(storage, { recursive: true }).filter((name) => name.endsWith('.txt')).map((name) => join(storage, name));
    assert.equal(kept().length, 1);
    const { pid } = client.transport;
    await client.close();
    while ((await running(binary)).includes(String(pid))) await pause(20);
    assert.equal(kept().length, keep ? 1 : 0);
  }
});

test('each legacy version is spoken, and an unknown one is answered with the newest', async () => {
  const { RawServer } = await import('./support.mjs');
  for (const [asked, given] of [['2024-11-05'], ['2025-03-26'], ['2025-06-18'], ['2025-11-25'], ['1999-01-01', '2025-11-25'], ['2026-07-28', '2025-11-25']]) {
    const server = new RawServer(['mcp']);
    server.request(1, 'initialize', { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'x', version: '1' } });
    assert.equal((await server.answer(1)).result.protocolVersion, given ?? asked);
    assert.deepEqual(await server.end(), { code: 0, signal: null });
  }
});
