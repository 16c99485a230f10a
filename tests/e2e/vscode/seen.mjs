// An approval counts for what was on the screen, and a rule for as long as it is kept.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { approval, approveAndRemember, asked, nothingPending, rowOf, ruleFor, say } from './decisions.mjs';
import { pause, until } from './workbench.mjs';

/** Whether the last lines of the text, four at least, are on the screen and under nothing else. */
const endIsSeen = (card) =>
  card.locator('.command').evaluate((text) => {
    const { left, bottom, height } = text.getBoundingClientRect();
    const least = Math.min(height - 16, 4 * parseFloat(getComputedStyle(text).lineHeight));
    const at = (y) => y >= 0 && y <= innerHeight && text.contains(document.elementFromPoint(left + 12, y));
    return [bottom - 12, bottom - least / 2, bottom - least].every(at);
  });

/** Whether all of the element is on the screen and under nothing else. */
const isWholly = (locator) =>
  locator.evaluate((node) => {
    const { left, top, bottom } = node.getBoundingClientRect();
    return [top + 3, bottom - 3].every((y) => node.contains(document.elementFromPoint(left + 12, y)));
  });

/** In a document, as a user who reads all of it. */
async function pageDown(bench, pages) {
  for (let page = 0; page < pages; ++page) await bench.page.keyboard.press('PageDown').then(() => pause(300));
}

