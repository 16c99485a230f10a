import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { created, events, FakeExecution, FakeTerminal, NO_PID, TerminalExitReason, window, workspace } from './fake_vscode';
import { Bench } from './support';

let bench: Bench;
beforeEach(() => (bench = new Bench()));
afterEach(() => {
  bench.dispose();
  window.activeTerminal = undefined;
});

test('a terminal that the server asked for is told with its request, then with its pid', async () => {
  const { id, terminal } = bench.ready('request-7');
  await terminal.processId;
  await new Promise(setImmediate);
  const [opened, , again] = bench.sent;
  assert.deepEqual(opened, {
    method: 'terminal/didOpen',
    params: {
      terminalId: id,
      name: 'termhost',
      integration: 'none',
      shell: 'bash',
      shellPath: '/bin/bash',
      cwd: '/project',
      requestId: 'request-7',
    },
  });
  assert.equal(bench.order[1], 'terminal/didChangeShellIntegration');
  assert.equal(again?.params.pid, NO_PID);
});

test('created hidden, not kept by VS Code, with the environment and the shell that were asked for', () => {
  bench.terminals.create({ requestId: 'r', cwd: '/project', name: 'termhost', env: { PAGER: 'cat' }, shell: 'zsh' });
  const options = created.at(-1)?.creationOptions;
  assert.equal(options?.hideFromUser, true);
  assert.equal(options.isTransient, true);
  assert.equal(options.shellPath, 'zsh');
  assert.deepEqual(options.env, { PAGER: 'cat' });
});

test('shell integration counts from the first prompt, which brings the directory, or after a while without one', async () => {
  bench.terminals.create({ requestId: 'r', cwd: '/project', name: 'termhost', env: {} });
  const terminal = created.at(-1)!;
  terminal.integrate('');
  assert.deepEqual(bench.named('terminal/didChangeShellIntegration'), []);
  terminal.integrate('/project');
  assert.equal(bench.named('terminal/didChangeShellIntegration').length, 1);
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(bench.named('terminal/didChangeShellIntegration').length, 2);
});

test('typed submissions are typed as they are', () => {
  const { id, terminal } = bench.ready();
  assert.equal(bench.terminals.submit({ terminalId: id, text: '\x15ls\r', mode: 'plain' }), undefined);
  bench.terminals.submit({ terminalId: id, text: '\x1b[200~a\nb\x1b[201~\r', mode: 'paste' });
  bench.terminals.interrupt(id);
  assert.deepEqual(terminal.sent, ['\x15ls\r', '\x1b[200~a\nb\x1b[201~\r', '\x03']);
});

test('execute without shell integration is refused', () => {
  const id = bench.terminals.create({ requestId: 'r', cwd: '/project', name: 'termhost', env: {} });
  assert.throws(() => bench.terminals.submit({ terminalId: id, text: 'ls', mode: 'execute' }), /no shell integration/);
  assert.throws(() => bench.terminals.submit({ terminalId: 'nothing', text: 'ls', mode: 'plain' }), /no terminal nothing/);
});

test('the person typing is told; our own submission is not', () => {
  const first = bench.ready('request-1');
  bench.terminals.submit({ terminalId: first.id, text: 'ls', mode: 'execute' });
  first.terminal.interact();
  const second = bench.ready('request-2');
  bench.terminals.sendInput(second.id, 'y\r');
  const third = bench.ready('request-3');
  window.activeTerminal = third.terminal;
  third.terminal.interact();
  assert.deepEqual(bench.named('terminal/didInteract'), [{ terminalId: third.id }]);
});

/** Runs a command in a terminal from its start to its end. */
async function ran(terminal: FakeTerminal, execution = new FakeExecution('ls')): Promise<void> {
  events.started.fire({ terminal, execution });
  execution.stream.end();
  events.ended.fire({ terminal, execution, exitCode: 0 });
  await new Promise((resolve) => setTimeout(resolve, 5));
}

test('an answer of VS Code to a query of the shell is not typing: nobody sees that terminal', () => {
  const { terminal } = bench.ready();
  terminal.interact();
  const persons = new FakeTerminal({ name: 'pwsh' });
  events.opened.fire(persons);
  persons.interact();
  assert.equal(bench.named('terminal/didInteract').length, 1);
});

test('VS Code tells of typing once: after it, each end in the terminal that has the keyboard may be in the middle of a line', async () => {
  const { id, terminal } = bench.ready();
  const interactions = (): number => bench.named('terminal/didInteract').length;
  window.activeTerminal = terminal;
  terminal.interact();
  assert.equal(interactions(), 1);
  window.activeTerminal = undefined;
  await ran(terminal);
  assert.equal(interactions(), 1, 'the person is elsewhere');
  window.activeTerminal = terminal;
  await ran(terminal);
  assert.equal(interactions(), 2);
  assert.deepEqual(bench.order.slice(-2), ['shellExecution/didEnd', 'terminal/didInteract']);
  bench.terminals.submit({ terminalId: id, text: 'ls', mode: 'execute' });
  await ran(terminal, terminal.executed[0]);
  assert.equal(interactions(), 3, 'also after a command of the agent');
});

