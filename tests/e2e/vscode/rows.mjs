// A row of the view Commands: the state that it begins with, what it tells of a trial, and which row a key acts on.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { approve, asked, nothingPending, rowOf, say, showsWords } from './decisions.mjs';
import { pause, until } from './workbench.mjs';

const set = (bench, name, value) => bench.drive('setting', { name: `termhost.${name}`, value });
const press = async (bench, ...keys) => {
  for (const key of keys) await bench.page.keyboard.press(key);
};
const rows = (bench) => bench.page.locator('.pane-body .monaco-list-row');
const textOf = async (bench) => (await bench.drive('openDocument'))?.text ?? '';

/** With the trials that a user has without a setting. */
async function withTrials(bench, body) {
  await set(bench, 'autoApprove', false);
  await set(bench, 'sandbox', undefined);
  await bench.drive('command', { name: 'termhost.commands.focus' });
  try {
    await body();
  } finally {
    await set(bench, 'sandbox', { level: 'off' });
  }
}

/** The labels in the menu of a row, and a click on one of them. */
async function menuOf(bench, row, chosen) {
  await row.click({ button: 'right' });
  const items = bench.page.locator('.context-view .action-label');
  await items.getByText('Copy Command').waitFor();
  const labels = await items.allTextContents();
  if (chosen === undefined) await bench.page.keyboard.press('Escape');
  await until('the menu closed', 30_000, async () => {
    if (chosen !== undefined) await items.getByText(chosen).click({ timeout: 1000 }).catch(() => {}); // a menu takes no click in its first moment
    return (await items.count()) === 0;
  });
  return labels;
}

async function tooltipOf(bench, row) {
  const hover = bench.page.locator('.monaco-hover', { hasText: /./ }).last();
  await until('the tooltip', 30_000, async () => {
    await bench.page.mouse.move(640, 20); // a row that is drawn anew under the pointer shows none
    await row.hover();
    return pause(1500).then(() => hover.isVisible());
  });
  return { hover, text: (await hover.innerText()).replaceAll('\u00a0', ' ') };
}

const focusIn = (bench, selector) =>
  until(`the focus in ${selector}`, 30_000, () => bench.page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector));

async function begun(bench, command) {
  const { structured } = await bench.run(command, { background: true });
  await rowOf(bench, command).getByText('in background').waitFor();
  return structured.executionId;
}

const statusOf = async (bench, executionId) =>
  (await bench.drive('tool', { name: 'wait_for_command', input: { execution_id: executionId, timeout: 0 } })).structured.status;

/** By the key. Right after a click, or after the list has changed, it may count for nothing: then it is pressed again. */
const stopped = (bench, executionId) =>
  until(`${executionId} stopped`, 30_000, async () => {
    await press(bench, 'Delete');
    return pause(1000).then(async () => (await statusOf(bench, executionId)) === 'stopped');
  });