export const seen = [
  {
    name: 'approval: a question that does not fit beside the view Commands has room before a key is pressed',
    async run(bench, { shot }) {
      await bench.drive('command', { name: 'termhost.commands.focus' });
      const ran = bench.fresh('with-room');
      const answer = bench.run(`${'echo harmless\n'.repeat(8)}touch ${ran}`);
      const card = await asked(bench, 'echo harmless');
      await until('its end on the screen', 30_000, () => endIsSeen(card));
      await shot('room');
      await card.getByRole('button', { name: 'Approve', exact: true }).click();
      await until('that one press was enough', 10_000, () => fs.existsSync(ran));
      assert.equal((await answer).structured.exitCode, 0, say(await answer));
      await nothingPending(bench);
      await rowOf(bench, 'echo harmless').waitFor(); // the view is there again
    },
  },
  {
    name: 'approval: in a view that is too low, an unseen text cannot be approved by mouse or by keys',
    async run(bench, { shot }) {
      const earlier = bench.run('touch earlier'); // its answer makes the view go
      await (await asked(bench, 'touch earlier')).getByRole('button', { name: 'Approve', exact: true }).click();
      await earlier;
      await nothingPending(bench);
      await bench.page.setViewportSize({ width: 1280, height: 400 });
      const ran = bench.fresh('unseen');
      try {
        const answer = bench.run(`${'echo harmless\n'.repeat(30)}touch ${ran}`);
        const card = await asked(bench, 'echo harmless');
        await shot('low-view');
        const approve = approval(card);
        for (const press of [() => bench.page.keyboard.press('Control+Alt+a'), () => approve.click(), () => bench.page.keyboard.press('Control+Alt+a')]) {
          const wasSeen = await endIsSeen(card);
          await press();
          await pause(1500);
          assert.ok(wasSeen || !fs.existsSync(ran), 'it ran, and its end was not on the screen');
          if (fs.existsSync(ran)) break;
        }
        await shot('low-view-pressed');
        await bench.page.setViewportSize({ width: 1280, height: 800 });
        await pause(1000);
        for (let press = 0; press < 2 && !fs.existsSync(ran); ++press) await approve.click().then(() => pause(1500));
        assert.equal((await answer).structured.exitCode, 0, say(await answer));
        await nothingPending(bench);
      } finally {
        await bench.page.setViewportSize({ width: 1280, height: 800 });
      }
    },
  },
  {
    name: 'approval: a view without room for the text says so, and shows all of it elsewhere',
    async run(bench, { shot }) {
      await bench.page.setViewportSize({ width: 1280, height: 400 });
      try {
        const answer = bench.run(`${'echo one of many\n'.repeat(9)}rm -f nothing`);
        const card = await asked(bench, 'echo one of many');
        await card.evaluate((node) => (node.querySelector('.command').style.lineHeight = '300px')); // four lines are more than the view has
        await card.getByRole('button', { name: 'Approve', exact: true }).click();
        await card.getByText('Make this view larger').waitFor();
        await bench.page.keyboard.press('Control+Alt+a');
        await pause(1000);
        await card.getByText('Make this view larger').waitFor();
        await shot('no-room');
        await card.getByRole('button', { name: 'Show all of it' }).click();
        await bench.page.setViewportSize({ width: 1280, height: 800 }); // a low window has no room for the document either
        await bench.page.locator('.editor-instance .view-line', { hasText: 'rm -f nothing' }).first().waitFor();
        await bench.drive('command', { name: 'workbench.action.closeActiveEditor' });
        await card.getByRole('button', { name: 'Reject', exact: true }).click();
        assert.equal((await answer).structured.status, 'rejected', say(await answer));
        await nothingPending(bench);
      } finally {
        await bench.page.setViewportSize({ width: 1280, height: 800 });
      }
    },
  },
  {
    name: 'approval: a text that is longer than the view says how much of it is unseen, and opens all of it, where it counts as seen',
    async run(bench, { shot }) {
      const answer = bench.run(`${'echo one of very many\n'.repeat(99)}rm -f nothing`);
      const card = await asked(bench, 'echo one of very many');
      const unseen = card.getByText(/^\d+ of 100 lines were not on the screen yet/);
      await unseen.waitFor();
      const count = async () => Number(/^\d+/.exec(await unseen.textContent())[0]);
      const atFirst = await count();
      await shot('unseen');
      await card.getByRole('button', { name: 'Approve', exact: true }).click(); // shows the end
      await card.getByText('Read it, and approve again').waitFor();
      await unseen.waitFor(); // what is between was not shown
      await until('the lines of the end counted as seen', 30_000, async () => (await count()) < atFirst);
      await card.getByRole('button', { name: /^Approve with \d+ lines unread$/ }).waitFor();
      await until('the end on the screen, beside the longer name of the button', 10_000, () => endIsSeen(card));
      await shot('unseen-pressed');
      await card.getByRole('button', { name: 'Edit', exact: true }).click();
      await until('all of the field on the screen', 10_000, () => isWholly(card.getByRole('textbox', { name: 'Command' })));
      await shot('unseen-edited');
      await bench.page.keyboard.press('Escape');
      await card.getByRole('button', { name: 'Open all of it' }).click();
      await bench.page.locator('.editor-instance .view-line', { hasText: 'echo one of very many' }).first().waitFor();
      const openedWith = await count();
      await card.getByRole('button', { name: `Approve with ${openedWith} lines unread`, exact: true }).waitFor();
      const readOn = async (done) => {
        await pageDown(bench, 1); // a page is as high as the rest of the window lets it be
        return done();
      };
      await until('fewer unread lines', 30_000, () => readOn(async () => (await count()) < openedWith));
      await until('all lines read', 30_000, () => readOn(async () => !(await unseen.isVisible())));
      await shot('seen-elsewhere');
      await bench.drive('command', { name: 'workbench.action.closeActiveEditor' });
      await card.getByRole('button', { name: 'Approve', exact: true }).click();
      assert.equal((await answer).structured.exitCode, 0, say(await answer));
      await nothingPending(bench);
    },
  },
  {
    name: 'approval: a text whose lines are wider than the screen counts as seen only where all of each line was shown',
    async run(bench) {
      const wide = `echo ${'x'.repeat(3000)}`;
      const answer = bench.run(`${`${wide}\n`.repeat(9)}rm -f nothing`);
      const card = await asked(bench, 'echo xxx');
      const unseen = card.getByText(/^\d+ of \d+ lines were not on the screen yet/);
      await card.getByRole('button', { name: 'Open all of it' }).click();
      await bench.page.locator('.editor-instance .view-line', { hasText: 'xxx' }).first().waitFor();
      await pause(1000);
      assert.ok(await unseen.isVisible(), 'lines that the document cut off counted as seen');
      await pageDown(bench, 20);
      await unseen.waitFor({ state: 'hidden' }); // they are wrapped there
      await bench.drive('command', { name: 'workbench.action.closeActiveEditor' });
      await card.getByRole('button', { name: 'Reject', exact: true }).click();
      assert.equal((await answer).structured.status, 'rejected', say(await answer));
      await nothingPending(bench);
    },
  },
  {
    name: 'approval: a removed rule of the workspace no longer allows a command',
    async run(bench, { shot }) {
      const allowed = bench.run('mkdir -p seen-one');
      await approveAndRemember(await asked(bench, 'mkdir -p seen-one'), ruleFor('mkdir', 'always, in this workspace'));
      assert.equal((await allowed).structured.exitCode, 0);
      assert.equal((await bench.run('mkdir -p seen-two')).structured.exitCode, 0); // nobody is asked
      await bench.drive('command', { name: 'notifications.clearAll' });
      const managed = bench.drive('command', { name: 'termhost.workspaceRules' });
      const pick = bench.page.locator('.quick-input-widget');
      await pick.locator('.monaco-list-row', { hasText: 'mkdir' }).filter({ hasText: 'in this workspace' }).first().waitFor();
      await shot('rules');
      await bench.page.keyboard.type('mkdir');
      await pause(500);
      await bench.page.keyboard.press('ArrowDown');
      await bench.page.keyboard.press('Space');
      await bench.page.keyboard.press('Enter');
      await managed;
      await bench.page.locator('.notification-toast', { hasText: 'forgotten: `mkdir`' }).waitFor();
      const again = bench.run('mkdir -p seen-three');
      await (await asked(bench, 'mkdir -p seen-three')).getByRole('button', { name: 'Reject', exact: true }).click();
      assert.equal((await again).structured.status, 'rejected', say(await again));
      await nothingPending(bench);
    },
  },
];
