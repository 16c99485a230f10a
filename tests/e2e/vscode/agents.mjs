// An agent that runs outside of VS Code: connected by the command, found by its folder, asked about once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { approve, asked, nothingPending, rowOf, showsWords } from './decisions.mjs';
import { until } from './workbench.mjs';

const cursorSettings = (bench) => path.join(bench.home, '.cursor/mcp.json');

const entryOf = (bench) => JSON.parse(fs.readFileSync(cursorSettings(bench), 'utf8')).mcpServers.termhost;

/** The program of the extension, as its link in the agents' settings has it. */
export const programOf = (bench) => ({ command: path.join(bench.folder, 'user-data/User/globalStorage/termhost.termhost/bin/termhost'), args: ['mcp', '--attach'] });

/** As the agent starts it: the program of its settings, with nothing of VS Code in its environment. */
export function agentOf(bench, name = 'some agent', { command, args } = entryOf(bench)) {
  const { HOME, PATH } = bench.environment;
  const process = spawn(command, args, { cwd: bench.file('sub'), env: { HOME, PATH }, stdio: ['pipe', 'pipe', 'ignore'] });
  let heard = '';
  process.stdout.setEncoding('utf8').on('data', (text) => (heard += text));
  const send = (message) => process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name, version: '1' } } });
  return {
    call: (id, command) => send({ id, method: 'tools/call', params: { name: 'execute_command', arguments: { command } } }),
    async answer(id) {
      let found;
      await until(`the answer to ${id}`, 60_000, () => {
        const messages = heard.split('\n').slice(0, -1).map((line) => JSON.parse(line));
        return (found = messages.find((message) => message.id === id && message.result)) !== undefined;
      });
      return found.result.content[0].text;
    },
    leave: () => process.stdin.end(),
  };
}

/** The command Connect an Agent…, up to the change that is shown. */
async function connectCursor(bench) {
  void bench.drive('command', { name: 'termhost.connectAgent' });
  await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'cursor' }).waitFor();
  await bench.page.locator('.quick-input-box input').fill('cursor');
  await bench.page.keyboard.press('Enter'); // a click where the pointer already is counts for nothing
  const dialog = bench.page.locator('.monaco-dialog-box', { hasText: 'Write this change to the settings of cursor?' });
  await dialog.waitFor();
  return dialog;
}


