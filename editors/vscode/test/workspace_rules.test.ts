import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import type { ApprovalRequestParams } from '../src/protocol';
import { WorkspaceRules } from '../src/workspace_rules';
import { configuration, Memento, window, workspace } from './fake_vscode';

interface Shown {
  readonly label: string;
  readonly detail: string;
}
const picking = window as unknown as { showQuickPick: (items: Shown[]) => Promise<Shown[]>; showInformationMessage: (text: string, ...buttons: string[]) => Promise<string | undefined> };

let told: string[] = [];
/** What the user presses in a notification */
let pressed: string | undefined;
let rules: WorkspaceRules;
beforeEach(() => {
  configuration.clear();
  told = [];
  pressed = undefined;
  rules = new WorkspaceRules(new Memento() as unknown as vscode.Memento);
  picking.showInformationMessage = (text, ...buttons) => Promise.resolve(void told.push(text)).then(() => buttons.find((one) => one === pressed));
});

const choosing = (chosen: (label: string) => boolean): Shown[] => {
  const seen: Shown[] = [];
  picking.showQuickPick = (items) => Promise.resolve(void seen.push(...items)).then(() => items.filter(({ label }) => chosen(label)));
  return seen;
};

const about = (command: string, fields: Partial<ApprovalRequestParams> = {}): ApprovalRequestParams => ({ toolCallId: 'call-1', command, shown: command, size: '', cwd: '/project', shell: 'bash', commands: [], reason: 'no rule allows it', suggestions: [], ...fields });

async function rememberAll(): Promise<void> {
  await rules.remember({ list: 'allowed', prefix: 'npm test', scope: 'session', inWorkspace: true }, about('npm test'));
  await rules.remember({ list: 'allowed', prefix: 'make' }, about('make'));
  await rules.remember({ list: 'allowed', prefix: 'cargo', scope: 'session' }, about('cargo run'));
  await rules.remember({ list: 'allowed', prefix: '', scope: 'line' }, about('touch a'));
}

const texts = (seen: readonly Shown[]): string[] => seen.map(({ label, detail }) => `${label}: ${detail}`);

test('rules of every kind are listed, each with where it holds, and each is confirmed', async () => {
  await rememberAll();
  const seen = choosing(() => false);
  await rules.manage();
  assert.deepEqual(texts(seen), [
    'npm test: always, in this workspace',
    'make: always, in all windows (setting termhost.allowedCommands)',
    'cargo: until this window is closed or reloaded',
    'touch a: until this window is closed or reloaded',
  ]);
  assert.deepEqual(told, [
    'termhost allows all commands that begin with `npm test`: always, in this workspace.',
    'termhost allows all commands that begin with `make`: always, in all windows.',
    'termhost allows all commands that begin with `cargo`: until this window is closed or reloaded.',
    'termhost allows exactly `touch a` in this folder: until this window is closed or reloaded.',
  ]);
});

test('a rule that is forgotten is gone where it was kept, and the user is told', async () => {
  await rememberAll();
  let changes = 0;
  rules.onDidChange(() => (changes += 1));
  choosing((label) => label === 'npm test');
  await rules.manage();
  assert.deepEqual([rules.prefixes, changes], [['cargo'], 1]);
  assert.match(told.at(-1) ?? '', /forgotten: `npm test`/);
  choosing(() => true);
  await rules.manage();
  assert.deepEqual([configuration.get('allowedCommands'), rules.prefixes, rules.allows(about('touch a'))], [[], [], false]);
});

test('Undo forgets the rule that was chosen, and no other', async () => {
  await rememberAll();
  pressed = 'Undo';
  await rules.remember({ list: 'allowed', prefix: 'rm', scope: 'session' }, about('rm x'));
  await rules.remember({ list: 'allowed', prefix: '', scope: 'line' }, about('touch b'));
  assert.match(told.at(-1) ?? '', /forgotten: `touch b`/);
  const seen = choosing(() => false);
  await rules.manage();
  assert.deepEqual(seen.map(({ label }) => label), ['npm test', 'make', 'cargo', 'touch a']);
});

test('a line is allowed in its folder and shell, for the reason that was asked, and in a trusted folder', async () => {
  await rememberAll();
  assert.ok(rules.allows(about('touch a')));
  for (const other of [about('touch ab'), about('touch a', { cwd: '/' }), about('touch a', { shell: 'fish' }), about('touch a', { reason: 'a rule asks' }), about('touch a', { place: 'outside the sandbox' })]) assert.ok(!rules.allows(other), JSON.stringify(other));
  workspace.isTrusted = false;
  const allowed = rules.allows(about('touch a'));
  workspace.isTrusted = true;
  assert.ok(!allowed);
});
