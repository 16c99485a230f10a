import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frames } from '../src/frames';

test('frames keep the text and never split a surrogate pair', () => {
  const text = 'a😀b😀😀c\r\n';
  for (let length = 1; length <= text.length; ++length) {
    const pieces = [...frames(text, length)];
    assert.equal(pieces.join(''), text);
    for (const piece of pieces) assert.ok(!/[\ud800-\udbff]$/.test(piece), `cut at ${length}`);
  }
});

test('a long chunk becomes several frames, an empty one none', () => {
  assert.equal([...frames('x'.repeat(600 * 1024))].length, 3);
  assert.deepEqual([...frames('')], []);
});
