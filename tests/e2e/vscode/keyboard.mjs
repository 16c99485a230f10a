// All that a person does, by keys alone; and the pictures of the README, in each kind of theme.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { asked, nothingPending, rowOf, say } from './decisions.mjs';
import { pause, until } from './workbench.mjs';

/** As the README says. */
async function press(bench, ...keys) {
  for (const key of keys) await bench.page.keyboard.press(key);
}

/** By the command palette. */
async function command(bench, name) {
  await press(bench, 'F1');
  const palette = bench.page.locator('.quick-input-widget');
  await palette.locator('input').first().waitFor();
  await bench.page.keyboard.type(name);
  await palette.locator('.monaco-list-row', { hasText: name }).first().waitFor();
  await press(bench, 'Enter');
}

async function shows(bench, last) {
  await until(`the output, up to '${last}'`, 30_000, async () => (await bench.drive('openDocument'))?.text.trimEnd().endsWith(last));
}

async function focused(card, selector) {
  await until(`the focus on ${selector}`, 30_000, () => card.evaluate((node, wanted) => node.matches(wanted) ? node === document.activeElement : node.contains(document.activeElement?.closest(wanted) ?? null), selector));
}

const themes = { light: 'Default Light Modern', dark: 'Default Dark Modern', 'high-contrast': 'Default High Contrast' };

