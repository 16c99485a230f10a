// What comes with installing the extension: its walkthrough, and a newer version while a command runs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { asked, rejectAll, say } from './decisions.mjs';
import { pause, until } from './workbench.mjs';

const manifest = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../../../editors/vscode/package.json'), 'utf8'));
const [walkthrough] = manifest.contributes.walkthroughs;

/** The same package with the next number of its kind, which still works with this program. */
function newer(bench) {
  const folder = path.join(bench.folder, 'newer');
  execFileSync('unzip', ['-q', bench.vsix, '-d', folder]);
  const [major, minor, patch] = manifest.version.split('.').map(Number);
  const version = `${major}.${minor}.${patch + 1}`;
  for (const [file, before] of [['extension/package.json', '"version": "'], ['extension.vsixmanifest', ' Version="']]) {
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    fs.writeFileSync(path.join(folder, file), text.replace(`${before}${manifest.version}"`, `${before}${version}"`));
  }
  const vsix = path.join(bench.folder, 'newer.vsix');
  execFileSync('zip', ['-q', '-r', vsix, '.'], { cwd: folder });
  return { version, vsix };
}

/** In the page or in a webview of it, whichever VS Code shows it in. */
async function shownSomewhere(bench, selector) {
  const answers = bench.page.frames().map((frame) => frame.locator(selector).first().isVisible().catch(() => false));
  return (await Promise.all(answers)).includes(true);
}

const programOf = (pid) => fs.readlinkSync(`/proc/${pid}/exe`);

export const installing = [
  {
    name: 'the walkthrough opens, each step shows its page, and is ticked when it is done',
    async run(bench, { shot }) {
      await bench.drive('command', { name: 'workbench.action.closeSidebar' }); // beside it there is no room for the pages
      await bench.drive('command', { name: 'workbench.action.openWalkthrough', parameters: [`${manifest.publisher}.${manifest.name}#${walkthrough.id}`, false] });
      const page = bench.page.locator('.gettingStartedSlideDetails');
      await page.getByText(walkthrough.title).waitFor();
      for (const { title, description, media } of walkthrough.steps) {
        await page.locator('.getting-started-step', { hasText: title }).click();
        const [, button] = /\[(.+)\]\(command:/.exec(description);
        await page.getByRole('button', { name: button, exact: true }).waitFor();
        const [, word] = /\*\*(.+?)\*\*/.exec(fs.readFileSync(path.join(import.meta.dirname, '../../../editors/vscode', media.markdown), 'utf8'));
        await until(`the page of '${title}'`, 30_000, () => shownSomewhere(bench, `strong:text-is("${word}")`));
      }
      await shot('walkthrough');
      const pressed = async (id) => {
        const { title, description } = walkthrough.steps.find((step) => step.id === id);
        const [, button] = /\[(.+)\]\(command:/.exec(description);
        const step = page.locator('.getting-started-step', { hasText: title });
        const opened = page.getByRole('button', { name: button, exact: true });
        // VS Code opens the next step by itself a moment after one is ticked, and an open one takes no click
        await until(`the step '${title}' open`, 30_000, async () => {
          if (!(await opened.isVisible())) await step.click({ timeout: 1000 }).catch(() => {});
          return pause(500).then(() => opened.isVisible());
        });
        await opened.click();
        return step.locator('.codicon-getting-started-step-checked');
      };
      const escaped = async (id, opened) => {
        const tick = await pressed(id);
        await opened.waitFor();
        await pause(500); // else the page gets the key, and goes back to the list of walkthroughs
        await bench.page.keyboard.press('Escape');
        await opened.waitFor({ state: 'hidden' });
        await pause(500);
        return tick.count();
      };
      assert.equal(await escaped('install', bench.page.locator('.quick-input-list', { hasText: 'Show Commands' })), 1, 'all that it is for is to be seen');

      const another = bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Another agent' });
      assert.equal(await escaped('connect', another), 0, 'left, and ticked');
      const connected = await pressed('connect');
      await another.waitFor();
      await pause(1000); // a list takes no key in its first moment
      await shot('walkthrough-connect');
      await another.click(); // agents that other cases have left in the home folder come before it
      await bench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Copy the Entry' }).click();
      await connected.waitFor();

      const box = bench.page.locator('.quick-input-widget').getByText('Run a command yourself');
      assert.equal(await escaped('run', box), 0, 'left, and ticked');
      const run = await pressed('run');
      await box.waitFor();
      await bench.page.keyboard.press('Enter'); // the command is there already
      await until('the output of the first command', 30_000, async () => (await bench.drive('openDocument'))?.text.trim() === 'hello');
      await bench.drive('command', { name: 'workbench.action.closeActiveEditor' });
      await run.waitFor();

      const answered = await pressed('approve');
      await asked(bench, 'rm -f termhost-example');
      assert.equal(await answered.count(), 0, 'ticked before its answer');
      await rejectAll(bench);
      await answered.waitFor();
      await bench.drive('command', { name: 'workbench.action.closeAllEditors' });
    },
  },
  {
    name: 'a newer version comes while a command runs: it runs on in the old one, and the next window has the new',
    async run(bench) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      assert.equal((await bench.run('echo before')).structured.exitCode, 0);
      const server = bench.serverPid();
      const program = programOf(server);
      const go = bench.fresh('update-is-there');
      const answer = bench.run(`until [ -e ${go} ]; do sleep 0.1; done; echo went on; exit 4`);
      const { version, vsix } = newer(bench);
      await bench.install(vsix);
      const folders = fs.readdirSync(path.join(bench.folder, 'extensions')).filter((name) => name.startsWith(`${manifest.publisher}.${manifest.name}-`));
      assert.equal(folders.length, 2, `side by side: ${folders}`);
      assert.equal(bench.serverPid(), server, 'the same server');
      assert.equal(programOf(server), program, 'whose program is still there');
      fs.writeFileSync(go, '');
      const result = await answer;
      assert.equal(result.structured.exitCode, 4, say(result));
      assert.match(result.text, /went on/);
      await bench.reload();
      assert.equal((await bench.run('echo after')).structured.exitCode, 0);
      await until('the old server ended', 30_000, () => !fs.existsSync(`/proc/${server}`));
      assert.ok(programOf(bench.serverPid()).includes(`-${version}`), programOf(bench.serverPid()));
    },
  },
];
