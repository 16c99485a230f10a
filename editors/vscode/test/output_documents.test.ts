import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calls } from '../src/calls';
import { type CommandEntry, CommandLog, type OutputOfTask } from '../src/command_log';
import { OutputDocuments } from '../src/output_documents';

const output = (fields: Partial<OutputOfTask>): OutputOfTask => ({ text: 'first …', totalBytes: 9, totalLines: 2, omitted: [{ offset: 5, bytes: 4, lines: 1 }], artifactId: 'a-1', ...fields });
const entryOf = (fields: Partial<CommandEntry>): CommandEntry => ({ toolCallId: 'a', taskId: undefined, command: 'make', cwd: undefined, calledAt: 0, runningSince: 0, waited: false, ended: true, ...fields });

/** `tasks`: those whose artifacts can be read; each page is the whole output. */
function textOf(entry: CommandEntry, known: OutputOfTask | undefined, tasks: (string | undefined)[]): Promise<string> {
  const calls = {
    outputOf: () => (known ? Promise.resolve(known) : Promise.reject(new Error('unknown'))),
    call: (_: string, __: unknown, { taskId }: { taskId?: string }) =>
      Promise.resolve(tasks.includes(taskId) ? { content: [], isError: false, structuredContent: { text: 'first\nlast\n', nextOffset: null, totalBytes: 9 } } : { content: [{ type: 'text', text: 'there is no artifact a-1' }], isError: true }),
  };
  return new OutputDocuments(new CommandLog(() => 0), calls as unknown as Calls).textOf(entry);
}

test('an output is read as the task whose artifact it is; what can not be read is said', async () => {
  const entry = entryOf({ executionId: '5' });
  assert.equal(await textOf(entry, output({ taskId: 'agent-2' }), ['agent-2']), 'first\nlast\n');
  assert.equal(await textOf(entry, output({}), ['agent-2']), 'first …\n[termhost: The whole output could not be read: there is no artifact a-1]\n');
  assert.equal(await textOf(entry, output({ omitted: [] }), []), 'first …', 'a preview without gaps is all of it');
});

