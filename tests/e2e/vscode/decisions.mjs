// A question as the person sees it, and what the person can decide.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { pause, until } from './workbench.mjs';

export const say = (result) => `${result.text}\n${JSON.stringify(result.structured)}`;

const contentOf = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

export async function asked(bench, command) {
  const line = command.split('\n')[0];
  let card;
  // The view of an earlier question may go meanwhile, and its frame with it
  await until(`the question '${line}'`, 30_000, async () => {
    card = (await bench.webview('section')).locator('section', { hasText: line });
    return card.isVisible().catch(() => false);
  });
  return card;
}

/** The button that approves, also where it names the lines that nobody has read. */
export const approval = (card, label = 'Approve') => card.getByRole('button', { name: new RegExp(`^${label}( with \\d+ lines? unread)?$`) });

/** As a user does who has to read the end first: what was not on the screen is shown by the first press. */
export async function approve(card, label = 'Approve') {
  const button = approval(card, label);
  await button.click();
  if (await card.locator('.refusal').isVisible().catch(() => false)) await pause(1000).then(() => button.click());
}

/** Approves, and chooses one of the rules, which are shown only then. */
export async function approveAndRemember(card, rule) {
  await card.getByRole('button', { name: 'Approve and remember…', exact: true }).click();
  await card.getByRole('button', { name: rule, exact: true }).click();
}

export const EXACTLY = 'Approve, and allow exactly this command line in this folder: until this window is closed or reloaded';

/** The button of a rule, and its entry in the quick pick. */
export const ruleFor = (prefix, where) => `Approve, and allow all commands that begin with \`${prefix}\`: ${where}`;

export async function nothingPending(bench) {
  await until('the question is gone', 30_000, async () => (await bench.page.getByText(/termhost: (approve|allow agent)/).count()) === 0);
}

/** After a test that failed: the next one starts with no question open. */
export async function rejectAll(bench) {
  for (const frame of bench.page.frames()) {
    for (const button of await frame.getByRole('button', { name: 'Reject', exact: true }).all().catch(() => [])) await button.click().catch(() => {}); // its frame may go meanwhile
  }
}

/** A command's row in the view Commands. */
export const rowOf = (bench, command) => bench.page.locator('.pane-body .monaco-list-row', { hasText: command }).first();

/** These words of its text are not cut off. */
export const showsWords = (locator, words) =>
  locator.evaluate((node, wanted) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const at = text.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + wanted.length);
      const { right } = range.getBoundingClientRect();
      for (let around = text.parentElement; around && around !== node.parentElement; around = around.parentElement)
        if (right > around.getBoundingClientRect().right + 1) return false;
      return true;
    }
    return false;
  }, words);

/** Scrolled nowhere: what is seen of it at once. */
export const inView = (button) =>
  button.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** What the person can decide: in every shell, in every kind of terminal. Each file says what ran, and how often. */
export const decisions = [
  {
    name: 'approve',
    async run(bench, { shell }) {
      const ran = bench.fresh('approved');
      const answer = bench.run(`echo yes | tee -a ${ran}`, { shell });
      const card = await asked(bench, `echo yes | tee -a ${ran}`);
      assert.equal(contentOf(ran), '', 'nothing runs before the person has agreed');
      await card.getByRole('button', { name: 'Approve', exact: true }).click();
      const result = await answer;
      assert.deepEqual([result.structured.output.text.trimEnd(), result.structured.exitCode], ['yes', 0], say(result));
      assert.equal(contentOf(ran), 'yes\n');
      await nothingPending(bench);
    },
  },
  {
    name: 'edit',
    async run(bench, { shell, shot }) {
      const ran = bench.fresh('edited');
      const answer = bench.run(`echo dangerous | tee -a ${ran}`, { shell });
      const card = await asked(bench, 'echo dangerous');
      await card.getByRole('button', { name: 'Edit', exact: true }).click();
      await card.locator('textarea').fill(`echo harmless | tee -a ${ran}`);
      await shot('edit');
      await card.getByRole('button', { name: 'Run the edited command' }).click();
      const result = await answer;
      assert.equal(result.structured.output.text.trimEnd(), 'harmless', say(result));
      assert.match(result.text, /edited by the user/, say(result));
      assert.equal(contentOf(ran), 'harmless\n');
      await nothingPending(bench);
    },
  },
  {
    name: 'reject with feedback',
    async run(bench, { shell }) {
      const ran = bench.fresh('rejected');
      const answer = bench.run(`echo never > ${ran}`, { shell });
      const card = await asked(bench, 'echo never');
      await card.getByLabel('Reason for rejecting').fill('use the other file');
      await card.locator('button.primary', { hasText: 'Reject' }).waitFor();
      await bench.page.keyboard.press('Enter');
      const result = await answer;
      assert.equal(result.structured.status, 'rejected', say(result));
      assert.ok(result.text.includes('use the other file'), say(result));
      assert.equal(contentOf(ran), '');
      await nothingPending(bench);
    },
  },
];