test('a terminal into which only we have typed is not the person\'s, until a command starts there that is not ours', async () => {
  const { id, terminal } = bench.ready();
  window.activeTerminal = terminal;
  bench.terminals.submit({ terminalId: id, text: 'ls', mode: 'execute' });
  terminal.interact();
  await ran(terminal, terminal.executed[0]);
  assert.deepEqual(bench.named('terminal/didInteract'), []);
  await ran(terminal);
  assert.deepEqual(bench.named('terminal/didInteract'), [{ terminalId: id }]);
});

test('a new server hears of the terminal that the person may be typing into; idle ones of agents are closed', () => {
  const mine = bench.ready('request-1');
  const idle = bench.ready('request-2');
  window.activeTerminal = mine.terminal;
  mine.terminal.interact();
  bench.sent.length = 0;
  bench.terminals.announceAll();
  assert.deepEqual(bench.order, ['terminal/didOpen', 'terminal/didInteract']);
  assert.ok(idle.terminal.exitStatus);
});

test('a terminal in which a command is about to begin is not closed for a new server', () => {
  const { id, terminal } = bench.ready();
  bench.terminals.submit({ terminalId: id, text: 'make', mode: 'execute' });
  bench.terminals.announceAll();
  assert.equal(terminal.exitStatus, undefined);
});

test('when the window is left agents\' terminals are closed, and no other', () => {
  const { terminal } = bench.ready();
  const persons = new FakeTerminal({ name: 'bash' });
  events.opened.fire(persons);
  bench.terminals.endAgents();
  assert.ok(terminal.exitStatus);
  assert.equal(persons.exitStatus, undefined);
});

test('a new server hears of the shell, not of what runs in it', () => {
  const { id, terminal } = bench.ready();
  bench.terminals.submit({ terminalId: id, text: 'sh -c read', mode: 'execute' });
  const [execution] = terminal.executed;
  events.started.fire({ terminal, execution: execution! });
  terminal.state = { isInteractedWith: true, shell: 'dash' };
  terminal.integrate();
  bench.sent.length = 0;
  bench.terminals.announceAll();
  assert.equal(bench.named('terminal/didOpen')[0]?.shell, 'bash');
});

test('who closed a terminal is told in the words of the protocol', async () => {
  const words = { Unknown: 'unknown', Shutdown: 'shutdown', Process: 'process', User: 'user', Extension: 'extension' };
  for (const [name, reason] of Object.entries(words)) {
    bench.ready().terminal.close(undefined, TerminalExitReason[name as keyof typeof words]);
    await new Promise(setImmediate);
    assert.equal(bench.named('terminal/didClose').at(-1)?.reason, reason);
  }
});

test('a terminal is shown without taking the focus, and with it when the person wants to go there', () => {
  const { id, terminal } = bench.ready();
  bench.terminals.show(id, true);
  assert.equal(terminal.shown, true);
  bench.terminals.show(id, false);
  assert.equal(terminal.shown, false);
});

test('terminals of the person are mirrored too, under ids that are never used again', () => {
  const mine = new FakeTerminal({ name: 'bash' });
  events.opened.fire(mine);
  events.started.fire({ terminal: mine, execution: new FakeExecution('ls') });
  const other = new FakeTerminal({ name: 'bash' });
  events.opened.fire(other);
  const [one, two] = bench.named('terminal/didOpen');
  assert.equal(one?.requestId, undefined);
  assert.notEqual(one?.terminalId, two?.terminalId);
});

test('an owned terminal is shown, not mirrored: bytes and keys pass through', () => {
  const id = bench.terminals.create({ requestId: 'owned-1', cwd: '/project', name: 'termhost', env: {}, owned: true, nonce: 'n0nce' });
  assert.equal(id, 'owned-1');
  const terminal = created.at(-1);
  assert.ok(terminal);
  assert.equal(terminal.creationOptions.shellIntegrationNonce, 'n0nce');
  events.opened.fire(terminal);
  assert.deepEqual(bench.sent, []);

  const pty = terminal.creationOptions.pty as import('vscode').Pseudoterminal;
  const screen: string[] = [];
  pty.onDidWrite((text) => screen.push(text));
  const euro = Buffer.from('€');
  bench.owned.print({ terminalId: id, data: 'before ' });
  pty.open({ columns: 100, rows: 30 });
  bench.owned.print({ terminalId: id, data: euro.subarray(0, 1).toString('base64'), encoding: 'base64' });
  bench.owned.print({ terminalId: id, data: euro.subarray(1).toString('base64'), encoding: 'base64' });
  pty.handleInput?.('q');
  pty.close();
  terminal.close(undefined, TerminalExitReason.User);
  assert.equal(screen.join(''), 'before €');
  assert.deepEqual(bench.sent, [
    { method: 'terminal/didResize', params: { terminalId: id, cols: 100, rows: 30 } },
    { method: 'terminal/didInput', params: { terminalId: id, data: 'q' } },
    { method: 'terminal/didClose', params: { terminalId: id, reason: 'user' } },
  ]);
});