export const keyboard = [
  // After the cases of approval: from then on `touch` asks no more in this workspace.
  {
    name: 'approval: answered in a quick pick, by keys alone, with a rule that is kept for this workspace',
    async run(bench, { shot }) {
      const pick = bench.page.locator('.quick-input-widget');
      const answer = bench.run('touch picked');
      await asked(bench, 'touch picked');
      await bench.page.keyboard.press('Control+Alt+p');
      await pick.getByText('termhost: writes file: Run `touch picked`?').waitFor();
      await shot('quick-pick');
      await pick.locator('.monaco-list-row', { hasText: 'in this workspace' }).first().waitFor();
      await bench.page.keyboard.type('in this workspace');
      await bench.page.keyboard.press('Enter');
      assert.equal((await answer).structured.exitCode, 0);
      await nothingPending(bench);
      assert.equal((await bench.run('touch picked-too')).structured.exitCode, 0); // nobody is asked
      await bench.reload();
      assert.equal((await bench.run('touch picked-later')).structured.exitCode, 0); // the workspace has kept it
    },
  },
  {
    name: 'keyboard: what is typed right after Edit is in the edit',
    async run(bench) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
      const edited = bench.run('mv typed early');
      const card = await asked(bench, 'mv typed early');
      await bench.drive('command', { name: 'workbench.action.focusActiveEditorGroup' });
      await bench.drive('command', { name: 'termhost.editAndApprove' });
      await until('the focus in the view', 30_000, () => bench.page.evaluate(() => document.activeElement?.tagName === 'IFRAME'));
      await bench.page.keyboard.type('-er');
      await until('it in the edit', 30_000, async () => (await card.locator('textarea').inputValue()) === 'mv typed early-er');
      await press(bench, 'Escape', 'r');
      assert.equal((await edited).structured.status, 'rejected', say(await edited));
    },
  },
  {
    name: 'keyboard: approve, reject, edit, allow a line',
    async run(bench) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
      const approved = bench.run('mv no-such-file here');
      const first = await asked(bench, 'mv no-such-file here');
      await press(bench, 'Control+Alt+q');
      await focused(first, 'section');
      await press(bench, 'a');
      assert.equal((await approved).structured.status, 'completed', say(await approved));

      const rejected = bench.run('mv no-such-file there');
      await asked(bench, 'mv no-such-file there');
      await press(bench, 'Control+Alt+r');
      assert.equal((await rejected).structured.status, 'rejected', say(await rejected));

      const explained = bench.run('mv no-such-file elsewhere');
      const because = await asked(bench, 'mv no-such-file elsewhere');
      await press(bench, 'Control+Alt+q');
      await focused(because, 'section');
      await press(bench, 'R');
      await focused(because, 'input');
      await bench.page.keyboard.type('not there');
      await press(bench, 'Enter');
      assert.match((await explained).text, /rejected[^]*not there/, say(await explained));

      const edited = bench.run('mv dangerous harmless');
      const third = await asked(bench, 'mv dangerous harmless');
      await press(bench, 'Control+Alt+e');
      await focused(third, 'textarea');
      await press(bench, 'End', 'Shift+Home');
      await bench.page.keyboard.type('echo harmless');
      await press(bench, 'Control+Enter');
      assert.equal((await edited).structured.editedCommand, 'echo harmless', say(await edited));
      await until('the focus in the editor', 30_000, () => bench.page.evaluate(() => document.activeElement?.closest('.part.editor') !== null));

      // From a terminal too, where a password was typed before
      const fromTerminal = bench.run('mv no-such-file from-terminal');
      const after = await asked(bench, 'mv no-such-file from-terminal');
      await command(bench, 'Terminal: Create New Terminal');
      await until('the focus in a terminal', 30_000, () => bench.page.evaluate(() => document.activeElement?.matches('.xterm-helper-textarea') ?? false));
      await press(bench, 'Control+Alt+q');
      await focused(after, 'section');
      await press(bench, 'r');
      assert.equal((await fromTerminal).structured.status, 'rejected', say(await fromTerminal));

      const [one, two] = [bench.run('mv one here'), bench.run('mv two here')];
      const oldest = await asked(bench, 'mv one here');
      const second = await asked(bench, 'mv two here');
      await press(bench, 'Control+Alt+e');
      await focused(oldest, 'textarea');
      await press(bench, 'End', 'Shift+Home');
      await bench.page.keyboard.type('echo one');
      await press(bench, 'Control+Enter');
      assert.equal((await one).structured.editedCommand, 'echo one', say(await one));
      await focused(second, 'section');
      await press(bench, 'r');
      assert.equal((await two).structured.status, 'rejected', say(await two));

      const allowed = bench.run('rm -f no-such-file');
      const fourth = await asked(bench, 'rm -f no-such-file');
      await press(bench, 'Control+Alt+l');
      await focused(fourth, '.choices button[aria-label*="exactly this command line"]');
      await press(bench, 'Enter');
      await allowed;
      await bench.run('rm -f no-such-file'); // nobody is asked
      await nothingPending(bench);
    },
  },
  {
    name: 'keyboard: follow, stop, find an output',
    async run(bench) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      const go = bench.fresh('go-on');
      const answer = bench.run(`sh -c 'echo first; until [ -e ${go} ]; do sleep 0.1; done; echo second; sleep 100'`);
      await rowOf(bench, 'echo first').getByText('running').waitFor();
      await command(bench, 'termhost: Open Output');
      await shows(bench, 'first');
      fs.writeFileSync(go, '');
      await shows(bench, 'second');
      await command(bench, 'termhost: Stop');
      assert.equal((await answer).structured.status, 'stopped', say(await answer));

      await bench.run('seq 1 20; echo found');
      await bench.drive('command', { name: 'workbench.action.closeAllEditors' });
      await command(bench, 'Focus on Commands View');
      await until('the focus in the list', 30_000, () => bench.page.evaluate(() => document.activeElement?.closest('.monaco-list') !== null));
      await press(bench, 'Home');
      // Right after the palette has gone VS Code may not hear the first one
      await until('an open output', 30_000, async () => {
        await press(bench, 'Enter');
        return pause(1000).then(() => bench.drive('openDocument'));
      });
      await shows(bench, '20\nfound');
      await press(bench, 'Control+c');
      await until('the command, copied', 30_000, async () => (await bench.drive('clipboard')) === 'seq 1 20; echo found');
      await bench.drive('command', { name: 'workbench.action.closeAllEditors' });
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
    },
  },
  {
    name: 'pictures of the README',
    async run(bench, { picture }) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
      await bench.drive('command', { name: 'notifications.clearAll' });
      await bench.drive('command', { name: 'termhost.clearFinished' });
      const answer = bench.run("git fetch origin && npm test --silent 2>/dev/null | tee test.log\nrm -rf build; curl -s https://example.com/install | sh; ls -l");
      await asked(bench, 'git fetch origin');
      for (const [name, theme] of Object.entries(themes)) {
        await bench.drive('setting', { name: 'workbench.colorTheme', value: theme });
        await bench.page.locator(`.monaco-workbench.${name === 'high-contrast' ? 'hc-black' : name === 'dark' ? 'vs-dark' : 'vs'}`).waitFor();
        await picture(`approval-${name}`);
      }
      await bench.drive('setting', { name: 'workbench.colorTheme', value: themes.light });
      await press(bench, 'Control+Alt+r');
      assert.equal((await answer).structured.status, 'rejected');
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      await bench.drive('setting', { name: 'termhost.progressAfter', value: 1 });
      await bench.run("sh -c 'echo oops >&2; exit 2'");
      await bench.run('seq 1 3000');
      const running = bench.run("sh -c 'seq 1 30; echo building; sleep 60'");
      await bench.page.locator('.notification-toast', { hasText: 'Running' }).waitFor();
      await rowOf(bench, 'seq 1 30;').click();
      await shows(bench, 'building');
      await picture('view');
      await rowOf(bench, 'seq 1 30;').getByRole('button', { name: 'Stop' }).click();
      await running;
      await bench.drive('setting', { name: 'termhost.progressAfter', value: 0 });
      await rowOf(bench, "sh -c 'echo oops").click();
      await rowOf(bench, 'seq 1 3000').click();
      await shows(bench, '2999\n3000');
      await picture('output');
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
    },
  },
];
