import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandLog } from '../src/command_log';
import { stateOf } from '../src/commands_view';
import { notifyOfInput } from '../src/input_notifications';
import { keepCommands } from '../src/kept_commands';
import type { AwaitedInput } from '../src/protocol';
import { Memento, progress } from './fake_vscode';
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
  assert.equal(stateOf(entry, 0), 'waiting for your input (password)');
  assert.match([...progress].join(), /^Waiting for your password: \[Show Terminal\]\(command:termhost\.showTerminal\?.* · sudo apt update$/);
  log.statusChanged(status());
  await Promise.resolve().then(() => undefined);
  assert.deepEqual([progress.size, log.awaiting.length], [0, 0]);
  log.statusChanged(status(input('repl')));
  assert.deepEqual([progress.size, log.awaiting.length], [0, 1]);
  listening.dispose();
});

test('a later window has the list: what ended as it ended, what ran as lost', async () => {
  const state = new Memento() as unknown as vscode.Memento;
  const before = new CommandLog(() => 0);
  const keeping = keepCommands(before, state);
  before.called('over', 'make', '/project', undefined);
  before.toolCalling({ name: 'terminal', toolCallId: 'over', data: { type: 'stdout', command: 'make', cd: '/project' } });
  before.answered('over', undefined, 'Exit code: 0');
  before.called('runs', 'npm start', '/project', undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  keeping.dispose();
  const after = new CommandLog(() => 0);
  keepCommands(after, state).dispose();
  assert.deepEqual(
    after.entries.map(({ command, status, ended, text }) => [command, status, ended, text]),
    [
      ['npm start', 'lost', true, undefined],
      ['make', 'completed', true, 'Exit code: 0'],
    ],
  );
});
