// A command in one of termhost's own terminals outlives its server, its window and its extension host: it is seen again in
// the list and in a terminal, the user types into it there, and it ends as if nothing had happened.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { rowOf, say } from './decisions.mjs';
import { until } from './workbench.mjs';

/** Progress, colours and characters of several bytes: the rendering has something to lose. The second half waits for a file. */
const SCRIPT = `echo run >> "$1"
half() {
  i=$1
  while [ $i -le $2 ]; do
    printf 'step %d\\r' $i
    printf '\\033[32mline %d äöü €\\033[0m  \\n' $i
    i=$((i + 1))
  done
}
half 1 150
until [ -e "$2" ]; do sleep 0.05; done
half 151 300
printf 'Which word? '
read -r word
echo "got $word"
exit 7
`;

const linesOf = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : []);
const rowsOf = (bench, text) => bench.page.locator('.pane-body .monaco-list-row', { hasText: text });
const oneRow = async (bench, text) => {
  const rows = await rowsOf(bench, text).allInnerTexts();
  assert.equal(rows.length, 1, `one row in the list: ${rows.join('; ')}`);
};
const tool = (bench, name, input) => bench.drive('tool', { name, input });

let number = 0;

/** The command runs and has printed its first half. */
async function begin(bench, options = {}) {
  const name = `kept-${++number}`;
  const files = { script: bench.file(name), ran: bench.fresh(`${name}-ran`), go: bench.fresh(`${name}-go`) };
  fs.writeFileSync(files.script, SCRIPT);
  const toolCallId = `call-of-${name}`;
  const answer = bench.run(`sh ${name} ${name}-ran ${name}-go`, { shell: 'bash', toolCallId, ...options });
  answer.catch(() => {}); // its window may go
  const kept = { bench, name, toolCallId, answer, files };
  await until('its terminal', 60_000, async () => (kept.executionId = (await running(bench, `sh ${name} `))?.executionId) !== undefined);
  await until('its first half', 60_000, async () => (await tool(bench, 'read_screen', { execution_id: kept.executionId })).text.includes('line 150'));
  await rowOf(bench, `sh ${name}`).waitFor();
  return kept;
}

/** The execution of a command, with its terminal. */
async function running(bench, command) {
  const { structured } = await tool(bench, 'list_terminals', {});
  for (const terminal of structured.terminals) {
    const execution = terminal.executions.find((one) => one.command.startsWith(command));
    if (execution) return { ...execution, terminalId: terminal.terminalId };
  }
  return undefined;
}

/** Its text is in the terminal that VS Code shows, and a word typed there reaches it. It ends once, with its own exit code. */
async function end({ bench, name, toolCallId, executionId, files }) {
  await rowOf(bench, `sh ${name}`).waitFor();
  await oneRow(bench, `sh ${name}`);
  const { terminalId, executionId: now } = await running(bench, `sh ${name} `);
  assert.equal(now, executionId, 'the same execution');
  const screen = bench.page.locator('.terminal-wrapper.active .xterm-rows').first();
  // A panel that opens for the first time shows a terminal of its own a moment later.
  const shows = (lines) => async () => {
    await bench.drive('showTerminal', { terminalId });
    const text = await screen.innerText({ timeout: 1000 }).catch(() => '');
    return lines.test(text.replaceAll('\u00a0', ' '));
  };
  // A panel that opens is ten columns wide at first, and VS Code never lays out the last line again: the prompt must come after that.
  await until('its first half in the terminal', 60_000, shows(/line 150 äöü €/));
  fs.writeFileSync(files.go, '');
  await until('its lines in the terminal', 60_000, shows(/line 300[^]*Which word\?/));
  await bench.typeLine('typed');
  const over = await tool(bench, 'wait_for_command', { execution_id: executionId, timeout: 60 });
  assert.deepEqual([over.structured.status, over.structured.exitCode], ['completed', 7], say(over));
  await rowsOf(bench, `sh ${name}`).getByText('exit 7').waitFor();
  await oneRow(bench, `sh ${name}`);
  assert.deepEqual(linesOf(files.ran), ['run'], 'it ran once');
  const ends = bench.toolCalling.filter((one) => one.toolCallId === toolCallId && one.data.type === 'complete');
  assert.equal(ends.length, 1, `its end is told once: ${JSON.stringify(ends)}`);
  return bench.drive('readAll', { artifactId: over.structured.output.artifactId });
}

let undisturbed;

async function endsAsIfUndisturbed(kept) {
  const text = await end(kept);
  undisturbed ??= await end(await begin(kept.bench)); // `--only` may have left out the case that runs it
  assert.equal(text, undisturbed, 'the artifact is that of a run that nobody disturbed');
}

async function killServer(bench) {
  const pid = bench.serverPid();
  process.kill(pid, 'SIGKILL');
  await until('the next server', 60_000, async () => ![undefined, pid].includes(bench.serverPid()));
}

const cases = {
  async 'nothing happens'(bench) {
    undisturbed = await end(await begin(bench));
    assert.match(undisturbed, /^line 1 äöü €\n[^]*\nline 300 äöü €\nWhich word\? typed\ngot typed\n?$/);
  },
  async 'its server is killed while a call waits, which is told the execution'(bench) {
    const kept = await begin(bench);
    await killServer(bench);
    const answer = await kept.answer;
    assert.deepEqual([answer.structured.status, answer.structured.executionId], ['lost', kept.executionId], say(answer));
    await endsAsIfUndisturbed(kept);
  },
  async 'its server is killed twice, in the background'(bench) {
    const kept = await begin(bench, { timeout: 0 });
    await killServer(bench);
    await until('the first successor has it', 60_000, async () => (await running(bench, `sh ${kept.name} `)) !== undefined);
    await killServer(bench);
    await endsAsIfUndisturbed(kept);
  },
  async 'its window is reloaded'(bench) {
    const kept = await begin(bench);
    await bench.reload();
    await bench.drive('command', { name: 'termhost.commands.focus' });
    await endsAsIfUndisturbed(kept);
  },
  async 'its extension host is killed'(bench) {
    const kept = await begin(bench, { timeout: 0 });
    const ready = bench.nextReady();
    process.kill(bench.host, 'SIGKILL');
    await bench.page.reload({ waitUntil: 'domcontentloaded' });
    await ready;
    await bench.drive('command', { name: 'termhost.commands.focus' });
    await endsAsIfUndisturbed(kept);
  },
  async 'its server is restarted in order, and it was started with keep'(bench) {
    const kept = await begin(bench, { timeout: 0, keep: true });
    await bench.drive('command', { name: 'termhost.restartServer' });
    await endsAsIfUndisturbed(kept);
  },
};

export const kept = Object.entries(cases).map(([name, run]) => ({
  name: `a command of a terminal of our own: ${name}`,
  async run(bench) {
    await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
    await bench.drive('setting', { name: 'termhost.terminals', value: 'owned' });
    await bench.drive('command', { name: 'termhost.commands.focus' });
    try {
      await run(bench);
    } finally {
      await bench.drive('setting', { name: 'termhost.terminals', value: 'auto' });
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
      await bench.drive('command', { name: 'notifications.clearAll' });
    }
  },
}));
