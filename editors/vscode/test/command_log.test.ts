import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandLog } from '../src/command_log';
import { describe } from '../src/commands_view';
import type { ExecutionResult, ToolCallingParams } from '../src/protocol';

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

test('a command from call to answer', () => {
  let now = 0;
  const log = new CommandLog(() => now);
  log.called('a', 'make', '/project', undefined);
  assert.equal(describe(log.entries[0]!, 2500), 'running · 2.5 s');
  log.statusChanged({ terminalId: 't-1', busy: true, command: 'cd /project', executionId: '4' });
  assert.equal(log.entries[0]?.terminalId, undefined, 'a preparation is nobody\'s command');
  log.statusChanged({ terminalId: 't-1', busy: true, command: 'make', executionId: '5', toolCallId: 'a' });
  assert.equal(log.entries[0]?.terminalId, 't-1');
  log.toolCalling(calling('complete', 2));
  assert.equal(log.runningCount, 1, 'the agent still waits for its answer');
  now = 12_000;
  log.answered('a', result({ exitCode: 2 }), 'text');
  assert.equal(log.runningCount, 0);
  assert.equal(describe(log.entries[0], 99_000), 'exit 2 · 12 s');
});

test('a command that goes on in the background ends when the server says so', () => {
  const log = new CommandLog(() => 0);
  log.called('a', 'make', '/project', undefined);
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
  assert.equal(log.runningCount, 0);
});

test('outcomes without an exit code are named; old ones are forgotten', () => {
  const log = new CommandLog(() => 0);
  for (let i = 0; i < 60; ++i) {
    log.called(`call-${i}`, 'make', undefined, undefined);
    log.answered(`call-${i}`, result({ status: 'rejected', exitCode: null }), 'no');
  }
  assert.equal(log.entries.length, 50);
  assert.equal(describe(log.entries[0]!, 0), 'rejected · 0.0 s');
  log.clearFinished();
  assert.deepEqual(log.entries, []);
});

test('what ran in the background when the server ended is lost', () => {
  const log = new CommandLog(() => 0);
  log.called('a', 'make', undefined, undefined);
  log.answered('a', result({ status: 'running', exitCode: null }), '');
  log.serverEnded();
  assert.equal(describe(log.entries[0]!, 0), 'lost · 0.0 s');
});
