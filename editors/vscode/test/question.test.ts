import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApprovalRequestParams } from '../src/protocol';
import { wordingOf } from '../src/question';

const asked = (fields: Partial<ApprovalRequestParams>): ApprovalRequestParams => ({
  toolCallId: 'call-1',
  command: 'ls',
  cwd: '/project',
  shell: 'bash',
  commands: [],
  reason: '',
  suggestions: [],
  ...fields,
});

test('each question has its own words', () => {
  const rows: [Partial<ApprovalRequestParams>, string, string, string | undefined][] = [
    [{}, 'An agent wants to run this in /project (bash)', 'Approve', 'Run the edited command'],
    [{ action: 'input', command: 'y\r', target: 'cat' }, 'Type this into `cat`?', 'Type it', 'Type the edited text'],
    [{ action: 'stop', command: 'npm start', target: 'npm start' }, 'Stop your command `npm start`?', 'Stop it', undefined],
    [{ action: 'read', command: 'ssh x', target: 'ssh x' }, 'Show the agent what your command `ssh x` printed?', 'Show it', undefined],
    [{ action: 'stop', command: 'a\nb', target: 'a\nb' }, 'Stop your command `a …`?', 'Stop it', undefined],
    [{ action: 'stop', command: '\x1b[2K', target: '\x1b[2K' }, 'Stop your command `^[[2K`?', 'Stop it', undefined],
  ];
  for (const [fields, title, yes, edited] of rows) {
    const wording = wordingOf(asked(fields));
    assert.deepEqual([wording.title, wording.yes, wording.edit?.yes], [title, yes, edited]);
  }
});

test('nothing can hide: control characters are to be seen, and keys are shown as keys', () => {
  const rows: [ApprovalRequestParams['action'], string, string][] = [
    ['run', 'echo a\x1b[2K\rb\n\tc', 'echo a^[[2K^Mb\n\tc'],
    ['input', '\x04', '^D'],
    ['input', 'yes\r', 'yes⏎'],
    ['input', 'one\ntwo\r\n', 'one⏎\ntwo⏎'],
    ['input', 'ls\t\x7f', 'ls⇥^?'],
  ];
  for (const [action, command, shown] of rows) {
    const spans = wordingOf(asked({ action: action!, command, target: 'cat' })).command;
    assert.equal(spans.map(([, text]) => text).join(''), shown);
  }
});

test('words can be edited, with Enter kept behind them; keys can not', () => {
  const editOf = (command: string): unknown => {
    const edit = wordingOf(asked({ action: 'input', command, target: 'cat' })).edit;
    return edit && [edit.text, edit.ending];
  };
  assert.deepEqual(editOf('yes\r'), ['yes', '\r']);
  assert.deepEqual(editOf('yes'), ['yes', '']);
  assert.equal(editOf('\x03'), undefined);
  assert.equal(editOf('a\rb\r'), undefined);
  assert.equal(wordingOf(asked({ command: 'a\nb' })).edit?.text, 'a\nb');
});