export const agents = [
  {
    name: 'an agent outside of VS Code: a reload that ends its connection says so, and how it reconnects',
    async run(bench) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      const agent = agentOf(bench, 'reloaded', programOf(bench));
      agent.call(1, 'echo before');
      await approve(await asked(bench, 'An agent wants to use this window'), 'This connection only');
      assert.match(await agent.answer(1), /before/);
      await bench.drive('command', { name: 'notifications.clearAll' });
      await bench.reload();
      const words = "termhost: the window was reloaded: reloaded's connection has ended. In reloaded, reconnect the MCP server termhost (Claude Code: /mcp), or restart reloaded.";
      const told = bench.page.locator('.notification-toast .notification-list-item-message', { hasText: words });
      await told.waitFor();
      assert.ok(await showsWords(told, 'or restart reloaded.'), 'it is cut off');
      agent.leave();
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
    },
  },
  {
    name: 'an agent outside of VS Code: connected, asked about once, and disconnected',
    async run(bench, { shot }) {
      await bench.drive('command', { name: 'notifications.clearAll' });
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      fs.mkdirSync(path.dirname(cursorSettings(bench)), { recursive: true });
      const dialog = await connectCursor(bench);
      await dialog.getByText('"--attach"').waitFor();
      await shot('connect-agent');
      assert.ok(!fs.existsSync(cursorSettings(bench)), 'it is shown before it is written');
      await dialog.getByRole('button', { name: 'Write', exact: true }).click();
      await until('the entry', 30_000, () => fs.existsSync(cursorSettings(bench)));
      const done = bench.page.locator('.notification-toast', { hasText: 'termhost: cursor is set up.' });
      assert.ok(await showsWords(done.locator('.notification-list-item-message'), 'cursor may still use its own shell tool, which VS Code does not show.'), 'it is cut off');
      await done.getByText('How to Turn It Off', { exact: true }).click();
      const leaving = bench.page.locator('.monaco-dialog-box', { hasText: 'termhost/blob/main/docs/agents.md#' });
      await leaving.getByRole('button', { name: 'Cancel' }).click();
      await bench.drive('command', { name: 'notifications.clearAll' });

      await bench.drive('command', { name: 'workbench.action.terminal.killAll' }); // an idle one would be used again
      const first = agentOf(bench);
      first.call(1, 'echo "from $TERM_PROGRAM"');
      const card = await asked(bench, 'An agent wants to use this window');
      await card.getByText(/The agent node \(process .* It calls itself "some agent"/).waitFor(); // not MainThread
      await bench.page.getByText('termhost: allow agent?').first().waitFor();
      await shot('agent-question');
      await approve(card, 'Always in this workspace');
      assert.match(await first.answer(1), /from vscode/, 'it ran in a terminal of VS Code');
      const names = await bench.drive('terminalNames');
      assert.ok(names.some((name) => name.startsWith('node (termhost')), `no terminal has the agent's name: ${names}`);
      first.leave();

      const second = agentOf(bench);
      second.call(2, 'echo again');
      assert.match(await second.answer(2), /again/);
      await nothingPending(bench); // the answer was kept

      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
      await bench.drive('setting', { name: 'termhost.deniedCommands', value: ['shred'] });
      second.call(3, 'mkdir by-agent');
      const question = await asked(bench, 'mkdir by-agent');
      await question.getByText(new RegExp(`^node \\(pid ${process.pid}, calls itself "some agent"\\) wants to run this in `)).waitFor();
      await shot('agent-command');
      await question.getByRole('button', { name: 'Reject', exact: true }).click();
      assert.match(await second.answer(3), /rejected/);
      second.call(4, 'shred by-agent');
      assert.match(await second.answer(4), /a rule denies it/);
      await bench.drive('command', { name: 'termhost.commands.focus' });
      await until('what did not run', 30_000, async () => /not run.*You rejected it/.test(await rowOf(bench, 'mkdir by-agent').textContent()));
      await until('what a rule denied', 30_000, async () => /not run.*a rule denies it/.test(await rowOf(bench, 'shred by-agent').textContent()));
      await bench.drive('setting', { name: 'termhost.deniedCommands', value: [] });
      second.leave();

      const removal = await connectCursor(bench);
      await removal.getByText('The hook goes too').waitFor();
      await removal.getByRole('button', { name: 'Write', exact: true }).click();
      await until('the entry is gone', 30_000, () => !fs.existsSync(cursorSettings(bench)));
      await bench.drive('command', { name: 'notifications.clearAll' });
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
    },
  },
  {
    name: 'an agent outside of VS Code: the entry for one that termhost does not know is shown, and copied',
    async run(bench, { shot }) {
      void bench.drive('command', { name: 'termhost.connectAgent' });
      await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Another agent…' }).waitFor();
      await bench.page.locator('.quick-input-box input').fill('Another');
      await bench.page.keyboard.press('Enter');
      const dialog = bench.page.locator('.monaco-dialog-box', { hasText: 'Paste this into the MCP settings of your agent' });
      await dialog.getByText('"--attach"').waitFor();
      await dialog.getByText(/termhost mcp --attach/).waitFor();
      await shot('another-agent');
      await dialog.getByRole('button', { name: 'Copy the Entry', exact: true }).click();
      await until('the entry', 30_000, async () => (await bench.drive('clipboard')).includes('"mcpServers"'));
      assert.deepEqual(JSON.parse(await bench.drive('clipboard')).mcpServers.termhost, programOf(bench));
    },
  },
];
