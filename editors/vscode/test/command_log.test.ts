import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Approvals } from '../src/approvals';
import { CommandEntry, CommandLog } from '../src/command_log';
import { CommandsView, stateOf } from '../src/commands_view';
import { inWords } from '../src/duration';
import { keptOf } from '../src/kept_commands';
import type { ExecutionResult, ToolCallingParams } from '../src/protocol';
import { showQuestionsIn } from '../src/questions_in_log';
import { CancellationTokenSource, commands, events } from './fake_vscode';
import { noRules } from './support';

const result = (fields: Partial<ExecutionResult>): ExecutionResult => ({
  status: 'completed',
  exitCode: 0,
  signal: null,
  endedBy: 'end_event',
  certainty: 'certain',
  command: 'make',
  submitted: 'make',
  rewrite: { kind: 'none', reason: '' },
  cwd: '/project',
  shell: 'bash',
  integration: 'rich',
  terminalId: 't-1',
  executionId: '5',
  toolCallId: 'a',
  durationMs: 1,
  output: { text: '', totalBytes: 0, totalLines: 0, omitted: [], artifactId: null },
  ...fields,
});
const calling = (type: 'stdout' | 'complete', exitCode?: number): ToolCallingParams => ({
  name: 'terminal',
  toolCallId: 'a',
  data: { type, command: 'make', cd: '/project', ...(exitCode === undefined ? {} : { exitCode }) },
});

/** What a row says. */
const describe = (entry: CommandEntry, now: number): string => [stateOf(entry, now), entry.reason].filter(Boolean).join(' · ');

const busy = { terminalId: 't-1', busy: true, command: 'make', executionId: '5', toolCallId: 'a' };

test('a command from call to answer: what it waited for is not its time, and the server says how long it ran', () => {
  let now = 0;
  const log = new CommandLog(() => now);
  log.called('a', 'make', '/project', undefined);
  assert.equal(describe(log.entries[0]!, 2500), 'starting');
  assert.equal(log.count('running'), 0);
  log.statusChanged({ terminalId: 't-1', busy: true, command: 'cd /project', executionId: '4' });
  assert.equal(log.entries[0]?.terminalId, undefined, 'a preparation is nobody\'s command');
  now = 60_000;
  log.statusChanged(busy);
  assert.equal(describe(log.entries[0]!, 62_500), 'running · 2.5 s');
  assert.equal(log.entries[0]?.terminalId, 't-1');
  log.toolCalling(calling('complete', 2));
  assert.equal(log.count('running'), 1, 'the agent still waits for its answer');
  now = 99_000;
  log.answered('a', result({ exitCode: 2, durationMs: 12_000 }), 'text');
  assert.ok(log.idle);
  assert.equal(describe(log.entries[0], 99_000), 'exit 2 · 12 s');
});

test('a command that goes on in the background ends when the server says so', () => {
  const log = new CommandLog(() => 0);
  log.called('a', 'make', '/project', undefined);
  log.statusChanged(busy);
  log.answered('a', result({ status: 'running', exitCode: null }), 'still running');
  assert.equal(describe(log.entries[0]!, 0), 'in background · 0.0 s');
  log.toolCalling(calling('complete', 0));
  assert.equal(describe(log.entries[0]!, 0), 'exit 0 · 0.0 s');
});

test('commands of other clients are seen by their output', () => {
  const log = new CommandLog(() => 0);
  log.toolCalling(calling('stdout'));
  log.toolCalling(calling('stdout'));
  assert.equal(log.entries.length, 1);
  log.toolCalling(calling('complete', 0));
  assert.ok(log.idle);
});

test('commands of other clients are known by their terminal too, so that the person can stop a silent one', () => {
  const log = new CommandLog(() => 0);
  log.statusChanged(busy);
  assert.deepEqual([log.entries[0]?.command, log.entries[0]?.executionId], ['make', '5']);
  log.toolCalling(calling('complete', 0));
  log.statusChanged(busy);
  assert.deepEqual([log.idle, log.entries.length], [true, 1], 'what has ended does not begin again');
});

