// Every answer of tests/fixtures/answers.txt, to the letter, through the official client. TERMHOST_UPDATE=1 writes down what comes, to be read and judged;
// ONLY=words looks at the situations whose titles have them.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { observe, record, recorded, written } from './answers.mjs';
import { SdkClient } from './sdk_client.mjs';
import { RawServer, policy } from './support.mjs';

const situations = recorded();
const observed = [...situations];

const tokens = (text) => Math.ceil(Buffer.byteLength(text) / 4);

/** The structure leaves nothing out that the text says. */
function saysAll({ expected }) {
  const structure = expected.find((line) => line.startsWith('= '));
  if (!structure) return;
  const { message, output, stderr, screen, text, rows = [] } = JSON.parse(structure.slice(2).replaceAll(/:([NPE])\b/g, ':0').replaceAll(/"pid":P\d+/g, '"pid":0'));
  const said = [message, output?.text, stderr?.text, screen, text, ...rows, 'Output:', 'Output so far:', 'Error output:'].join('\n').split('\n').map((line) => line.trimEnd());
  for (const line of expected.filter((one) => one.startsWith('  '))) {
    const words = line.slice(2).replace(/^\d+ [|-] /, '');
    assert.ok(words === '' || said.some((one) => one.includes(words)), `the structure does not say: ${words}`);
  }
}

for (const [at, situation] of situations.entries()) {
  if (process.env.ONLY && !situation.title.includes(process.env.ONLY)) continue;
  test(situation.title, async (t) => {
    observed[at] = await observe(situation, SdkClient.started);
    const [now, known] = [written(observed[at]), written(situation)];
    if (now !== known) t.diagnostic('TERMHOST_UPDATE=1 ./scripts/test --only agents writes tests/fixtures/answers.txt anew');
    if (!process.env.TERMHOST_UPDATE) assert.equal(now, known);
    observed[at].steps.forEach(saysAll);
  });
}

test('a simple success has a frame of at most 12 tokens', () => {
  for (const title of ['a command', 'no output', 'no such command', 'variables stay']) {
    const { steps } = observed.find((situation) => situation.title === title);
    for (const { expected } of steps) {
      const text = expected.filter((line) => line.startsWith('  ')).map((line) => line.slice(2));
      const frame = text.slice(0, 2).join('\n');
      assert.ok(tokens(frame) <= 12, frame);
    }
  }
});

// o200k_base takes 4.45 bytes a token of them (bench/tokens.mjs counts); 3,500 bytes are 790 tokens.
test('the tools cost a model less than 800 tokens, and ask to be loaded where they would not be', async () => {
  for (const [structured, ...more] of [['always'], ['never'], ['always', '--sandbox', 'workspace']]) {
    const client = more.length ? 'claude-code' : 'raw';
    const server = await RawServer.initialized(['mcp', '--structured', structured, ...more], { client });
    server.request(1, 'tools/list', {});
    const { tools } = (await server.answer(1)).result;
    const seen = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, parameters: inputSchema }));
    const bytes = seen.reduce((sum, tool) => sum + Buffer.byteLength(tool), 0);
    assert.ok(bytes <= 3500, `${bytes} bytes of 3500: make a description shorter, or leave an argument out in mcp_tools (server/host/mcp)`);
    assert.ok(tools.every((tool) => Boolean(tool._meta?.['anthropic/alwaysLoad']) === (client === 'claude-code')));
    assert.equal(tools.every((tool) => tool.outputSchema), structured === 'always');
    server.request(2, 'tools/list', { cursor: 'next' });
    assert.equal((await server.answer(2)).error.code, -32602);
    await server.end();
  }
});

test('a policy that cannot be used is said at the start', async () => {
  const file = policy({});
  writeFileSync(file, '{');
  const server = await RawServer.initialized(['mcp', '--policy', file]);
  assert.match((await server.answer('init')).result.instructions, /policy .* could not be used \(line 1/);
  await server.end();
  assert.match(server.log, /policy .* could not be used/);
});

test('a batch is taken for its messages', async () => {
  const server = await RawServer.initialized(['mcp']);
  server.send(`${JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', method: 'notifications/nothing' }, { jsonrpc: '2.0', id: 2, method: 'ping' }])}\n[]\n`);
  assert.deepEqual([(await server.answer(1)).result, (await server.answer(2)).result], [{}, {}]);
  assert.equal((await server.until((message) => message.error)).error.code, -32600);
  await server.end();
});

if (process.env.TERMHOST_UPDATE) test('written down', () => record(observed));
