import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import type { Card } from '../src/approval_card';
import { ApprovalView } from '../src/approval_view';
import { Approvals } from '../src/approvals';
import { QuestionDocuments } from '../src/question_documents';
import type { ApprovalCheckParams, ApprovalCheckResult, ApprovalRequestParams, ApprovalRequestResult } from '../src/protocol';
import { CancellationTokenSource, FakeWebviewView, Uri, webviews, window, workspace } from './fake_vscode';
import { noRules } from './support';

const question = (command: string, toolCallId = 'call-1'): ApprovalRequestParams => ({
  toolCallId,
  command,
  shown: command,
  size: `1 line, ${command.length} bytes`,
  cwd: '/project',
  shell: 'bash',
  commands: [{ text: command, verdict: 'ask', reason: 'no rule' }],
  reason: 'no rule allows it',
  suggestions: ['npm test'],
});

function bench(): { approvals: Approvals; remembered: string[]; source: CancellationTokenSource; token: vscode.CancellationToken } {
  const remembered: string[] = [];
  const approvals = new Approvals({ ...noRules, remember: ({ list, prefix, inWorkspace }) => Promise.resolve(void remembered.push(`${list} ${prefix}${inWorkspace ? ' in workspace' : ''}`)) });
  const source = new CancellationTokenSource();
  return { approvals, remembered, source, token: source.token };
}

test('questions wait in order; each gets its own answer', async () => {
  const { approvals, token } = bench();
  const first = approvals.ask(question('one'), token);
  const second = approvals.ask(question('two', 'call-2'), token);
  assert.deepEqual(approvals.commands.map((pending) => pending.question.command), ['one', 'two']);
  approvals.answer(approvals.pending[1]?.id ?? 0, { decision: 'reject', feedback: 'no' });
  approvals.answer(approvals.pending[0]?.id ?? 0, { decision: 'approve' });
  assert.deepEqual(await first, { decision: 'approve' });
  assert.deepEqual(await second, { decision: 'reject', feedback: 'no' });
  assert.deepEqual(approvals.pending, []);
});

test('a withdrawn question goes away', async () => {
  const { approvals, source, token } = bench();
  const answer = approvals.ask(question('one'), token);
  source.cancel();
  assert.deepEqual(await answer, { decision: 'reject' });
  assert.deepEqual(approvals.pending, []);
});

test('a question that was withdrawn before it could be asked is not shown', async () => {
  const { approvals } = bench();
  const token = { isCancellationRequested: true, onCancellationRequested: () => ({ dispose: () => undefined }) };
  assert.deepEqual(await approvals.ask(question('one'), token), { decision: 'reject' });
  assert.deepEqual(approvals.pending, []);
});

test('a rule of the workspace goes to the server as a setting alone, which can be taken back', async () => {
  const { approvals, remembered, token } = bench();
  const answer = approvals.ask(question('npm test'), token);
  approvals.answer(approvals.pending[0]?.id ?? 0, { decision: 'approve', remember: { list: 'allowed', prefix: 'npm test', scope: 'session', inWorkspace: true } });
  assert.deepEqual(await answer, { decision: 'approve' });
  assert.deepEqual(remembered, ['allowed npm test in workspace']);
});

test('a line that the user has allowed is asked no more, also where it waits already', async () => {
  const lines = new Set<string>();
  const approvals = new Approvals({ remember: (_, { command }) => Promise.resolve(void lines.add(command)), allows: ({ command }) => lines.has(command) });
  const { token } = new CancellationTokenSource();
  const answers = [approvals.ask(question('touch a'), token), approvals.ask(question('touch a', 'call-2'), token)];
  void approvals.ask({ ...question('touch a', 'call-3'), action: 'input' }, token);
  approvals.answer(approvals.pending[0]?.id ?? 0, { decision: 'approve', remember: { list: 'allowed', prefix: '', scope: 'line' } });
  assert.deepEqual(await Promise.all(answers), [{ decision: 'approve' }, { decision: 'approve' }], 'the server keeps no such rule');
  assert.deepEqual(await approvals.ask(question('touch a', 'call-4'), token), { decision: 'approve' });
  assert.equal(approvals.pending.length, 1, 'what may be typed is asked');
  approvals.withdrawAll();
});

