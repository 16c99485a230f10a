import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputOf } from '../src/coloured_output';

test('a recording is played as it was printed, without what is cut at its end', () => {
  const recording = '{"version":2,"width":100,"height":30}\n[0.1,"o","\\u001b[31mred"]\n[0.2,"r","80x24"]\n[0.3,"o","\\u001b[0m\\r\\n"]\n[0.4,"o","cu';
  assert.deepEqual(outputOf(recording), { columns: 100, rows: 30, text: '\u001b[31mred\u001b[0m\r\n' });
});
