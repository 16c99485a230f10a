// Commands in the editor's terminals: what is asked of the shim, and what becomes of what it tells.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Editor } from './editor.mjs';

async function withEditor(options, body) {
  const editor = await Editor.started(options);
  try {
    await body(editor);
  } finally {
    await editor.session.kill();
  }
}

const echo = (command, execution) => {
  execution.write(`output of ${command}\r\n`);
  execution.end(0);
};

test('a command goes to a new terminal by mode execute, and its events become the result', () =>
  withEditor({ run: echo }, async (editor) => {
    const result = await editor.session.execute('npm test', {}, { toolCallId: 'm' });
    assert.equal(result.status, 'completed');
    assert.equal(result.exitCode, 0);
    assert.equal(result.endedBy, 'end_event');
    assert.equal(result.output.text.trim(), 'output of npm test');
    assert.deepEqual(editor.submitted, [{ terminalId: 't1', text: 'npm test', mode: 'execute' }]);
    await editor.session.completed('m');
    assert.deepEqual(editor.session.calling('m').map((event) => event.type), ['stdout', 'complete']);
    const again = await editor.session.execute('npm run build');
    assert.equal(again.terminalId, 't1', 'the idle terminal is used again');
  }));

test('the person is asked: approve, edit, reject with feedback', async () => {
  const answers = [
    { decision: 'approve' },
    { decision: 'edit', command: 'touch edited' },
    { decision: 'approve' }, // what was edited is shown once more
    { decision: 'reject', feedback: 'not on Fridays' },
  ];
  await withEditor({ run: echo, approve: () => answers.shift(), initialize: { initializationOptions: { settings: { sandbox: { level: 'off' } } } } }, async (editor) => {
    const approved = await editor.session.execute('touch one', {}, { toolCallId: 'q1' });
    assert.equal(approved.output.text.trim(), 'output of touch one');
    assert.equal(editor.questions[0].toolCallId, 'q1');
    assert.equal(editor.questions[0].command, 'touch one');
    const edited = await editor.session.execute('touch two');
    assert.equal(edited.output.text.trim(), 'output of touch edited');
    assert.equal(editor.questions[2].command, 'touch edited');
    assert.equal(edited.rewrite.kind, 'edited');
    const rejected = await editor.session.execute('touch three');
    assert.equal(rejected.status, 'rejected');
    assert.match(rejected.text, /not on Fridays/);
    assert.equal(editor.submitted.length, 2);
    assert.equal((await editor.session.execute('cat README.md')).status, 'completed', 'what only reads is not asked');
    assert.equal(editor.questions.length, 4);
  });
});

test('a terminal closed under a running command ends the call without a code', () =>
  withEditor({ run: (_, execution) => execution.write('half') }, async (editor) => {
    const call = editor.session.execute('make', {}, { toolCallId: 'k' });
    await editor.session.until('tool/calling', ({ data }) => data.chunk?.includes('half'));
    editor.close('t1');
    const result = await call;
    assert.equal(result.exitCode, null);
    assert.equal(result.endedBy, 'terminal_closed');
  }));

test('an editor that fails to create a terminal does not fail the session', () =>
  withEditor({ run: echo }, async (editor) => {
    editor.session.connection.onRequest('terminal/create', () => {
      throw new Error('no more terminals');
    });
    const result = await editor.session.execute('echo owned then');
    assert.ok(['completed', 'failed_to_start'].includes(result.status), result.status);
  }));
