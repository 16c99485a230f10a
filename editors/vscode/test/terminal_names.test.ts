import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameApart, telling } from '../src/terminal_names';

test('terminals of one agent are told apart', () => {
  assert.equal(nameApart('termhost', []), 'termhost');
  assert.equal(nameApart('termhost', ['bash', 'termhost']), 'termhost 2');
  assert.equal(nameApart('claude (termhost)', ['claude (termhost)', 'claude (termhost) 2']), 'claude (termhost) 3');
});

test('a name begins with what tells terminals apart', () => {
  const names = { termhost: 'termhost', 'termhost: claude': 'claude (termhost)', 'termhost (trial)': 'trial (termhost)', 'termhost (trial): a: b': 'a: b (termhost, trial)', other: 'other' };
  for (const [given, shown] of Object.entries(names)) assert.equal(telling(given), shown);
});
