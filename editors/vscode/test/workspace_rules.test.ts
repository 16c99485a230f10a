import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type * as vscode from 'vscode';
import { WorkspaceRules } from '../src/workspace_rules';
import { configuration, Memento, window } from './fake_vscode';

interface Shown {
  readonly label: string;
  readonly detail: string;
}
const picking = window as unknown as { showQuickPick: (items: Shown[]) => Promise<Shown[]>; showInformationMessage: (text: string) => Promise<void> };

let restarts = 0;
let told: string[] = [];
let rules: WorkspaceRules;
beforeEach(() => {
  configuration.clear();
  restarts = 0;
  told = [];
  rules = new WorkspaceRules(new Memento() as unknown as vscode.Memento, () => Promise.resolve(void (restarts += 1)));
  picking.showInformationMessage = (text) => Promise.resolve(void told.push(text));
});

const choosing = (chosen: (label: string) => boolean): Shown[] => {
  const seen: Shown[] = [];
  picking.showQuickPick = (items) => Promise.resolve(void seen.push(...items)).then(() => items.filter(({ label }) => chosen(label)));
  return seen;
};

async function rememberAll(): Promise<void> {
  await rules.remember({ list: 'allowed', prefix: 'npm test', scope: 'session', inWorkspace: true }, 'npm test');
  await rules.remember({ list: 'allowed', prefix: 'make' }, 'make');
  await rules.remember({ list: 'allowed', prefix: 'cargo', scope: 'session' }, 'cargo run');
  await rules.remember({ list: 'allowed', prefix: '', scope: 'line' }, 'touch a');
}

test('rules of every kind are listed, each with where it holds', async () => {
  await rememberAll();
  const seen = choosing(() => false);
  await rules.manage();
  assert.deepEqual(seen.map(({ label, detail }) => [label, /^(always, in this workspace|always|until this window is closed)/.exec(detail)?.[0]]), [
    ['npm test', 'always, in this workspace'],
    ['make', 'always'],
    ['cargo', 'until this window is closed'],
    ['touch a', 'until this window is closed'],
  ]);
  assert.deepEqual(told, []);
});

test('a rule that is forgotten is gone where it was kept, and the user is told', async () => {
  await rememberAll();
  let changes = 0;
  rules.onDidChange(() => (changes += 1));
  choosing((label) => label === 'npm test');
  await rules.manage();
  assert.deepEqual([rules.prefixes, changes, restarts], [[], 1, 0]);
  assert.match(told[0] ?? '', /forgotten: `npm test`/);
  choosing((label) => label === 'make' || label === 'cargo');
  await rules.manage();
  assert.deepEqual([configuration.get('allowedCommands'), restarts], [[], 1]);
});

test('rules of a session are gone with the server', async () => {
  await rememberAll();
  rules.serverEnded();
  const seen = choosing(() => false);
  await rules.manage();
  assert.deepEqual(seen.map(({ label }) => label), ['npm test', 'make']);
});
