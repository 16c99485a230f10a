import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutNumbers } from '../src/numbered_text';

test('the header and the numbers go, the output stays', () => {
  const page = 'cmd-1.txt: 12 B (12 bytes). Showing bytes 0-12 of 12: complete.\n    1 | one\n    2 |   7 | two\n    3 | \n';
  assert.equal(withoutNumbers(page), 'one\n  7 | two\n\n');
});
