// Whatever comes in on a line: answered by the protocol's own error or ignored by its rule, and what follows is served.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RawServer, allowAll } from './support.mjs';

const deep = `{"jsonrpc":"2.0","id":1,"method":"m","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

/** line → the code of the one answer without a readable id. */
const unreadable = [
  ['hello there', -32700],
  [Buffer.from([0, 255, 1, 13]), -32700],
  ['{"jsonrpc":"2.0","id":1,"meth', -32700],
  ['{"jsonrpc":"2.0",,}', -32700],
  [deep, -32700],
  ['[7]', -32600],
  ['[]', -32600],
  ['7', -32600],
  ['"text"', -32600],
  ['null', -32600],
  ['{"id":null,"method":"ping"}', -32600],
  ['Content-Length: 10', -32700],
  ...['{}', '[1]', 'true', '1.5', 'null', '99999999999999999999'].map((id) => [`{"jsonrpc":"2.0","id":${id},"method":"ping"}`, -32600]),
];

for (const [dialect, args] of [['mcp', allowAll()], ['acp-terminals', ['acp-terminals']]]) {
  test(`${dialect}: garbage lines`, async () => {
    const server = new RawServer(args);
    for (const [n, [line, code]] of unreadable.entries()) {
      const before = server.messages.length;
      server.send(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
      server.request(`alive ${n}`, 'no/such/method', {});
      await server.answer(`alive ${n}`);
      const said = server.messages.slice(before).filter((message) => message.id !== `alive ${n}`);
      assert.equal(said.length, 1, `${line} → ${JSON.stringify(said)}`);
      assert.equal(said[0].error.code, code, String(line));
      if (dialect === 'mcp') assert.ok(!('id' in said[0]), 'an MCP error has no id null');
      else assert.equal(said[0].id, null);
    }
    assert.deepEqual(await server.end(), { code: 0, signal: null });
  });

  test(`${dialect}: blank lines, notifications and answers to nothing are ignored`, async () => {
    const server = new RawServer(args);
    server.send('\n  \r\n\t\n');
    server.notify('no/such/notification', { a: 1 });
    server.notify('notifications/cancelled', { requestId: 4711 });
    server.notify('notifications/cancelled', {});
    server.notify('notifications/cancelled', [7]);
    server.notify('$/cancel_request', { requestId: {} });
    server.send('{"jsonrpc":"2.0","id":4711,"result":{}}\n{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"no"}}\n{"jsonrpc":"2.0","id":null,"result":1}\n');
    server.request('alive', 'no/such', {});
    assert.equal((await server.answer('alive')).error.code, -32601);
    assert.equal(server.messages.length, 1);
    assert.deepEqual(await server.end(), { code: 0, signal: null });
  });

  test(`${dialect}: the end of input within a line`, async () => {
    const server = new RawServer(args);
    server.send('{"jsonrpc":"2.0","id":1,"method":"pi');
    assert.deepEqual(await server.end(), { code: 0, signal: null });
    assert.equal(server.messages.length, 0);
  });

  test(`${dialect}: byte by byte, with characters that are none`, async () => {
    const server = new RawServer(args);
    for (const byte of Buffer.from('{"jsonrpc":"2.0","id":"slow","method":"no/such"}\r\n')) server.send(Buffer.from([byte]));
    assert.equal((await server.answer('slow')).error.code, -32601);
    server.send(Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":"bad","method":"no/such'), Buffer.from([0xff, 0xe2, 0x82]), Buffer.from('\\ud83d"}\n')]));
    assert.match((await server.answer('bad')).error.message, /no\/such���$/);
    await server.end();
  });
}

test('mcp: wrong params', async () => {
  const server = await RawServer.initialized(allowAll());
  const rows = [
    ['tools/call', undefined, -32602, /params.name/],
    ['tools/call', [], -32602, /params/],
    ['tools/call', { name: 7 }, -32602, /params.name: expected a string, found 7/],
    ['tools/call', { name: '' }, -32602, /no tool ''/],
    ['tools/call', { name: 'execute_command', requestState: 5 }, -32602, /requestState/],
    ['initialize', { protocolVersion: 5 }, -32602, /protocolVersion/],
    ['resources/list', {}, -32601, /resources\/list/],
  ];
  for (const [id, [method, params, code, says]] of rows.entries()) {
    server.request(id, method, params);
    const { error } = await server.answer(id);
    assert.equal(error.code, code);
    assert.match(error.message, says);
  }
  for (const [n, args] of [undefined, null, [], 'text', {}, { command: '' }, { command: 'a\0b' }, { command: 'ls', timeout: -1 }, { command: 'ls', cwd: 7 }].entries()) {
    server.request(`args ${n}`, 'tools/call', { name: 'execute_command', arguments: args });
    const { result } = await server.answer(`args ${n}`);
    assert.equal(result.isError, true, JSON.stringify(args));
  }
  await server.end();
});

test('mcp: nothing before initialize, but ping; an id in use is refused', async () => {
  const server = new RawServer(allowAll());
  server.request(1, 'tools/list', {});
  assert.equal((await server.answer(1)).error.code, -32602);
  server.request(2, 'ping', {});
  assert.deepEqual((await server.answer(2)).result, {});
  server.request(3, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } });
  await server.answer(3);
  server.execute('same', 'sleep 60');
  server.request('same', 'ping', {});
  assert.equal((await server.answer('same')).error.code, -32600);
  assert.deepEqual(await server.end(), { code: 0, signal: null });
});

test('mcp: a cancelled call is never answered, and its id may be used again', async () => {
  const server = await RawServer.initialized(allowAll());
  server.execute(1, 'sleep 60');
  server.notify('notifications/cancelled', { requestId: 1 });
  server.execute(2, 'sleep 60', { background: true });
  const { executionId } = (await server.answer(2)).result.structuredContent;
  server.request(3, 'tools/call', { name: 'wait_for_command', arguments: { execution_id: executionId, timeout: 600 } });
  server.notify('notifications/cancelled', { requestId: 3 });
  server.request(3, 'ping', {});
  assert.deepEqual((await server.answer(3)).result, {});
  assert.equal(server.answersTo(1).length, 0);
  await server.end();
});
