// Restricted Mode: a folder that nobody trusts, which says in its settings what should run.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { agentOf, programOf } from './agents.mjs';
import { approve, asked, nothingPending, say } from './decisions.mjs';
import { until, Workbench } from './workbench.mjs';

const planted = { 'termhost.autoApprove': true, 'termhost.allowedCommands': ['*'], 'termhost.builtinRules': 'readOnly', 'termhost.server.path': '/nowhere/evil' };

const noDialog = async (bench) => assert.equal(await bench.page.locator('.monaco-dialog-box').count(), 0, 'VS Code asks for trust');

const passwordAfterTrust = 'Restricted Mode: a password that was asked for there is typed once the folder is trusted';

const nothingUnasked = 'Restricted Mode: nothing runs without a question, and VS Code opens no terminal';
const agentAfterTrust = 'Restricted Mode: an agent that was allowed there is asked about again once the folder is trusted, and until then every command asks';
export const restrictedCases = [nothingUnasked, passwordAfterTrust, agentAfterTrust];

const wish = 'An agent wants to use this window';

async function agentIsAskedAboutAgain(bench, shot) {
  await until('the link to the program', 30_000, () => fs.existsSync(programOf(bench).command));
  const agent = agentOf(bench, 'early', programOf(bench));
  agent.call(1, 'echo first');
  const access = await asked(bench, wish);
  await access.getByText('This folder is not trusted').waitFor();
  assert.equal(await access.getByRole('button', { name: 'Always in this workspace' }).count(), 0, 'nothing is kept');
  await access.getByText('The agent node').waitFor();
  for (const elsewhere of ['run without a question', 'throw-away copy']) assert.equal(await access.getByText(elsewhere).count(), 0, `it says of another folder: ${elsewhere}`);
  await access.getByText('An approved command runs for real').waitFor();
  await shot(bench, 'restricted-agent');
  await approve(access, 'This connection only');
  await approve(await asked(bench, 'echo first'));
  assert.match(await agent.answer(1), /first/);
  void bench.drive('command', { name: 'workbench.trust.manage' });
  await bench.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).first().click();
  await bench.drive('command', { name: 'workbench.action.closeModalEditor' }); // the page about trust covers the view
  await bench.page.locator('.monaco-modal-editor-block').waitFor({ state: 'detached' });
  const again = await asked(bench, wish);
  await again.getByRole('button', { name: 'Always in this workspace' }).waitFor();
  agent.call(2, 'echo second');
  const command = await asked(bench, 'echo second');
  assert.equal(await command.getByText('This folder is not trusted').count(), 0);
  await approve(command);
  assert.match(await agent.answer(2), /second/);
  await approve(again, 'Always in this workspace');
  await nothingPending(bench);
  agent.call(3, 'echo third'); // read-only: nobody is asked
  assert.match(await agent.answer(3), /third/);
  agent.leave();
}

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

/** Trust is given once: each case that gives it has a window of its own. */
export async function inRestrictedMode(options, check) {
  await inWindow(options, async (bench) => {
    await check(nothingUnasked, ({ shot }) => asksAboutEverything(bench, shot));
    await check(passwordAfterTrust, ({ shot }) => passwordIsTyped(bench, shot));
  });
  await inWindow(options, (bench) => check(agentAfterTrust, ({ shot }) => agentIsAskedAboutAgain(bench, shot)));
}

async function asksAboutEverything(bench, shot) {
  for (const command of ['echo only reads', 'touch allowed-by-the-user']) {
    const answer = bench.run(command);
    const card = await asked(bench, command);
    await card.getByText('This folder is not trusted').waitFor();
    await card.getByText('It would run for real.').waitFor();
    await noDialog(bench);
    if (command.startsWith('echo')) await shot(bench, 'restricted');
    await card.getByRole('button', { name: 'Approve', exact: true }).click();
    const result = await answer;
    assert.deepEqual([result.structured.exitCode, result.structured.integration], [0, 'owned'], say(result));
    await noDialog(bench);
    await nothingPending(bench);
  }
  assert.ok(fs.existsSync(bench.file('allowed-by-the-user')));
}

async function inWindow(options, use) {
  const bench = new Workbench({ ...options, restricted: true, settings: { 'termhost.allowedCommands': ['touch'] } });
  bench.write(bench.file('.vscode/settings.json'), JSON.stringify(planted));
  try {
    await bench.start();
    await use(bench);
  } finally {
    await bench.stop();
  }
}