test('a command that waits for a terminal is said to, and is followed on to its end', () => {
  let now = 0;
  const log = new CommandLog(() => now);
  log.called('a', 'make', '/project', undefined);
  log.answered('a', result({ status: 'waiting', exitCode: null, executionId: '5', reason: 'all 5 terminals are busy' }), 'waiting');
  assert.equal(describe(log.entries[0]!, 9000), 'waiting for a terminal · all 5 terminals are busy');
  assert.deepEqual([log.count('waiting'), log.count('running'), log.entries[0]?.executionId], [1, 0, '5']);
  now = 20_000;
  log.statusChanged(busy);
  assert.equal(describe(log.entries[0]!, 21_000), 'in background · 1.0 s');
  now = 22_000;
  log.toolCalling(calling('complete', 3));
  assert.equal(describe(log.entries[0]!, 99_000), 'exit 3 · 2.0 s');
});

test('one that never got a terminal was not run', () => {
  const log = new CommandLog(() => 0);
  log.called('a', 'make', '/project', undefined);
  log.answered('a', result({ status: 'waiting', exitCode: null, reason: 'all are busy' }), 'waiting');
  log.toolCalling(calling('complete'));
  assert.equal(describe(log.entries[0]!, 9000), 'not run · all are busy');
});

test('why a command did not run is said', () => {
  const log = new CommandLog(() => 0);
  const rows: [Partial<ExecutionResult>, string][] = [
    [{ status: 'denied', reason: 'the rule rm denies it' }, 'not run · the rule rm denies it'],
    [{ status: 'rejected', reason: 'it was cancelled before anybody answered' }, 'not run · it was cancelled before anybody answered'],
    [{ status: 'failed_to_start', reason: 'no such shell' }, 'failed to start · no such shell'],
    [{ status: 'lost', reason: 'its terminal was closed' }, 'lost · its terminal was closed'],
  ];
  for (const [fields, text] of rows) {
    log.called('a', 'make', undefined, undefined);
    log.answered('a', result({ exitCode: null, ...fields }), '');
    assert.equal(describe(log.entries[0]!, 0), text);
  }
});

test('outcomes without an exit code are named; old ones are forgotten', () => {
  const log = new CommandLog(() => 0);
  for (let i = 0; i < 60; ++i) {
    log.called(`call-${i}`, 'make', undefined, undefined);
    log.answered(`call-${i}`, result({ status: 'rejected', exitCode: null }), 'no');
  }
  assert.equal(log.entries.length, 50);
  assert.equal(describe(log.entries[0]!, 0), 'rejected');
  log.clearFinished();
  assert.deepEqual(log.entries, []);
});

test('what ran in the background when the server ended is lost', () => {
  const log = new CommandLog(() => 0);
  log.called('a', 'make', undefined, undefined);
  log.statusChanged(busy);
  log.answered('a', result({ status: 'running', exitCode: null }), '');
  log.serverEnded();
  assert.equal(describe(log.entries[0]!, 9000), 'lost');
});

test('what the next server knows is not lost: it runs since it began', () => {
  const log = new CommandLog(() => 0);
  log.called('a', 'make', undefined, undefined);
  log.statusChanged(busy);
  log.serverEnded();
  log.answered('a', result({ status: 'lost', exitCode: null, durationMs: 0, reason: 'termhost ended' }), '');
  assert.equal(log.lostIn('t-1')?.executionId, '5');
  log.statusChanged(busy);
  assert.equal(describe(log.entries[0]!, 9000), 'in background · 9.0 s');
  log.toolCalling(calling('complete', 4));
  assert.match(describe(log.entries[0]!, 9000), /^exit 4/);
});

test('what the window has left and the next server knows runs on: one row, without a time that nobody knows', () => {
  const left = { toolCallId: 'a', taskId: undefined, command: 'make', cwd: '/project', calledAt: 0, waited: false, ended: true, runningSince: 0, executionId: '5', endedWithWindow: true as const };
  const log = new CommandLog(() => 3000);
  log.restore([left]);
  assert.equal(describe(log.entries[0]!, 9000), 'ended with the window');
  log.statusChanged(busy);
  log.toolCalling(calling('stdout'));
  assert.deepEqual(log.entries.map((entry) => describe(entry, 9000)), ['in background']);
  log.toolCalling(calling('complete', 4));
  assert.deepEqual(log.entries.map((entry) => describe(entry, 9000)), ['exit 4']);
});