test('an owned terminal that its window closes is not closed for the server: the next one takes it over', () => {
  bench.terminals.create({ requestId: 'owned-1', cwd: '/project', name: 'termhost', env: {}, owned: true });
  const terminal = created.at(-1);
  assert.ok(terminal);
  (terminal.creationOptions.pty as import('vscode').Pseudoterminal).close();
  terminal.close(undefined, TerminalExitReason.Shutdown);
  assert.deepEqual(bench.sent, []);
});

test('a terminal whose server has ended stays to be read, until the next one shows what runs there in another', () => {
  const id = bench.terminals.create({ requestId: 'owned-1', cwd: '/project', name: 'termhost', env: {}, owned: true });
  const before = created.at(-1);
  assert.ok(before);
  const pty = before.creationOptions.pty as import('vscode').Pseudoterminal;
  const screen: string[] = [];
  let closes = 0;
  pty.onDidWrite((text) => screen.push(text));
  pty.onDidClose?.(() => (closes += 1));
  pty.open(undefined);
  bench.owned.serverEnded();
  assert.match(screen.join(''), /termhost has ended\. A command that goes on is shown in another terminal\./);
  assert.equal(closes, 0);
  const now = bench.terminals.create({ requestId: 'taken-1', cwd: '/project', name: 'termhost', env: {}, owned: true });
  bench.owned.takenOver('owned-9', now);
  assert.equal(closes, 0, 'another one');
  window.activeTerminal = before;
  bench.owned.takenOver(id, now);
  assert.equal(closes, 1);
  assert.equal(created.at(-1)?.shown, true, 'the user was looking at it');
});

test('a terminal that ends while the user looks at it stays, takes no keys, and goes when another one is looked at', () => {
  for (const [looks, closed] of [[true, 0], [false, 1]] as const) {
    const id = bench.terminals.create({ requestId: 'owned-1', cwd: '/project', name: 'termhost', env: {}, owned: true });
    const terminal = created.at(-1);
    assert.ok(terminal);
    const pty = terminal.creationOptions.pty as import('vscode').Pseudoterminal;
    const screen: string[] = [];
    let closes = 0;
    pty.onDidWrite((text) => screen.push(text));
    pty.onDidClose?.(() => (closes += 1));
    pty.open(undefined);
    window.activeTerminal = terminal; // also where nobody has looked at it yet
    if (looks) bench.terminals.show(id, true);
    bench.sent.length = 0;
    bench.terminals.close(id);
    assert.equal(closes, closed);
    assert.equal(bench.terminals.has(id), false);
    if (!looks) continue;
    assert.match(screen.join(''), /The command has ended, and its terminal with it\./);
    pty.handleInput?.('secret\r');
    assert.deepEqual(bench.sent, []);
    events.active.fire(terminal);
    assert.equal(closes, 0);
    events.active.fire(undefined);
    assert.equal(closes, 1);
  }
});

test('a terminal that ends before VS Code has opened it goes as soon as it is open', async () => {
  const id = bench.terminals.create({ requestId: 'owned-1', cwd: '/project', name: 'termhost', env: {}, owned: true });
  const pty = created.at(-1)?.creationOptions.pty as import('vscode').Pseudoterminal;
  bench.terminals.close(id);
  let closes = 0;
  pty.onDidClose?.(() => (closes += 1)); // VS Code listens from then on
  pty.open(undefined);
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(closes, 1);
});

test('what a terminal of Restricted Mode prints is kept, and it is opened on demand once the folder is trusted', () => {
  workspace.isTrusted = false;
  const id = bench.terminals.create({ requestId: 'owned-1', cwd: '/project', name: 'termhost', env: {}, owned: true });
  bench.owned.print({ terminalId: id, data: 'Password: ' });
  assert.throws(() => bench.terminals.show(id, false), /Trust this folder/);
  assert.equal(created.length, 0, 'VS Code would ask for trust');
  workspace.isTrusted = true;
  bench.terminals.show(id, false);
  const [terminal] = created;
  assert.ok(terminal);
  assert.equal(terminal.shown, false);
  const pty = terminal.creationOptions.pty as import('vscode').Pseudoterminal;
  const screen: string[] = [];
  pty.onDidWrite((text) => screen.push(text));
  pty.open(undefined);
  bench.terminals.show(id, false);
  assert.deepEqual([screen.join(''), created.length], ['Password: ', 1]);
});
