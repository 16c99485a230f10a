import assert from 'node:assert/strict';
import { mkdtempSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { Agents } from '../src/agents';
import { cardOf } from '../src/approval_card';
import { Approvals } from '../src/approvals';
import { stableProgram } from '../src/connect_agent';
import * as fake from './fake_vscode';
import { noRules } from './support';

const access = { identity: 'node (/usr/bin/node, "claude") in /project', question: 'The agent node wants to use this editor’s terminals. Others run in a copy.', introduction: 'The agent node wants to use this editor’s terminals.' };

function bench(): { agents: Agents; approvals: Approvals } {
  const approvals = new Approvals(noRules);
  return { approvals, agents: new Agents(new fake.Memento() as unknown as vscode.Memento, approvals) };
}

for (const [decision, asks] of [['allow', 1], ['never', 1], ['once', 2]] as const)
  test(`an agent waits in the view Approval as any question: ${decision} asks ${asks === 1 ? 'once' : 'again'}`, async () => {
    const { agents, approvals } = bench();
    let asked = 0;
    const ask = async (): Promise<unknown> => {
      const answer = agents.ask(access, new fake.CancellationTokenSource().token);
      const [pending] = approvals.pending;
      if (pending) asked += 1;
      if (pending) approvals.answerAccess(pending.id, decision);
      return answer;
    };
    assert.deepEqual(await ask(), { decision });
    assert.deepEqual(await ask(), { decision });
    assert.equal(asked, asks);
    await agents.forget();
    await ask();
    assert.equal(asked, asks + 1);
  });

test('the card of an agent has its own answers; the key of Approve binds least', () => {
  const textOf = (trusted: boolean): string => cardOf({ id: 1, access }, trusted).wording.command.map(([, text]) => text).join('');
  assert.deepEqual([true, false].map(textOf), [access.question, access.introduction], 'what is said of a trusted folder is said there alone');
  const { access: answers } = cardOf({ id: 1, access }, true);
  assert.deepEqual(answers?.map(({ label, key, decision, allows }) => [label, key, decision, allows]), [
    ['Always in this workspace', 'A', 'allow', true],
    ['This connection only', 'a', 'once', true],
    ['Never', 'r', 'never', false],
  ]);
});

test('an answer of Restricted Mode that allows is not kept, and is asked for again once the folder is trusted', async () => {
  const { agents, approvals } = bench();
  const { token } = new fake.CancellationTokenSource();
  const answered = async (asking: Promise<unknown>, decision: 'allow' | 'once' | 'never'): Promise<unknown> => {
    approvals.answerAccess(approvals.pending[0]?.id ?? 0, decision);
    return asking;
  };
  await answered(agents.ask(access, token), 'allow');
  fake.workspace.isTrusted = false;
  const labels = cardOf({ id: 1, access }, false).access?.map(({ label }) => label);
  assert.deepEqual(labels, ['This connection only', 'Never']);
  const asking = agents.ask(access, token);
  assert.equal(approvals.pending.length, 1, 'nor does one hold that was given in the trusted folder');
  await answered(asking, 'once');
  await agents.forget();
  await answered(agents.ask(access, token), 'allow');
  assert.deepEqual([agents.kept, agents.unconfirmed], [{}, true]);
  fake.workspace.isTrusted = true;
  for (const [decision, stays] of [['never', false], ['once', true]] as const) {
    fake.workspace.isTrusted = false;
    await agents.forget();
    await answered(agents.ask(access, token), 'once');
    fake.workspace.isTrusted = true;
    assert.equal(await answered(agents.confirm(), decision), stays);
    assert.equal(agents.unconfirmed, false);
  }
});

test('a question about an agent that has left goes away, and keeps nothing', async () => {
  const { agents, approvals } = bench();
  const source = new fake.CancellationTokenSource();
  const answer = agents.ask(access, source.token);
  const id = approvals.pending[0]?.id ?? 0;
  source.cancel();
  assert.deepEqual(await answer, { decision: 'dismiss' });
  approvals.answerAccess(id, 'allow');
  assert.deepEqual([approvals.pending, agents.kept], [[], {}]);
});

test('agents that a reload has disconnected are told of once', async () => {
  const state = new fake.Memento() as unknown as vscode.Memento;
  const approvals = new Approvals(noRules);
  const before = new Agents(state, approvals);
  const answer = before.ask(access, new fake.CancellationTokenSource().token);
  approvals.answerAccess(1, 'once');
  await answer;
  const after = new Agents(state, approvals);
  assert.deepEqual([await after.disconnected(), await after.disconnected()], [['claude'], []]);
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
