// Restricted Mode: a folder that nobody trusts, which says in its settings what should run.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { asked, nothingPending, say } from './decisions.mjs';
import { Workbench } from './workbench.mjs';

const planted = { 'termhost.autoApprove': true, 'termhost.allowedCommands': ['*'], 'termhost.builtinRules': 'readOnly', 'termhost.server.path': '/nowhere/evil' };

const noDialog = async (bench) => assert.equal(await bench.page.locator('.monaco-dialog-box').count(), 0, 'VS Code asks for trust');

const passwordAfterTrust = 'Restricted Mode: a password that was asked for there is typed once the folder is trusted';

const nothingUnasked = 'Restricted Mode: nothing runs without a question, and VS Code opens no terminal';
export const restrictedCases = [nothingUnasked, passwordAfterTrust];

async function passwordIsTyped(bench, shot) {
  const answer = bench.run(`sh -c 'stty -echo; printf "Password: "; read word; stty echo; echo; echo got $word'`);
  await (await asked(bench, 'stty -echo')).getByRole('button', { name: 'Approve', exact: true }).click();
  const { structured } = await answer;
  assert.equal(structured.input?.kind, 'secret', JSON.stringify(structured));
  const toast = bench.page.locator('.notification-toast', { hasText: 'to type your password' });
  await toast.waitFor();
  assert.equal(await bench.page.getByText('Show Terminal').count(), 0, 'nothing is offered that does not work');
  await shot(bench, 'restricted-password');
  await toast.getByText('Trust this folder', { exact: true }).click();
  await bench.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).first().click();
  const renewed = bench.page.locator('.notification-toast', { hasText: 'Waiting for your password' });
  await renewed.getByText('Show Terminal', { exact: true }).click();
  await bench.page.locator('.terminal-wrapper.active .xterm-rows', { hasText: 'Password:' }).waitFor();
  await bench.page.locator('.terminal-wrapper.active .xterm-helper-textarea').first().focus();
  await bench.page.keyboard.type('open');
  await bench.page.keyboard.press('Enter');
  const over = await bench.drive('tool', { name: 'wait_for_command', input: { execution_id: structured.executionId, timeout: 60 } });
  assert.match(over.text, /got open/, say(over));
  await renewed.waitFor({ state: 'detached' });
}

export async function inRestrictedMode(options, check) {
  const bench = new Workbench({ ...options, restricted: true, settings: { 'termhost.allowedCommands': ['touch'] } });
  bench.write(bench.file('.vscode/settings.json'), JSON.stringify(planted));
  try {
    await bench.start();
    await check(nothingUnasked, async ({ shot }) => {
      for (const command of ['echo only reads', 'touch allowed-by-the-user']) {
        const answer = bench.run(command);
        const card = await asked(bench, command);
        await card.getByText('This folder is not trusted').waitFor();
        await noDialog(bench);
        if (command.startsWith('echo')) await shot(bench, 'restricted');
        await card.getByRole('button', { name: 'Approve', exact: true }).click();
        const result = await answer;
        assert.deepEqual([result.structured.exitCode, result.structured.integration], [0, 'owned'], say(result));
        await noDialog(bench);
        await nothingPending(bench);
      }
      assert.ok(fs.existsSync(bench.file('allowed-by-the-user')));
    });
    await check(passwordAfterTrust, ({ shot }) => passwordIsTyped(bench, shot));
  } finally {
    await bench.stop();
  }
}