test('of an earlier window what is still there is shown, else that it has ended', async () => {
  const earlier = entryOf({ earlier: true, artifactId: 'a-1', taskId: 'agent-2' });
  assert.equal(await textOf(earlier, undefined, ['agent-2']), 'first\nlast\n');
  assert.match(await textOf({ ...earlier, text: 'preview' }, undefined, []), /^preview\n\[termhost: The whole output could not be read/);
  assert.equal(await textOf(entryOf({ earlier: true }), undefined, []), 'This output was lost when its window was closed.');
});

test('the output of a command that runs begins with a whole line, and says how much is before it', async () => {
  const page = { content: [], isError: false, structuredContent: { text: 'äb\nlast\n', offset: 100, nextOffset: null, totalBytes: 109 } };
  const calls = { outputOf: () => Promise.resolve(output({})), call: () => Promise.resolve(page) };
  const text = await new OutputDocuments(new CommandLog(() => 0), calls as unknown as Calls).textOf(entryOf({ executionId: '5', ended: false }));
  assert.equal(text, '[termhost: This is the end of the output. Its first 104 bytes are shown here when the command has ended.]\nlast\n');
});

test('when a command that was followed ends, the document has its end at once, and then all of it', async () => {
  const log = new CommandLog(() => 0);
  const call = (_: string, { offset }: { offset: number }): unknown => Promise.resolve({ content: [], isError: false, structuredContent: { text: offset < 0 ? 'part\nEND\n' : 'all\npart\nEND\n', offset: offset < 0 ? 4 : 0, nextOffset: null, totalBytes: 13 } });
  const documents = new OutputDocuments(log, { outputOf: () => Promise.resolve(output({})), call } as unknown as Calls);
  const uri = { query: 'a', toString: () => 'a' } as never;
  const again = new Promise<void>((resolve) => documents.onDidChange(() => resolve()));
  log.called('a', 'make', undefined, undefined);
  log.statusChanged({ terminalId: 't', busy: true, toolCallId: 'a', executionId: '5' });
  assert.match(await documents.provideTextDocumentContent(uri), /^\[termhost: .* are shown here when the command has ended\.\]\nEND\n$/);
  log.answered('a', undefined, '');
  assert.match(await documents.provideTextDocumentContent(uri), /^\[termhost: This is the end of the output\. Its first 9 bytes are being read\.\]\nEND\n$/);
  await again;
  assert.equal(await documents.provideTextDocumentContent(uri), 'all\npart\nEND\n');
});

test('an output without text is a document that says so; its text to copy is empty', async () => {
  const log = new CommandLog(() => 0);
  const calls = { outputOf: () => Promise.resolve(output({ text: '', omitted: [], artifactId: null })) };
  const documents = new OutputDocuments(log, calls as unknown as Calls);
  const shown = (): Promise<string> => documents.provideTextDocumentContent({ query: 'a', toString: () => 'a' } as never);
  log.called('a', 'true', undefined, undefined);
  log.statusChanged({ terminalId: 't', busy: true, toolCallId: 'a', executionId: '5' });
  assert.equal(await shown(), '[termhost: The command has printed nothing yet.]\n');
  log.answered('a', undefined, '');
  assert.equal(await shown(), '[termhost: The command printed nothing.]\n');
  assert.equal(await documents.textOf(log.entries[0]!), '');
});

test('a document says that nothing was run, or that nothing of it is kept', async () => {
  const log = new CommandLog(() => 0);
  const calls = { outputOf: () => Promise.resolve(output({ text: 'built', omitted: [], artifactId: null })) };
  const documents = new OutputDocuments(log, calls as unknown as Calls);
  const shown = (): Promise<string> => documents.provideTextDocumentContent({ query: 'a', toString: () => 'a' } as never);
  const notBegun = (fields: Partial<CommandEntry>): CommandEntry => {
    const entry = entryOf(fields);
    delete entry.runningSince;
    return entry;
  };
  log.restore([notBegun({ endedWithWindow: true, reason: 'The window was closed.' })]);
  assert.equal(await shown(), 'Not run: The window was closed.');
  log.restore([notBegun({ status: 'stopped' })]);
  assert.equal(await shown(), '[termhost: The command was not run.]\n');
  log.restore([entryOf({ executionId: '5', runningSince: 0, status: 'completed', tried: true, changes: "made 'x' (+1)" })]);
  assert.match(await shown(), /^built\n\[termhost: In a trial, a throw-away copy of your files, the command made 'x' \(\+1\)\. Nothing of the copy is kept/);
  assert.equal(await documents.textOf(log.entries[0]!), 'built', 'what is copied is what it printed');
  const silent = { outputOf: () => Promise.resolve(output({ text: '', omitted: [], artifactId: null })) };
  const told = entryOf({ executionId: '5', status: 'completed', tried: true, text: 'Exit code: 0\nNote: call again with `sandbox`: "off"' });
  assert.equal(await new OutputDocuments(log, silent as unknown as Calls).textOf(told), '', 'not what the agent was told');
});

test('of an output that is too long the part that is shown is named at both ends', async () => {
  const most = 48 * 1024 * 1024;
  const page = { content: [], isError: false, structuredContent: { artifactId: 'a-1', text: 'x\n', nextOffset: most, totalBytes: most + 7 } };
  const calls = { outputOf: () => Promise.resolve(output({})), call: () => Promise.resolve(page) };
  const text = await new OutputDocuments(new CommandLog(() => 0), calls as unknown as Calls).textOf(entryOf({ executionId: '5' }));
  const [first, , last] = text.split('\n');
  assert.match(first ?? '', /^\[termhost: These are the first 50331648 of 50331655 bytes, because .* output a-1\]$/);
  assert.equal(last, first);
});
