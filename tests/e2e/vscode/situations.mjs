// What happens around commands: patience, stops, closed terminals, a person who types, a server that dies.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { pause, until } from './workbench.mjs';

const say = (result) => `${result.text}\n${JSON.stringify(result.structured)}`;
const lines = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : []);

/** Not merely waiting to be reaped. */
function runs(pid) {
  const stat = fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z';
  return !stat.includes(') Z');
}

/** Where a chunk ends is nobody's promise: a line's end may come in the next one. */
async function streamed(bench, text) {
  await until(`'${text}' in the stream`, 60_000, () => bench.toolCalling.map(({ data }) => data.chunk ?? '').join('').includes(text));
}

export const situations = [
  {
    name: 'stopped by the agent: Ctrl+C',
    async run(bench, { shell }) {
      const cancelKey = `stop-${shell}-${Date.now()}`;
      const marker = `started-${cancelKey}`;
      const answer = bench.drive('execute', { command: `sh -c 'echo ${marker}; exec sleep 100'`, options: { cwd: bench.workspace, shell }, cancelKey });
      await streamed(bench, `${marker}\r\n`);
      await bench.drive('cancel', { cancelKey });
      const result = await answer;
      assert.equal(result.structured.status, 'stopped', say(result));
      assert.ok(result.structured.exitCode === 130 || result.structured.signal === 'SIGINT', say(result));
      assert.ok(result.structured.output.text.includes(marker), say(result));
    },
  },
  {
    name: '25 fast commands in a row',
    async run(bench, { shell }) {
      for (let i = 0; i < 25; ++i) {
        const result = await bench.run(`echo fast-${i}`, { shell });
        assert.equal(result.structured.output.text.trimEnd(), `fast-${i}`, `${i}: ${say(result)}`);
        assert.equal(result.structured.exitCode, 0, say(result));
      }
    },
  },
  {
    name: 'outlives its timeout, and is waited for',
    async run(bench, { shell }) {
      const result = await bench.run("sh -c 'echo early; sleep 4; echo late; exit 6'", { shell, timeout: 1 });
      assert.equal(result.structured.status, 'running', say(result));
      assert.ok(result.structured.output.text.includes('early'), say(result));
      const { executionId } = result.structured;
      const later = await bench.drive('tool', { name: 'wait_for_command', input: { execution_id: executionId, timeout: 60 } });
      assert.deepEqual([later.structured.status, later.structured.exitCode], ['completed', 6], say(later));
      assert.equal(later.structured.output.text.trimEnd(), 'late', say(later));
    },
  },
  {
    name: 'a server in the background, its new output later, and its end',
    async run(bench, { shell }) {
      const script = bench.file(`server-${shell}.sh`);
      fs.writeFileSync(script, `i=0; while :; do i=$((i+1)); echo tick-$i ${'x'.repeat(500)}; sleep 0.2; done\n`);
      const result = await bench.run(`sh ${script}`, { shell, background: true });
      assert.equal(result.structured.status, 'running', say(result));
      const { executionId } = result.structured;
      const later = await bench.drive('tool', { name: 'wait_for_command', input: { execution_id: executionId, timeout: 3 } });
      assert.equal(later.structured.status, 'running', say(later));
      assert.ok(later.structured.output.totalBytes > result.structured.output.totalBytes, say(later));
      const stopped = await bench.drive('tool', { name: 'stop_command', input: { execution_id: executionId } });
      assert.equal(stopped.isError, false, say(stopped));
      const end = await bench.drive('tool', { name: 'wait_for_command', input: { execution_id: executionId, timeout: 30 } });
      assert.notEqual(end.structured.status, 'running', say(end));
      const whole = await bench.drive('readAll', { artifactId: end.structured.output.artifactId });
      const ticks = whole.match(/tick-\d+/g);
      assert.deepEqual(ticks, ticks.map((_, i) => `tick-${i + 1}`), 'the artifact is complete and in order');
    },
  },
  {
    name: 'two at once',
    async run(bench, { shell }) {
      const results = await Promise.all(['A', 'B'].map((name) => bench.run(`sh -c 'sleep 1; echo out-${name}'`, { shell })));
      assert.deepEqual(results.map((result) => result.structured.output.text.trimEnd()), ['out-A', 'out-B'], results.map(say).join('\n'));
      assert.notEqual(results[0].structured.terminalId, results[1].structured.terminalId);
    },
  },
  {
    name: 'the terminal closed half way',
    async run(bench, { shell }) {
      const marker = `closing-${shell}-${Date.now()}`;
      const answer = bench.run(`sh -c 'echo ${marker}; exec sleep 100'`, { shell });
      await streamed(bench, `${marker}\r\n`);
      const { structured } = await bench.drive('tool', { name: 'list_terminals', input: {} });
      const busy = structured.terminals.find(({ executions }) => executions.some(({ command }) => command.includes(marker)));
      await bench.drive('closeTerminal', { terminalId: busy.terminalId });
      const result = await answer;
      assert.ok(['lost', 'completed', 'stopped'].includes(result.structured.status), say(result));
      assert.ok(['terminal_closed', 'end_event', 'end_mark'].includes(result.structured.endedBy), say(result));
      assert.notEqual(result.structured.exitCode, 0, say(result));
      assert.ok(result.structured.output.text.includes(marker), say(result));
      const after = await bench.run('echo after the close', { shell });
      assert.equal(after.structured.output.text.trimEnd(), 'after the close', say(after));
    },
  },
  {
    name: 'a person types in the terminal',
    async run(bench, { shell, mode }) {
      const typed = bench.fresh('typed');
      const first = await bench.run('echo first', { shell });
      assert.equal(first.structured.exitCode, 0, say(first));
      await bench.drive('showTerminal', { terminalId: first.structured.terminalId });
      await bench.typeLine('echo typed >> typed');
      await until('what was typed has run', 60_000, () => lines(typed).length === 1);
      await pause(1000); // VS Code tells of it a moment later
      const result = await bench.run('echo mine', { shell });
      assert.equal(result.structured.output.text.trimEnd(), 'mine', say(result));
      assert.equal(result.structured.exitCode, 0, say(result));
      assert.deepEqual(lines(typed), ['typed']);
      const { terminalId } = result.structured;
      if (mode === 'mirrored') assert.notEqual(terminalId, first.structured.terminalId, 'the person may be in the middle of a line there');
      fs.rmSync(typed);
    },
  },
];