test('always allow is remembered', async () => {
  const { approvals, remembered, token } = bench();
  const answer = approvals.ask(question('npm test'), token);
  approvals.answer(approvals.pending[0]?.id ?? 0, { decision: 'approve', remember: { list: 'allowed', prefix: 'npm test' } });
  assert.equal((await answer).decision, 'approve');
  assert.deepEqual(remembered, ['allowed npm test']);
});

test('what may be typed, stopped or read is asked each time, whatever was agreed for the call', async () => {
  const { approvals, token } = bench();
  approvals.agree('call-1', 'y');
  for (const action of ['input', 'stop', 'read'] as const) void approvals.ask({ ...question('y'), action, target: 'cat' }, token);
  assert.equal(approvals.pending.length, 3);
  approvals.answer(approvals.pending[0]!.id, { decision: 'edit', command: 'n' });
  void approvals.ask({ ...question('n'), action: 'run' }, token);
  assert.equal(approvals.pending.length, 3, 'text that was edited to be typed is no agreement to run it');
  approvals.withdrawAll();
});

test('what the person wrote is not asked for again, anything else is', async () => {
  const { approvals, token } = bench();
  const answer = approvals.ask(question('rm -rf /'), token);
  approvals.answer(approvals.pending[0]?.id ?? 0, { decision: 'edit', command: 'ls /' });
  await answer;
  assert.deepEqual(await approvals.ask(question('ls /'), token), { decision: 'approve' });
  void approvals.ask(question('ls / && rm x'), token);
  void approvals.ask(question('ls /', 'another-call'), token);
  assert.equal(approvals.pending.length, 2);
  approvals.withdrawAll();
});

/** The view on its page, with one question; `said` is what the page was told since. */
function shown(check: (params: ApprovalCheckParams) => Promise<ApprovalCheckResult> = () => Promise.reject(new Error('no server'))): { approvals: Approvals; view: ApprovalView; page: FakeWebviewView; answer: Promise<ApprovalRequestResult>; token: vscode.CancellationToken } {
  const { approvals, token } = bench();
  const view = new ApprovalView(Uri.file('/nowhere') as vscode.Uri, approvals, check);
  const page = webviews.at(-1)!;
  return { approvals, view, page, answer: approvals.ask(question('npm test'), token), token };
}

test('where the workspace is not trusted no rule is offered, and the card says why', () => {
  const { approvals, view, page } = shown();
  const cards = [true, false].map((trusted) => {
    workspace.isTrusted = trusted;
    page.received.fire({ ready: true });
    const [card] = (page.posted.at(-1) as { pending: Card[] }).pending;
    return [card?.remember.length, card?.lasting.map((note) => note.slice(0, 29))];
  });
  workspace.isTrusted = true;
  approvals.withdrawAll();
  view.dispose();
  assert.deepEqual(cards, [[2, []], [0, ['It would run for real.', 'This folder is not trusted, s']]]);
});

test('a key goes to the page that is seen, with what is typed there; what is not seen is only shown', async () => {
  const { approvals, view, page } = shown();
  const told: string[] = [];
  (window as { showInformationMessage: (message: string) => Promise<undefined> }).showInformationMessage = (message) => {
    told.push(message);
    return Promise.resolve(undefined);
  };
  page.visible = true;
  await view.press('approve');
  assert.deepEqual(page.posted.at(-1), { focus: 1 });
  assert.match(told[0] ?? '', /no answer was sent/);
  page.received.fire({ ready: true });
  await view.press('reject');
  assert.deepEqual(page.posted.at(-1), { id: 1, key: 'r' });
  page.visible = false;
  await view.press('approve');
  assert.deepEqual(page.posted.at(-1), { focus: 1 });
  assert.equal(told.length, 2);
  assert.equal(approvals.pending.length, 1);
  view.dispose();
});

