import assert from 'node:assert/strict';
import { mkdtempSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, test } from 'node:test';
import type * as vscode from 'vscode';
import { Agents } from '../src/agents';
import { stableProgram } from '../src/connect_agent';
import * as fake from './fake_vscode';

const question = { identity: 'node ("claude") in /project', question: 'The agent node wants to use this editor’s terminals.' };
const window = fake.window as unknown as { showWarningMessage: (...args: string[]) => Promise<string | undefined> };
const original = window.showWarningMessage.bind(window);
afterEach(() => (window.showWarningMessage = original));

function answering(choice: string | undefined): { agents: Agents; asked: string[][] } {
  const asked: string[][] = [];
  window.showWarningMessage = (...args) => Promise.resolve(void asked.push(args)).then(() => choice);
  return { agents: new Agents(new fake.Memento() as unknown as vscode.Memento), asked };
}
const ask = (agents: Agents, token = new fake.CancellationTokenSource().token): ReturnType<Agents['ask']> =>
  agents.ask(question, token);

for (const [choice, decision, asks] of [['Allow', 'allow', 1], ['Never', 'never', 1], ['Once', 'once', 2], [undefined, 'dismiss', 2]] as const)
  test(`an agent: ${choice ?? 'a closed notification'} is ${decision}, and asked about ${asks === 1 ? 'once' : 'again'}`, async () => {
    const { agents, asked } = answering(choice);
    assert.deepEqual(await ask(agents), { decision });
    assert.deepEqual(await ask(agents), { decision });
    assert.equal(asked.length, asks);
    assert.deepEqual(asked[0]?.slice(1), ['Allow', 'Once', 'Never']);
    await agents.forget();
    await ask(agents);
    assert.equal(asked.length, asks + 1);
  });

test('a question about an agent that has left is answered, and a late click keeps nothing', async () => {
  const { agents } = answering(undefined);
  let click: (choice: string) => void = () => undefined;
  window.showWarningMessage = () => new Promise((resolve) => (click = resolve));
  const source = new fake.CancellationTokenSource();
  const answer = ask(agents, source.token);
  source.cancel();
  assert.deepEqual(await answer, { decision: 'dismiss' });
  click('Allow');
  await new Promise(setImmediate);
  assert.deepEqual(agents.kept, {});
});

test('the path of a bundled program stays while the extension’s folder changes', async () => {
  const storage = mkdtempSync(path.join(tmpdir(), 'termhost-stable-'));
  const programs = ['old', 'new'].map((name) => path.join(mkdtempSync(path.join(tmpdir(), `termhost-${name}-`)), 'termhost'));
  const links: string[] = [];
  for (const program of programs) {
    writeFileSync(program, '');
    links.push(await stableProgram({ path: program, version: '0.1.0', origin: 'bundled' }, storage));
    assert.equal(readlinkSync(String(links.at(-1))), program);
  }
  assert.equal(links[0], links[1]);
  assert.equal(await stableProgram({ path: '/usr/bin/termhost', version: '0.1.0', origin: 'PATH' }, storage), '/usr/bin/termhost');
});