/** The new server knows the command, as the agent's. */
async function goesOn(bench, executionId, shell) {
  const { structured } = await bench.drive('tool', { name: 'list_terminals', input: {} });
  const terminal = structured.terminals.find(({ executions }) => executions.some((execution) => execution.executionId === executionId));
  assert.ok(terminal, JSON.stringify(structured));
  assert.equal(terminal.shell, shell);
  const end = await bench.drive('tool', { name: 'wait_for_command', input: { execution_id: executionId, timeout: 60 } });
  assert.deepEqual([end.structured.status, end.structured.exitCode], ['completed', 4], say(end));
  assert.match(end.structured.output.text, /over/, say(end));
}

/** They end the server or the window, and with it what else runs there. */
export const disasters = [
  {
    name: 'the server killed half way',
    async run(bench, { shell, mode }) {
      await bench.drive('command', { name: 'notifications.clearAll' });
      const count = bench.fresh('killed-count');
      const answer = bench.run(`sh -c 'echo run >> ${count}; sleep 8; echo over | tee -a ${count}; exit 4'`, { shell });
      await until('the command runs', 60_000, () => lines(count).length === 1);
      await bench.page.getByText('termhost: 1').first().waitFor(); // VS Code has told of it
      const pid = bench.serverPid();
      assert.ok(pid, 'termhost serve runs');
      process.kill(pid, 'SIGKILL');
      const result = await answer;
      assert.equal(result.structured.status, 'lost', say(result));
      assert.equal(result.structured.endedBy, null, say(result));
      const after = await bench.run('echo back again', { shell });
      assert.equal(after.structured.output.text.trimEnd(), 'back again', say(after));
      assert.notEqual(bench.serverPid(), pid);
      const told = bench.page.locator('.notification-toast', { hasText: 'termhost ended unexpectedly' });
      await told.first().waitFor();
      assert.equal(await told.count(), 1);
      await goesOn(bench, result.structured.executionId, shell);
      assert.equal(lines(count).filter((line) => line === 'run').length, 1, 'it ran once');
    },
  },
  {
    name: 'the window reloaded half way',
    async run(bench, { shell, mode }) {
      const count = bench.fresh('reload-count');
      const answer = bench.run(`sh -c 'echo $$ >> ${count}; exec sleep 300'`, { shell }).catch(() => 'gone');
      await until('the command runs', 60_000, () => lines(count).length === 1);
      const [command] = lines(count);
      const before = bench.serverPid();
      await bench.reload();
      // Either nobody was there any more to hear it, or the terminal was closed first; it never claims success.
      const heard = await answer;
      assert.ok(heard === 'gone' || heard.structured.exitCode !== 0, JSON.stringify(heard));
      const after = await bench.run('echo reloaded', { shell });
      assert.equal(after.structured.output.text.trimEnd(), 'reloaded', say(after));
      await until('the old server ended', 30_000, () => !fs.existsSync(`/proc/${before}`));
      if (mode === 'owned') {
        const { terminals } = (await bench.drive('tool', { name: 'list_terminals', input: {} })).structured;
        const taken = terminals.find(({ terminalId }) => terminalId.startsWith('taken-'));
        assert.ok(taken && runs(command), 'the next server has it');
        await bench.drive('tool', { name: 'stop_command', input: { execution_id: taken.executions[0].executionId } });
      }
      await until('the command ended', 30_000, () => !runs(command));
      assert.deepEqual(lines(count), [command]);
    },
  },
];