test('a call of this window that is numbered like one of an earlier window is another one', () => {
  const left = { toolCallId: 'a', taskId: undefined, command: 'old', cwd: '/project', calledAt: 0, waited: false, ended: true, runningSince: 0, executionId: '4', endedWithWindow: true as const };
  const log = new CommandLog(() => 0);
  log.restore([left]);
  log.statusChanged(busy);
  assert.deepEqual(log.entries.map(({ command, ended }) => [command, ended]), [['make', undefined], ['old', true]]);
});

test('a command of an agent from outside is running, until the user lets it go; one that the user stopped is stopped', () => {
  const log = new CommandLog(() => 0);
  log.statusChanged(busy);
  assert.equal(describe(log.entries[0]!, 2000), 'running · 2.0 s');
  log.release('a');
  assert.equal(describe(log.entries[0]!, 2000), 'in background · 2.0 s');
  log.stopping({ executionId: '5' });
  log.toolCalling(calling('complete', 130));
  assert.equal(describe(log.entries[0]!, 2000), 'stopped · 0.0 s');
});

test('what an agent from outside asks for is in the list, and so is why it did not run', () => {
  const log = new CommandLog(() => 0);
  const approvals = new Approvals(noRules);
  const listening = showQuestionsIn(log, approvals);
  const { token } = new CancellationTokenSource();
  const question = { toolCallId: 'a', command: 'rm x', shown: 'rm x', size: '1 line', cwd: '/project', shell: 'bash', commands: [], reason: '', suggestions: [] };
  void approvals.ask(question, token);
  assert.deepEqual(log.entries.map((entry) => [entry.command, describe(entry, 0)]), [['rm x', 'starting']]);
  approvals.answer(1, { decision: 'reject', feedback: 'not here' });
  assert.deepEqual(log.entries.map((entry) => describe(entry, 0)), ['not run · You rejected it: not here']);
  void approvals.ask({ ...question, toolCallId: 'b' }, token);
  approvals.answer(2, { decision: 'approve' });
  log.statusChanged({ ...busy, toolCallId: 'b' });
  assert.equal(describe(log.entries[0]!, 0), 'running · 0.0 s');
  void approvals.ask({ ...question, toolCallId: 'b', action: 'input', target: 'cat' }, token);
  assert.equal(log.entries.length, 2, 'a question about its input is no other command');
  listening.dispose();
  approvals.dispose();
});

test('a trial is marked first, also in a later window; a server in it says that nothing reaches it', () => {
  const log = new CommandLog(() => 0);
  const rows = new CommandsView(log, new Approvals(noRules));
  log.called('a', 'python3 -m http.server 8123', '/project', undefined);
  const row = (): { label: unknown; words: string; menu: string } => {
    const { label, tooltip, contextValue } = rows.getTreeItem(log.entries[0]!);
    return { label, words: (tooltip as { value: string }).value.replaceAll('\\', ''), menu: contextValue ?? '' };
  };
  log.statusChanged({ ...busy, sandbox: 'trial' });
  assert.equal(row().label, 'trial · running · python3 -m http.server 8123');
  log.statusChanged({ ...busy, sandbox: 'trial', unreached: [8123] });
  log.answered('a', result({ status: 'running', exitCode: null }), '');
  assert.equal(row().label, 'trial, not reachable · python3 -m http.server 8123');
  assert.match(row().words, /nothing outside reaches port 8123/);
  assert.match(row().menu, /terminal/);
  log.toolCalling({ ...calling('complete', 0), data: { ...calling('complete', 0).data, tried: "made 'log' (+1)" } });
  assert.equal(row().label, 'trial · exit 0 · python3 -m http.server 8123');
  assert.match(row().words, /In a trial, a throw-away copy of your files, the command made 'log' \(\+1\).*Nothing of the copy is kept/);
  assert.match(row().menu, /tried/);
  assert.doesNotMatch(row().menu, /terminal/);
  const later = new CommandLog(() => 0);
  later.restore(log.entries.map(keptOf));
  assert.equal(describe(later.entries[0]!, 0), 'trial · exit 0 · 0.0 s');
  assert.equal(later.entries[0]?.changes, "made 'log' (+1)");
  later.called('b', 'make', '/project', undefined);
  assert.deepEqual(later.entries.map(({ number }) => number), [2, 1]);
  rows.dispose();
});

