import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardOf, choicesOf, groupsOf, judgementOf } from '../src/approval_card';
import { highlight } from '../src/highlight';
import type { ApprovalRequestParams, CommandVerdict } from '../src/protocol';

const asked = (fields: Partial<ApprovalRequestParams>): ApprovalRequestParams => ({
  toolCallId: 'call-1',
  command: 'npm test',
  shown: 'npm test',
  size: '1 line, 8 bytes',
  cwd: '/project',
  shell: 'bash',
  commands: [],
  reason: 'no rule allows it',
  suggestions: ['npm test'],
  ...fields,
});

test('equal verdicts of equal reason are one group, in the order of the server; the rule is named', () => {
  const commands: CommandVerdict[] = [
    { text: 'rm x', verdict: 'ask', reason: 'no rule allows it', hazards: ['destructive'] },
    { text: 'make', verdict: 'ask', reason: 'no rule allows it' },
    { text: 'ls', verdict: 'allow', reason: 'a rule allows it', rule: 'ls', hazards: [] },
    { text: 'cat x', verdict: 'allow', reason: 'built-in: only reads', rule: 'built-in: only reads', hazards: ['outside_workspace'] },
  ];
  assert.deepEqual(groupsOf(commands), [
    { verdict: 'ask', why: 'no rule allows it', commands: [{ text: 'rm x', hazards: ['destructive'] }, { text: 'make', hazards: [] }] },
    { verdict: 'allow', why: 'a rule allows it (rule: ls)', commands: [{ text: 'ls', hazards: [] }] },
    { verdict: 'allow', why: 'built-in: only reads', commands: [{ text: 'cat x', hazards: ['outside workspace'] }] },
  ]);
});

test('each choice says what it does, the narrowest first; only a command can be allowed as a line', () => {
  const names = (question: ApprovalRequestParams): string[] => choicesOf(question).flatMap(({ choices }) => choices).map(({ name, rule }) => `${name}: ${rule.inWorkspace ? 'workspace' : (rule.scope ?? 'always')}`);
  const line = 'Approve, and allow exactly this command line in this folder: until this window is closed or reloaded: line';
  const prefix = [
    ['until this window is closed or reloaded', 'session'],
    ['always, in this workspace', 'workspace'],
    ['always, in all windows', 'always'],
  ].map(([where, kind]) => `Approve, and allow all commands that begin with \`npm test\`: ${where}: ${kind}`);
  assert.deepEqual(names(asked({})), [line, ...prefix]);
  assert.deepEqual(names(asked({ suggestions: [] })), [line]);
  assert.deepEqual(names(asked({ action: 'input' })), prefix);
  assert.deepEqual(names(asked({ action: 'stop', suggestions: [] })), []);
});

test('each card has its own name, and a reason also where no part has one', () => {
  assert.equal(cardOf({ id: 1, question: asked({}) }, true).wording.name, 'Run `npm test`?');
  assert.equal(cardOf({ id: 2, question: asked({ action: 'stop', target: 'npm start' }) }, true).wording.name, 'Stop your command `npm start`?');
  assert.deepEqual(cardOf({ id: 1, question: asked({}) }, true).notes, ['no rule allows it']);
  const commands = [{ text: 'ls', verdict: 'ask' as const, reason: 'no rule allows it' }];
  const reason = 'the shell may read it as a command line: no rule allows it; an approval also covers later input';
  assert.deepEqual(cardOf({ id: 1, question: asked({ action: 'input', target: 'sh', commands, reason }) }, true).notes, [reason]);
});

test('where it would run is said, also of an edited text: on the card, and in what a screen reader hears', () => {
  const place = 'in the sandbox (workspace, network none)';
  const { notes, lasting, wording } = cardOf({ id: 1, question: asked({ place, commands: [{ text: 'npm test', verdict: 'ask', reason: 'x' }] }) }, true);
  assert.deepEqual([notes, lasting], [[], [`It would run ${place}.`]]);
  assert.equal(wording.name, `Run \`npm test\` ${place}?`);
});

test('highlighting changes no character, and finds programs, strings, variables and operators', () => {
  const rows: [string, string][] = [
    ['npm test && rm -r "$HOME/a b" | tee log # why', 'program:npm operator:&& program:rm string:"$HOME/a b" operator:| program:tee comment:# why'],
    ['A=1 make $(pwd) ${x}', 'program:make operator:$( program:pwd operator:) variable:${x}'],
    ["cat 'a\nb' $? 'open", "program:cat string:'a\nb' variable:$?"],
    ['', ''],
    ['a#b; #c', 'program:a operator:; comment:#c'],
  ];
  for (const [command, expected] of rows) {
    const spans = highlight(command);
    assert.equal(spans.map(([, text]) => text).join(''), command);
    const said = spans.filter(([kind]) => kind !== 'plain').map(([kind, text]) => `${kind}:${text}`).join(' ');
    assert.equal(said, expected, command);
  }
});

test('the verdict on an edited text shows what the user may have overlooked', () => {
  const commands: CommandVerdict[] = [{ text: 'rm \u202e', verdict: 'deny', reason: 'a rule denies it', hazards: ['destructive'] }];
  assert.deepEqual(judgementOf({ verdict: 'deny', runs: 'nowhere', runsBecause: '', commands, reason: 'x', hazards: ['piped_code'] }), {
    groups: [{ verdict: 'deny', why: 'a rule denies it', commands: [{ text: 'rm ⟨U+202E⟩', hazards: ['destructive'] }] }],
    hazards: ['piped code'],
    noEffects: '',
    notes: [],
  });
});