test('a key that leads to more is kept until the page is painted', async () => {
  const { view, page } = shown();
  await view.press('edit');
  assert.ok(!page.posted.some((message) => 'key' in (message as object)));
  page.received.fire({ ready: true });
  assert.deepEqual(page.posted.at(-1), { id: 1, key: 'e' });
  view.dispose();
});

test('while the text is edited a notification does not approve the one before', async () => {
  const { approvals, view, page, answer } = shown();
  const asks: string[] = [];
  window.showWarningMessage = (message, ...buttons) => {
    asks.push([message, ...buttons].join(' | '));
    return Promise.resolve(asks.length === 1 ? 'Approve' : undefined);
  };
  page.visible = true;
  page.received.fire({ id: 1, editing: true });
  page.visible = false;
  page.visibility.fire();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(asks, ['termhost: Run `npm test`? | Reject | Show']);
  assert.equal(approvals.pending.length, 1);
  page.received.fire({ id: 1, result: { decision: 'edit', command: 'npm test -- x' } });
  assert.deepEqual(await answer, { decision: 'edit', command: 'npm test -- x' });
  view.dispose();
});

test('what the user has written is judged in the folder and the shell of the question', async () => {
  const checked: ApprovalCheckParams[] = [];
  const verdict: ApprovalCheckResult = { verdict: 'allow', runs: 'outside', runsBecause: '', commands: [{ text: 'ls', verdict: 'allow', reason: 'only reads' }], reason: '' };
  const { view, page } = shown((params) => Promise.resolve(verdict).finally(() => checked.push(params)));
  page.received.fire({ id: 1, edited: 'ls' });
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(checked, [{ command: 'ls', cwd: '/project', shell: 'bash' }]);
  assert.deepEqual(page.posted.at(-1), { id: 1, judged: 'ls', groups: [{ verdict: 'allow', why: 'only reads', commands: [{ text: 'ls', hazards: [] }] }], hazards: [], noEffects: 'no effects known', notes: [] });
  view.dispose();
});

test('where the view is not seen a notification asks, once for each question', async () => {
  const { approvals, view, page, answer, token } = shown();
  const asks: string[] = [];
  window.showWarningMessage = (message, ...buttons) => {
    asks.push([message, ...buttons].join(' | '));
    return Promise.resolve('Approve');
  };
  await new Promise((resolve) => setImmediate(resolve));
  page.visibility.fire();
  assert.deepEqual(await answer, { decision: 'approve' });
  void approvals.ask(question('npm test\nrm -rf x', 'call-2'), token);
  page.visibility.fire();
  assert.deepEqual(asks, ['termhost: Run `npm test`? | Approve | Reject | Show', 'termhost: Run `npm test …`? | Reject | Show']);
  approvals.dispose();
  view.dispose();
});

test('the document of a question says when the question is gone', () => {
  const { approvals, token } = bench();
  const documents = new QuestionDocuments(approvals, () => undefined);
  void approvals.ask(question('one'), token);
  const [pending] = approvals.pending;
  const uri = { scheme: 'termhost-question', query: String(pending?.id) };
  const anew: unknown[] = [];
  documents.onDidChange((one) => anew.push(one));
  workspace.textDocuments = [{ uri }];
  try {
    assert.match(documents.provideTextDocumentContent(uri as vscode.Uri), /wants to run this in/);
    approvals.answer(pending?.id ?? 0, { decision: 'approve' });
    assert.deepEqual(anew, [uri]);
    assert.match(documents.provideTextDocumentContent(uri as vscode.Uri), /answered or withdrawn/);
  } finally {
    workspace.textDocuments = [];
    documents.dispose();
  }
});
