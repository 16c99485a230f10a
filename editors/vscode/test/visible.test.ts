import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { oneLine } from '../src/one_line';
import { visible } from '../src/visible';

test('text is made visible as the server does it', () => {
  const rows = readFileSync('../../tests/fixtures/visible.jsonl', 'utf8').trim().split('\n');
  assert.ok(rows.length > 30);
  for (const row of rows) {
    const { text, visible: shown } = JSON.parse(row) as { text: string; visible: string };
    assert.equal(visible(text), shown, row);
  }
});

test('in words of ours a command is its first line, and links in it are none', () => {
  assert.equal(oneLine('ls\nrm x'), 'ls …');
  assert.equal(oneLine('a\u202eb'), 'a⟨U+202E⟩b');
  assert.equal(oneLine('[x](command:y)'), '[x]\u200b(command:y)');
});
