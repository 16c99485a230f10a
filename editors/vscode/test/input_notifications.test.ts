import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandLog } from '../src/command_log';
import { stateOf } from '../src/commands_view';
import { notifyOfInput } from '../src/input_notifications';
import { keepCommands } from '../src/kept_commands';
import type { AwaitedInput } from '../src/protocol';
import { Memento, progress, workspace } from './fake_vscode';
import type * as vscode from 'vscode';

const status = (input?: AwaitedInput): Parameters<CommandLog['statusChanged']>[0] => ({ terminalId: 't1', busy: true, toolCallId: 'call-1', executionId: '1', command: 'sudo apt update', ...(input ? { input } : {}) });
const input = (kind: AwaitedInput['kind']): AwaitedInput => ({ process: 'sudo', kind, prompt: 'Password:' });

test('a command that waits for a password is told of until it waits no more; a prompt needs no notification', async () => {
  const log = new CommandLog(() => 0);
  const listening = notifyOfInput(log);
  log.statusChanged(status());
  assert.equal(progress.size, 0);
  log.statusChanged(status(input('secret')));
  const [entry] = log.entries;
  assert.ok(entry);
  assert.equal(stateOf(entry, 0), 'needs password');
  assert.match([...progress].join(), /^Waiting for your password: \[Show Terminal\]\(command:termhost\.showTerminal\?.* · sudo apt update$/);
  log.statusChanged(status());
  await Promise.resolve().then(() => undefined);
  assert.deepEqual([progress.size, log.awaiting.length], [0, 0]);
  log.statusChanged(status(input('repl')));
  assert.deepEqual([progress.size, log.awaiting.length], [0, 1]);
  listening.dispose();
});

const unread = (): Promise<never> => Promise.reject(new Error('unknown'));

test('a later window has the list: what ended as it ended, what ran as ended with its window', async () => {
  const state = new Memento() as unknown as vscode.Memento;
  const before = new CommandLog(() => 0);
  const keeping = keepCommands(before, state, unread);
  before.called('over', 'make', '/project', undefined);
  before.toolCalling({ name: 'terminal', toolCallId: 'over', data: { type: 'stdout', command: 'make', cd: '/project' } });
  before.answered('over', undefined, 'Exit code: 0');
  before.called('runs', 'npm start', '/project', undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  keeping.dispose();
  const after = new CommandLog(() => 0);
  keepCommands(after, state, unread).dispose();
  assert.deepEqual(
    after.entries.map((entry) => [entry.command, stateOf(entry, 0), entry.ended, entry.text]),
    [
      ['npm start', 'not run', true, undefined],
      ['make', 'ended, exit code unknown · 0.0 s', true, 'Exit code: 0'],
    ],
  );
  assert.equal(after.entries[0]?.reason, 'The window was closed or reloaded before it ran.');
});

test('what an agent from outside has run is read at its end, for a later window', async () => {
  const state = new Memento() as unknown as vscode.Memento;
  const before = new CommandLog(() => 0);
  const output = { text: 'built', totalBytes: 5, totalLines: 1, omitted: [], artifactId: 'a-1', taskId: 'task-2' };
  const keeping = keepCommands(before, state, (executionId) => Promise.resolve({ ...output, text: `${output.text} ${executionId}` }));
  before.statusChanged(status());
  before.toolCalling({ name: 'terminal', toolCallId: 'call-1', data: { type: 'complete', command: 'sudo apt update', cd: '/project', exitCode: 0 } });
  await new Promise((resolve) => setTimeout(resolve, 600));
  keeping.dispose();
  const after = new CommandLog(() => 0);
  keepCommands(after, state, unread).dispose();
  assert.deepEqual(after.entries.map(({ text, artifactId, taskId }) => [text, artifactId, taskId]), [['built 1', 'a-1', 'task-2']]);
});

test('in Restricted Mode, which opens no terminal, none is offered', () => {
  const log = new CommandLog(() => 0);
  workspace.isTrusted = false;
  const listening = notifyOfInput(log);
  log.statusChanged(status(input('secret')));
  workspace.isTrusted = true;
  listening.dispose();
  assert.match([...progress].join(), /^\[Trust this folder\]\(.*\) to type your password: Restricted Mode opens no terminal/);
});
