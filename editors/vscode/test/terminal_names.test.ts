import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameApart } from '../src/terminal_names';

test('terminals of one agent are told apart', () => {
  assert.equal(nameApart('termhost', []), 'termhost');
  assert.equal(nameApart('termhost', ['bash', 'termhost']), 'termhost 2');
  assert.equal(nameApart('termhost: claude', ['termhost: claude', 'termhost: claude 2']), 'termhost: claude 3');
});