export const rowCases = [
  {
    name: 'a key in the view Commands acts on the row with the outline, never on the selected one',
    async run(bench) {
      await set(bench, 'autoApprove', true);
      await bench.drive('command', { name: 'termhost.commands.focus' });
      await bench.drive('command', { name: 'termhost.clearFinished' });
      const [older, newer] = [await begun(bench, 'sleep 301'), await begun(bench, 'sleep 302')]; // the newer one is above
      await rowOf(bench, 'sleep 301').click();
      await bench.drive('command', { name: 'termhost.commands.focus' });
      await focusIn(bench, '.pane-body .monaco-list');
      await press(bench, 'Home');
      await bench.page.locator('.monaco-list-row.focused', { hasText: 'sleep 302' }).waitFor();
      await rowOf(bench, 'sleep 302').click({ button: 'right' });
      const items = bench.page.locator('.context-view .action-item');
      for (const [label, key] of [['Stop', 'Del'], ['Copy Command', 'Ctrl+C'], ['Run Again', 'Ctrl+Alt+Enter']]) await items.filter({ hasText: label }).getByText(key, { exact: true }).waitFor();
      await press(bench, 'Escape');
      await bench.drive('command', { name: 'termhost.commands.focus' });
      await press(bench, 'Home');
      // Right after a click VS Code may not hear the first one
      await until('the command of the outline, copied', 30_000, async () => {
        await press(bench, 'Control+c');
        return pause(500).then(async () => (await bench.drive('clipboard')) === 'sleep 302');
      });
      await stopped(bench, newer);
      assert.equal(await statusOf(bench, older), 'running', 'the selected one goes on');
      // A row that nobody has clicked
      const fresh = await begun(bench, 'sleep 303');
      await bench.drive('command', { name: 'workbench.action.closeAllEditors' });
      await bench.drive('command', { name: 'termhost.commands.focus' });
      await press(bench, 'Home');
      await bench.page.locator('.monaco-list-row.focused', { hasText: 'sleep 303' }).waitFor();
      await stopped(bench, fresh);
      await rowOf(bench, 'sleep 301').click();
      await stopped(bench, older);
      await rowOf(bench, 'sleep 301').getByText('stopped').waitFor();
      await pause(1000); // the list has just changed
      await press(bench, 'Control+Alt+Enter');
      await until('it runs again', 30_000, async () => (await rows(bench).filter({ hasText: 'sleep 301' }).count()) === 2);
      await rows(bench).filter({ hasText: 'running' }).filter({ hasText: 'sleep 301' }).waitFor();
      await press(bench, 'Home', 'Escape', 'Delete'); // no row has an outline now
      await pause(1500);
      assert.equal(await rows(bench).filter({ hasText: 'running' }).filter({ hasText: 'sleep 301' }).count(), 1, 'nothing was stopped');
      await until('it stopped', 30_000, async () => {
        await press(bench, 'Home', 'Delete');
        return pause(1000).then(async () => (await rows(bench).filter({ hasText: 'running' }).count()) === 0);
      });
    },
  },
  {
    name: 'a row begins with its state, which is in sight in a side bar as wide as at first',
    async run(bench) {
      await set(bench, 'autoApprove', true);
      await bench.drive('command', { name: 'termhost.commands.focus' });
      const command = "sh -c 'exit 2' a-command-that-is-a-good-deal-longer-than-a-row";
      await bench.run(command);
      const row = rowOf(bench, "sh -c 'exit 2' a-command");
      await row.getByText('exit 2 ·').waitFor();
      assert.match((await row.innerText()).trim(), /^exit 2 · sh -c/);
      await row.hover(); // its buttons take room
      assert.ok(await showsWords(row, "exit 2 · sh -c 'exit"), 'the state is cut off');
    },
  },
  {
    name: 'an ended trial tells what it would have changed, has no terminal to show, and runs for real after a question',
    async run(bench, { shot }) {
      await withTrials(bench, async () => {
        const made = bench.fresh('from-a-trial');
        const tried = await bench.run(`echo one > ${made}`, { toolCallId: 'the-trial' });
        assert.equal(tried.structured.sandbox.level, 'trial', say(tried));
        const row = rowOf(bench, 'echo one >');
        await row.getByText('trial · exit 0').waitFor();
        const { hover, text } = await tooltipOf(bench, row);
        await shot('tooltip');
        assert.match(text, /In a trial, a throw-away copy of your files, the command made 'from-a-trial' \(\+1\)/);
        assert.match(text, /nothing of the copy is kept/i);
        assert.ok(await hover.evaluate((node) => [...node.querySelectorAll('p')].every((line) => line.scrollWidth <= line.clientWidth + 1)), 'a line of the tooltip is cut off');
        await row.click();
        await until('the changes in the output', 30_000, async () => /made 'from-a-trial' \(\+1\)[^]*nothing of the copy is kept/i.test(await textOf(bench)));
        const labels = await menuOf(bench, row);
        assert.ok(!labels.includes('Show Terminal'), `${labels}`);
        await row.click();
        await press(bench, 'Control+Enter');
        await bench.page.locator('.notification-toast', { hasText: 'the terminal of a trial ends with it' }).waitFor();
        await bench.drive('command', { name: 'notifications.clearAll' });
        assert.ok(!fs.existsSync(made));
        await menuOf(bench, row, 'Run for Real');
        await approve(await asked(bench, `echo one > ${made}`));
        await until('it ran', 30_000, () => fs.existsSync(made));
        await nothingPending(bench);
        await until('its row', 30_000, async () => (await rows(bench).filter({ hasText: 'echo one >' }).count()) === 2);
        assert.ok(!(await menuOf(bench, rowOf(bench, 'echo one >'))).includes('Run for Real'), 'it has run for real');
      });
    },
  },
  {
    name: 'the terminal of a trial that asked for a password stays while it is shown, and takes no more keys',
    async run(bench, { shot }) {
      await withTrials(bench, async () => {
        const other = await bench.run(`sh -c 'printf "Word: "; read word; exit 1'`); // another agent's terminal that a user could type into
        const ask = `python3 -c "import getpass; print(len(getpass.getpass()))"`;
        const asking = await bench.run(ask, { toolCallId: 'password-of-a-trial' });
        assert.equal(asking.structured.input?.kind, 'secret', say(asking));
        const terminal = bench.page.locator('.terminal-wrapper.active');
        await terminal.locator('.xterm-rows', { hasText: 'Password:' }).waitFor();
        await bench.drive('command', { name: 'termhost.showTerminal', parameters: ['password-of-a-trial'] });
        await focusIn(bench, '.terminal-wrapper.active');
        await bench.page.keyboard.type('four');
        await press(bench, 'Enter');
        await until('its end', 60_000, async () => (await statusOf(bench, asking.structured.executionId)) === 'completed');
        await terminal.locator('.xterm-rows', { hasText: 'its terminal with it' }).waitFor();
        assert.match((await terminal.locator('.xterm-rows').innerText()).replaceAll('\u00a0', ' '), /Password:[^]*4/);
        await shot('ended-terminal');
        await bench.page.keyboard.type('again');
        await press(bench, 'Enter');
        await pause(1500);
        assert.equal(await statusOf(bench, other.structured.executionId), 'waiting_for_input', 'the other terminal got the keys');
        const before = await bench.drive('terminalNames');
        await bench.drive('showTerminal', { terminalId: other.structured.terminalId });
        await until(`the ended one of ${before} gone`, 30_000, async () => (await bench.drive('terminalNames')).length < before.length);
        await bench.drive('tool', { name: 'stop_command', input: { execution_id: other.structured.executionId } });
        await bench.drive('command', { name: 'workbench.action.closePanel' });
      });
    },
  },
  {
    name: 'a click on a row that needs input shows the terminal, and the keys stay in the list',
    async run(bench) {
      await set(bench, 'autoApprove', true);
      await bench.drive('command', { name: 'termhost.commands.focus' });
      const { structured } = await bench.run(`sh -c 'stty -echo; printf "Secret: "; read word; stty echo'`);
      const row = rowOf(bench, 'stty -echo; printf');
      await row.getByText('needs password').waitFor();
      await bench.drive('command', { name: 'workbench.action.closePanel' });
      await row.click();
      await bench.page.locator('.terminal-wrapper.active .xterm-rows', { hasText: 'Secret:' }).waitFor();
      await focusIn(bench, '.pane-body .monaco-list');
      await press(bench, 'Delete');
      await until('it stopped', 30_000, async () => (await statusOf(bench, structured.executionId)) === 'stopped');
      await bench.drive('command', { name: 'workbench.action.closePanel' });
    },
  },
  {
    name: 'a command that you run yourself says so in its box, and runs for real',
    async run(bench, { shot }) {
      await withTrials(bench, async () => {
        const made = bench.fresh('by-the-user');
        void bench.drive('command', { name: 'termhost.runCommand' });
        const box = bench.page.locator('.quick-input-widget');
        await box.getByText('Run a command yourself').waitFor();
        await box.getByText('It runs for real').first().waitFor();
        await shot('run-yourself');
        await bench.page.keyboard.type(`touch ${made}`);
        await press(bench, 'Enter');
        await until('it ran', 30_000, () => fs.existsSync(made));
      });
    },
  },
  {
    name: 'a command whose question was open when the window was reloaded says that it was not run',
    async run(bench) {
      await set(bench, 'autoApprove', false);
      bench.run('touch reloaded-away').catch(() => {}); // its window goes
      await asked(bench, 'touch reloaded-away');
      await pause(1000); // the list is kept a moment later
      await bench.reload();
      await bench.drive('command', { name: 'termhost.commands.focus' });
      const row = rowOf(bench, 'touch reloaded-away');
      assert.match((await row.innerText()).trim(), /^not run · touch reloaded-away/);
      await row.click();
      await until('why it was not run', 30_000, async () => /^Not run: .*closed or reloaded/.test(await textOf(bench)));
      assert.match((await tooltipOf(bench, row)).text, /closed or reloaded before it ran/);
    },
  },
];
