// Whatever comes in, the server says once what was wrong and answers what follows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RawSession, frame, notification, request } from './raw.mjs';

const rows = [
  { name: 'no header at all', bytes: 'hello there\r\n', code: -32700, says: /expected a header/ },
  { name: 'binary', bytes: Buffer.from([0, 255, 1, 10, 13, 10]), code: -32700, says: /expected a header/ },
  { name: 'a header without a length', bytes: 'Content-Type: x\r\n\r\n{}', code: -32700, says: /no Content-Length/ },
  { name: 'a length that is no number', bytes: 'Content-Length: ten\r\n\r\n{}', code: -32700, says: /'ten' is not a number/ },
  { name: 'a negative length', bytes: 'Content-Length: -5\r\n\r\n{}', code: -32700, says: /'-5' is not a number/ },
  { name: 'a length of 1 GiB', bytes: 'Content-Length: 1073741824\r\n\r\n{}', code: -32700, says: /1073741824/ },
  { name: 'a length beyond all numbers', bytes: `Content-Length: ${'9'.repeat(40)}\r\n\r\n{}`, code: -32700, says: /not a number/ },
  { name: 'a length too short', bytes: 'Content-Length: 5\r\n\r\n{"jsonrpc":"2.0"}', code: -32700, says: /is not a JSON message/ },
  { name: 'a length too long', bytes: 'Content-Length: 5000\r\n\r\n{"jsonrpc":"2.0"}', code: -32700, says: /held the next header/ },
  { name: 'a header of 20 KB', bytes: `X: ${'y'.repeat(20_000)}\r\n\r\n`, code: -32700, says: /longer than 8192/ },
  { name: 'truncated JSON', bytes: frame('{"jsonrpc":"2.0","id":1,"meth'), code: -32700, says: /is not a JSON message/ },
  { name: 'JSON that is none', bytes: frame('{"jsonrpc":"2.0",,}'), code: -32700, says: /is not valid JSON/ },
  { name: 'deep nesting', bytes: frame(`{"jsonrpc":"2.0","id":1,"method":"m","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`), code: -32700, says: /deeper than 128/ },
  { name: 'a batch', bytes: frame('[{"jsonrpc":"2.0","id":1,"method":"m"}]'), code: -32600, says: /batches/ },
  { name: 'no version', bytes: frame('{"id":null,"method":"m"}'), code: -32600, says: /"jsonrpc": "2.0"/ },
  { name: 'an id that is an object', bytes: frame('{"jsonrpc":"2.0","id":{},"method":"m"}'), code: -32600, says: /id of a request/ },
];

for (const row of rows) {
  test(`garbage: ${row.name}`, async () => {
    const session = await RawSession.started();
    session.send(row.bytes, '\r\n');
    assert.ok(await session.alive());
    const answers = session.answersTo(null);
    assert.equal(answers.length, 1, 'said once');
    assert.equal(answers[0].error.code, row.code);
    assert.match(answers[0].error.message, row.says);
    assert.deepEqual(await session.end(), { code: 0, signal: null });
  });
}

test('all of it, one after the other, in one session, byte by byte', async () => {
  const session = await RawSession.started();
  for (const row of rows.filter((one) => one.bytes.length < 1000)) {
    for (const byte of Buffer.from(row.bytes)) session.send(Buffer.from([byte]));
    session.send('\r\n');
    assert.ok(await session.alive(row.name), row.name);
  }
  assert.deepEqual(await session.end(), { code: 0, signal: null });
});

test('bad characters cost themselves, not the message', async () => {
  const session = await RawSession.started();
  const before = '{"jsonrpc":"2.0","id":"bad","method":"no/such';
  session.send(frame(Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xe2, 0x82]), Buffer.from('\\ud83d"}')])));
  const answer = await session.answer('bad');
  assert.equal(answer.error.code, -32601);
  assert.match(answer.error.message, /no\/such���$/);
  await session.end();
});

test('unknown ids, answers to nothing, unknown notifications: dropped', async () => {
  const session = await RawSession.started();
  session.send(
    frame({ jsonrpc: '2.0', id: 4711, result: {} }),
    frame({ jsonrpc: '2.0', id: 'what', error: { code: 1, message: 'no' } }),
    frame({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'parse' } }),
    notification('$/cancelRequest', { id: 4711 }),
    notification('$/unknown'),
    notification('terminal/unknown'),
    notification('terminal/didClose', { terminalId: 'never seen' }),
    notification('shellExecution/didWrite', { executionId: 'never seen', data: 'x' }),
    notification('shellExecution/didEnd', { executionId: 'never seen', exitCode: 0 }),
    notification('terminal/didResize', { terminalId: 'never seen', cols: 99999999999, rows: -1 }),
  );
  assert.ok(await session.alive());
  assert.equal(session.messages.filter((one) => !('method' in one)).length, 2, 'nothing but the two answers asked for');
  await session.end();
});

test('wrong params are answered with the path', async () => {
  const session = await RawSession.started();
  session.send(request(1, 'tool/call', { name: 7 }), request(2, 'tool/background'), request(3, 'approval/check', [1]));
  assert.equal((await session.answer(1)).error.message, 'params.name: expected a string, found 7');
  assert.equal((await session.answer(2)).error.message, 'params.toolCallId: expected a value, found nothing');
  assert.equal((await session.answer(3)).error.message, 'params: expected an object, found an array of 1');
  await session.end();
});

test('an id in use is refused, a thousand requests are answered', async () => {
  const session = await RawSession.started();
  const slow = { name: 'execute_command', arguments: { command: 'sleep 60' }, toolCallId: 'slow' };
  session.send(request('same', 'tool/call', slow), request('same', 'tool/list'));
  assert.equal((await session.answer('same')).error.code, -32600);
  for (let id = 0; id < 1000; id++) session.send(request(id, 'no/such'));
  await session.answer(999);
  for (let id = 0; id < 1000; id++) assert.equal(session.answersTo(id).length, 1);
  assert.deepEqual(await session.end(), { code: 0, signal: null });
});
