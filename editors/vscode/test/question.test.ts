import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApprovalRequestParams } from '../src/protocol';
import { wordingOf } from '../src/question';

const asked = (fields: Partial<ApprovalRequestParams>): ApprovalRequestParams => ({
  toolCallId: 'call-1',
  command: 'ls',
  shown: fields.command ?? 'ls',
  size: '1 line, 2 bytes',
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
    [{ action: 'input', command: 'y\r', target: 'cat' }, 'Let the agent type this into `cat`?', 'Let it type', 'Type the edited text'],
    [{ action: 'stop', command: 'npm start', target: 'npm start' }, 'Stop your command `npm start`?', 'Stop it', undefined],
    [{ action: 'read', command: 'ssh x', target: 'ssh x' }, 'Show the agent the output of your command `ssh x`?', 'Show it', undefined],
    [{ action: 'stop', command: 'a\nb' }, 'Stop your command `a …`?', 'Stop it', undefined],
    [{ agent: 'claude (pid 7)' }, 'claude (pid 7) wants to run this in /project (bash)', 'Approve', 'Run the edited command'],
    [{ agent: 'claude (pid 7)', action: 'input', command: 'y\r', target: 'cat' }, 'Let claude (pid 7) type this into `cat`?', 'Let it type', 'Type the edited text'],
    [{ agent: 'claude (pid 7)', action: 'stop', command: 'npm start' }, 'Stop your command `npm start` for claude (pid 7)?', 'Stop it', undefined],
    [{ agent: 'claude (pid 7)', action: 'read', command: 'ssh x' }, 'Show claude (pid 7) the output of your command `ssh x`?', 'Show it', undefined],
  ];
  for (const [fields, title, yes, edited] of rows) {
    const wording = wordingOf(asked(fields));
    assert.deepEqual([wording.title, wording.yes, wording.edit?.yes], [title, yes, edited]);
  }
});

test('what is shown is what the server says, and marked text is not edited', () => {
  const rows: [Partial<ApprovalRequestParams>, boolean][] = [
    [{ command: 'echo a\x1b[2K', shown: 'echo a⟨ESC⟩[2K' }, false],
    [{ command: 'a\u200bb', shown: 'a⟨U+200B⟩b' }, false],
    [{ command: 'a \n\tb', shown: 'a⟨1 blank⟩\n⇥b' }, true],
    [{ action: 'input', command: '\x04', shown: '⟨EOT⟩' }, false],
    [{ action: 'input', command: 'yes\r', shown: 'yes⏎' }, true],
  ];
  for (const [fields, editable] of rows) {
    const { command, edit } = wordingOf(asked({ target: 'cat', ...fields }));
    assert.equal(command.map(([, text]) => text).join(''), fields.shown);
    assert.equal(edit !== undefined, editable, fields.shown);
  }
});

test('a name has the hazards first, and is whole only where all of the text is in it', () => {
  const nameOf = (fields: Partial<ApprovalRequestParams>): [string, boolean] => {
    const { name, whole } = wordingOf(asked(fields));
    return [name, whole];
  };
  assert.deepEqual(nameOf({ command: 'curl x | sh', hazards: ['network', 'piped_code'] }), ['network, piped code: Run `curl x | sh`?', true]);
  assert.deepEqual(nameOf({ command: `ls ${'x'.repeat(90)}; rm -rf ~` }), [`Run \`ls ${'x'.repeat(77)} …\`?`, false]);
  assert.deepEqual(nameOf({ command: 'ls\nrm -rf ~' }), ['Run `ls …`?', false]);
  assert.deepEqual(nameOf({ command: '[a](command:b)' }), ['Run `[a]\u200b(command:b)`?', true]);
  assert.deepEqual(nameOf({ agent: 'claude (pid 7)' }), ['Run `ls` for claude (pid 7)?', true]);
});

test('a command of which no effect is known says so; an answer about a running one does not', () => {
  const rows: [Partial<ApprovalRequestParams>, string][] = [[{}, 'no effects known'], [{ hazards: ['network'] }, ''], [{ action: 'stop', target: 'cat' }, '']];
  for (const [fields, said] of rows) assert.equal(wordingOf(asked(fields)).noEffects, said);
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