test('a tooltip has text of an agent as it is', () => {
  const log = new CommandLog(() => 0);
  const rows = new CommandsView(log, new Approvals(noRules));
  log.called('a', 'make', '/a_b*c [d](command:e) <f>', undefined);
  const { value } = rows.getTreeItem(log.entries[0]!).tooltip as { value: string };
  rows.dispose();
  assert.ok(value.endsWith('\\/a\\_b\\*c \\[d\\]\\(command\\:e\\) \\<f\\>'), value);
});

test('a click on a row opens its output, also when VS Code has asked for the row anew since it drew it', () => {
  const registered = new Map<string, () => unknown>();
  const executed: unknown[][] = [];
  const usual = { ...commands };
  commands.registerCommand = (name, action) => {
    registered.set(name, action as () => unknown);
    return { dispose: () => void registered.delete(name) };
  };
  commands.executeCommand = (...given: unknown[]) => Promise.resolve(void executed.push(given));
  try {
    const log = new CommandLog(() => 0);
    const rows = new CommandsView(log, new Approvals(noRules));
    log.called('a', 'make', '/project', undefined);
    log.statusChanged(busy);
    const [entry] = log.entries;
    const { command } = rows.getTreeItem(entry!);
    assert.equal(command?.arguments, undefined, 'VS Code forgets the arguments of a row that it asks for anew');
    rows.getTreeItem(entry!);
    registered.get(command?.command ?? '')?.();
    log.statusChanged({ ...busy, input: { kind: 'secret', prompt: 'Password: ' } as never });
    registered.get(command?.command ?? '')?.();
    assert.deepEqual(executed, [['termhost.openOutput', entry], ['termhost.showTerminal', entry, true]]);
    log.answered('a', result({}), '');
    log.clearFinished();
    assert.equal(registered.size, 0, 'the row is gone');
    rows.dispose();
  } finally {
    Object.assign(commands, usual);
  }
});

test('a key of the view means the row whose selection it has toggled, once, while the list has it', async () => {
  const log = new CommandLog(() => 0);
  const rows = new CommandsView(log, new Approvals(noRules));
  for (const name of ['a', 'b']) log.called(name, `make ${name}`, '/project', undefined);
  const [b, a] = log.entries;
  const drawn = (): Promise<void> => {
    rows.getChildren();
    return new Promise((resolve) => setTimeout(resolve, 1));
  };
  await drawn();
  const toggle = (...selections: unknown[][]): string | undefined => {
    for (const selection of selections) events.selected.fire({ selection });
    return rows.meant('focused', false)?.toolCallId;
  };
  const seen = [toggle([a], []), toggle([a]), toggle([a, b], [a]), toggle([], [a]), toggle(), toggle([{ ...a }], [])];
  log.called('c', 'make c', '/project', undefined); // VS Code has no rows until it has drawn the list anew
  seen.push(toggle([a]));
  events.selected.fire({ selection: [] });
  await drawn();
  seen.push(toggle([a]), toggle([], [a]));
  rows.dispose();
  assert.deepEqual(seen, ['a', undefined, 'b', 'a', undefined, undefined, undefined, undefined, 'a']);
});

test('a duration is as short as it can be read', () => {
  const rows: [number, string][] = [[0, '0.0 s'], [2540, '2.5 s'], [9960, '10 s'], [59_000, '59 s'], [686_000, '11 min 26 s'], [7_500_000, '2 h 5 min']];
  for (const [milliseconds, words] of rows) assert.equal(inWords(milliseconds), words);
});

test('a command of an agent from outside that never ran is in the list, with the reason', () => {
  const log = new CommandLog();
  const ends = (toolCallId: string, status: ExecutionResult['status'], reason?: string): void =>
    log.toolCalling({ name: 'terminal', toolCallId, data: { type: 'complete', command: 'git push', cd: '/project', status, ...(reason ? { reason } : {}) } });
  ends('b-1', 'denied', '`git push`: a rule denies it');
  ends('b-1', 'denied', 'told twice');
  ends('b-2', 'failed_to_start', 'no terminal');
  assert.deepEqual(log.entries.map((entry) => describe(entry, 0)), ['failed to start · no terminal', 'not run · `git push`: a rule denies it']);
  log.called('a', 'git push', '/project', undefined);
  ends('a', 'denied', '`git push`: a rule denies it');
  assert.equal(log.entries.length, 3, "this window's own call is the same entry, and its answer ends it");
  assert.equal(log.entries[0]?.ended, undefined);
});
