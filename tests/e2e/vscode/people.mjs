// What a person sees and clicks: the view Commands, the status bar, progress, output; and what agents in VS Code see.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { approve, asked, nothingPending, rowOf, say, showsWords } from './decisions.mjs';
import { pause, until } from './workbench.mjs';

export const people = [
  {
    name: 'an output with its colours, where they are kept',
    async run(bench) {
      await bench.drive('setting', { name: 'termhost.recordRaw', value: true });
      await bench.run("printf '\\033[31mred\\033[0m and plain\\n'");
      await bench.drive('command', { name: 'termhost.showColoured' });
      await bench.page.locator('.editor-instance .xterm-rows .xterm-fg-1', { hasText: 'red' }).waitFor();
      await bench.drive('command', { name: 'workbench.action.closeActiveEditor' });
      await bench.drive('setting', { name: 'termhost.recordRaw', value: false });
    },
  },
  {
    name: 'a wrong server.path is told once, nothing runs for ever, and correcting it starts the server',
    async run(bench) {
      await bench.drive('command', { name: 'notifications.clearAll' });
      await bench.drive('setting', { name: 'termhost.server.path', value: '/nowhere/termhost' });
      await bench.drive('command', { name: 'termhost.restartServer' });
      const told = bench.page.locator('.notification-toast', { hasText: '/nowhere/termhost' });
      await told.first().waitFor();
      assert.equal(await told.count(), 1);
      const result = await bench.run('echo nobody');
      assert.equal(result.structured.status, 'failed_to_start', say(result));
      assert.match(result.text, /Check the setting termhost.server.path/, say(result));
      await rowOf(bench, 'echo nobody').getByText('failed to start').waitFor();
      await bench.drive('setting', { name: 'termhost.server.path', value: undefined });
      await until('the server', 60_000, () => bench.serverPid() !== undefined);
      await bench.drive('command', { name: 'notifications.clearAll' });
      assert.equal((await bench.run('echo again')).structured.exitCode, 0);
    },
  },
  {
    name: 'a command that waits for a password is seen in the list, on the icon, in the status bar and in a notification',
    async run(bench, { picture }) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      await bench.drive('command', { name: 'notifications.clearAll' });
      await bench.drive('command', { name: 'termhost.commands.focus' });
      await bench.drive('command', { name: 'workbench.action.closePanel' });
      const result = await bench.run(`sh -c 'stty -echo; printf "Password: "; read word; stty echo; echo; echo got $word'`);
      assert.equal(result.structured.input.kind, 'secret', say(result));
      const toast = bench.page.locator('.notification-toast', { hasText: 'Waiting for your password' });
      await toast.waitFor();
      const row = rowOf(bench, 'stty -echo');
      await row.getByText('needs password').waitFor();
      assert.ok(await showsWords(row, 'needs password'), 'the state is cut off');
      await bench.page.locator('.activitybar .action-item', { hasText: '1' }).first().waitFor();
      await bench.page.locator('.statusbar-item', { hasText: 'termhost: password' }).waitFor();
      await bench.page.locator('.terminal-wrapper.active').waitFor(); // it came up by itself
      await picture('password');
      await bench.drive('command', { name: 'workbench.action.closePanel' });
      await toast.getByText('Show Terminal', { exact: true }).click();
      await bench.page.locator('.terminal-wrapper.active .xterm-rows', { hasText: 'Password:' }).waitFor();
      await bench.page.locator('.terminal-wrapper.active .xterm-helper-textarea').first().focus();
      await bench.page.keyboard.type('open');
      await bench.page.keyboard.press('Enter');
      const over = await bench.drive('tool', { name: 'wait_for_command', input: { execution_id: result.structured.executionId, timeout: 60 } });
      assert.match(over.text, /got open/, say(over));
      await toast.waitFor({ state: 'detached' });
      await until('the status bar', 30_000, async () => (await bench.page.getByText('termhost: password').count()) === 0);
      await bench.drive('command', { name: 'workbench.action.closePanel' });
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
    },
  },
  {
    name: 'the list survives a reload, and an output that was followed stays an output',
    async run(bench) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      await bench.drive('command', { name: 'termhost.commands.focus' });
      const go = bench.fresh('end-of-output');
      const answer = bench.run(`sh -c 'echo followed; until [ -e ${go} ]; do sleep 0.1; done; echo to its end'`);
      await rowOf(bench, 'echo followed').getByText('running').waitFor();
      await rowOf(bench, 'echo followed').click();
      const text = async () => (await bench.drive('openDocument'))?.text.trim();
      await until('its output', 30_000, async () => (await text()) === 'followed');
      fs.writeFileSync(go, '');
      await answer;
      await until('its output', 30_000, async () => (await text()) === 'followed\nto its end');
      await pause(1500); // a last look would have come by now
      assert.equal(await text(), 'followed\nto its end');
      await bench.drive('command', { name: 'workbench.action.closeAllEditors' });
      await bench.reload();
      await bench.drive('command', { name: 'termhost.commands.focus' });
      await rowOf(bench, 'echo followed').getByText('exit 0').waitFor();
      await rowOf(bench, 'echo followed').click();
      await until('its output', 30_000, async () => (await text())?.includes('to its end'));
      await bench.drive('command', { name: 'workbench.action.closeAllEditors' });
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
    },
  },
  {
    name: 'language model tools: offered, asked by termhost also where VS Code approves by itself, and answered',
    async run(bench) {
      await bench.drive('setting', { name: 'chat.tools.global.autoApprove', value: true });
      const names = await bench.drive('toolNames');
      assert.ok(names.includes('termhost_execute_command') && names.includes('termhost_list_terminals'), names.join());
      const answer = bench.drive('invokeTool', { name: 'termhost_execute_command', input: { command: 'touch from-a-tool && echo from a tool', cwd: bench.workspace } });
      const dialog = bench.page.locator('.monaco-dialog-box', { hasText: 'global auto approve' });
      await dialog.locator('.monaco-button', { hasText: /^Enable$/ }).click();
      const card = await asked(bench, 'touch from-a-tool');
      await card.getByRole('button', { name: 'Approve', exact: true }).click();
      assert.match(await answer, /Exit code: 0[^]*from a tool/);
      const { executionId } = (await bench.run('sleep 100', { background: true })).structured;
      const stopped = await bench.drive('invokeTool', { name: 'termhost_stop_command', input: { execution_id: Number(executionId) } });
      assert.match(stopped, /[Ss]topped/); // models take the digits for a number
    },
  },
  {
    name: 'the view Commands, the status bar, progress and going on in the background',
    async run(bench, { shot }) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      await bench.drive('setting', { name: 'termhost.progressAfter', value: 1 });
      await bench.drive('command', { name: 'termhost.commands.focus' });
      await bench.run("sh -c 'echo oops >&2; exit 2'");
      const answer = bench.run("sh -c 'echo building; sleep 60'\n# [a link](command:workbench.action.quit), and a second line");
      await bench.page.getByText('termhost: 1').first().waitFor();
      const toast = bench.page.locator('.notification-toast', { hasText: 'Running sh -c' });
      await toast.waitFor();
      assert.deepEqual(await toast.locator('.notification-list-item-message a').allTextContents(), ['Show', 'Background', 'Stop']);
      assert.equal(await toast.getByText('Cancel').count(), 0);
      await bench.page.locator('[aria-label^="running"]').first().waitFor();
      await toast.getByText('Show', { exact: true }).click();
      await until('its output', 30_000, async () => (await bench.drive('openDocument'))?.text.trim() === 'building');
      await shot('view');
      await toast.getByText('Background', { exact: true }).click();
      const result = await answer;
      assert.equal(result.structured.status, 'running', say(result));
      await toast.waitFor({ state: 'detached' });
      const row = bench.page.locator('.pane-body .monaco-list-row', { hasText: 'building' }).first();
      await row.getByText('in background').waitFor();
      await row.hover();
      await row.getByRole('button', { name: 'Stop' }).click(); // the person's word, which the agent hears
      const end = await bench.drive('tool', { name: 'wait_for_command', input: { execution_id: result.structured.executionId, timeout: 60 } });
      assert.equal(end.structured.status, 'stopped', say(end));
      assert.match(end.text, /Stopped by the user/, say(end));
      await until('nothing runs', 30_000, async () => (await bench.page.getByText('termhost: 1').count()) === 0);
      await bench.drive('setting', { name: 'termhost.progressAfter', value: 0 });
    },
  },
  {
    name: 'the whole output as a document',
    async run(bench, { shot }) {
      const result = await bench.run('seq 1 3000');
      assert.ok(result.structured.output.artifactId, say(result));
      const row = bench.page.locator('.pane-body .monaco-list-row', { hasText: 'seq 1 3000' }).first();
      await row.getByText('exit 0').waitFor();
      await row.click();
      await until('the document, at its end', 30_000, async () => {
        const document = await bench.drive('openDocument');
        return document?.text.includes('\n2999\n3000') && document.line >= 2999;
      });
      assert.match((await bench.drive('openDocument')).uri, /seq%201%203000\.log/);
      await shot('output');
    },
  },
  {
    name: 'the output of a command that failed opens at the first error',
    async run(bench) {
      await bench.run("sh -c 'seq 1 400; echo fatal: no such thing; seq 1 400; exit 3'");
      await rowOf(bench, "sh -c 'seq 1 400").click();
      await until('the document, at the error', 30_000, async () => {
        const document = await bench.drive('openDocument');
        return document?.text.split('\n')[document.line]?.startsWith('fatal');
      });
    },
  },
  {
    name: 'a running command is followed as it prints; its menu copies and runs it again',
    async run(bench) {
      const go = bench.fresh('go-on');
      const answer = bench.run(`sh -c 'seq 1 500; until [ -e ${go} ]; do sleep 0.1; done; seq 501 1000'`);
      await rowOf(bench, 'seq 1 500;').getByText('running').waitFor();
      await rowOf(bench, 'seq 1 500;').click();
      const shows = (line) =>
        until(`line ${line}`, 30_000, async () => {
          const document = await bench.drive('openDocument');
          return document?.text.trimEnd().endsWith(`\n${line}`) && document.line >= line - 1;
        });
      await shows(500);
      fs.writeFileSync(go, '');
      await answer;
      await shows(1000);
      const choose = async (label) => {
        await rowOf(bench, 'seq 1 500;').click({ button: 'right' });
        const item = bench.page.locator('.context-view .action-label', { hasText: label });
        await item.waitFor();
        await until(`'${label}' to be taken`, 30_000, async () => {
          await item.click({ timeout: 1000 }).catch(() => {}); // a menu takes no click in its first moment
          return (await item.count()) === 0;
        });
      };
      await choose('Copy Command');
      const copied = () => bench.drive('clipboard');
      await until('the command', 30_000, async () => (await copied()).startsWith("sh -c 'seq 1 500"));
      await choose('Copy Output');
      await until('the output', 30_000, async () => (await copied()).endsWith('\n1000'));
      await choose('Run Again');
      await until('a second run', 30_000, async () => (await bench.page.locator('.pane-body .monaco-list-row', { hasText: 'seq 1 500;' }).filter({ hasText: 'exit 0' }).count()) === 2);
    },
  },
  {
    name: 'by default a command that no rule allows is tried in a copy; the question about its run shows the changes',
    async run(bench) {
      const set = (name, value) => bench.drive('setting', { name: `termhost.${name}`, value });
      await set('autoApprove', false);
      await set('sandbox', undefined);
      try {
        const tried = await bench.run('touch tried-first');
        assert.match(tried.text, /in a throw-away copy, of which nothing is kept: made 'tried-first' \(\+0\)\. To run it for real/);
        assert.ok(!fs.existsSync(bench.file('tried-first')));
        await nothingPending(bench);
        await bench.page.locator('.pane-body .monaco-list-row', { hasText: 'trial · exit 0' }).first().waitFor();
        const input = { command: 'touch tried-first', cwd: bench.workspace, sandbox: 'off', justification: 'it is wanted' };
        const answer = bench.drive('tool', { name: 'execute_command', input });
        const card = await asked(bench, 'touch tried-first');
        await card.getByText(`It would run for real; its first run, in a throw-away copy, made 'tried-first' (+0); the agent says: "it is wanted".`).waitFor();
        await card.getByRole('button', { name: 'Edit', exact: true }).click();
        await card.locator('textarea').fill('mv tried-first elsewhere');
        await card.locator('li', { hasText: 'mv tried-first elsewhere' }).waitFor();
        assert.ok(await card.getByText("It would run for real; its first run, in a throw-away copy, made 'tried-first' (+0)").isVisible(), 'where it would run is said of the edited text too');
        await bench.page.keyboard.press('Escape');
        await approve(card);
        assert.equal((await answer).structured.status, 'completed');
        assert.ok(fs.existsSync(bench.file('tried-first')));
      } finally {
        await set('sandbox', { level: 'off' });
      }
    },
  },
  {
    name: 'a trial is in sight in a narrow side bar, also after a reload; a server in it says that nothing outside reaches it',
    async run(bench, { shot }) {
      const set = (name, value) => bench.drive('setting', { name: `termhost.${name}`, value });
      await set('autoApprove', false);
      await set('sandbox', undefined);
      try {
        await bench.drive('command', { name: 'termhost.commands.focus' });
        const served = await bench.run('python3 -m http.server 8123', { timeout: 60 });
        assert.deepEqual(served.structured.listening, [8123], say(served));
        await bench.run('touch a-file-with-a-long-name-for-a-row');
        const server = rowOf(bench, 'python3 -m');
        await bench.page.locator('[aria-label*="nothing outside reaches port 8123"]').first().waitFor();
        await server.hover(); // its buttons take room
        assert.ok(await showsWords(server, 'trial, not reachable'), 'the mark is cut off');
        await shot('trial');
        await bench.drive('tool', { name: 'stop_command', input: { execution_id: served.structured.executionId } });
        const rows = async () => {
          await rowOf(bench, 'touch a-file').getByText('trial · exit 0').waitFor();
          assert.ok(await showsWords(rowOf(bench, 'touch a-file'), 'trial · exit 0'), 'the mark is cut off');
        };
        await rows();
        await bench.reload();
        await bench.drive('command', { name: 'termhost.commands.focus' });
        await rows();
      } finally {
        await set('sandbox', { level: 'off' });
      }
    },
  },
  {
    name: 'an output that is too long for a document says which part it shows; one without text says that there is none',
    async run(bench) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      await bench.drive('command', { name: 'termhost.commands.focus' });
      await bench.drive('command', { name: 'workbench.action.closeAllEditors' });
      const silent = (await bench.run('sleep 321', { background: true, toolCallId: 'silent' })).structured.executionId;
      await bench.drive('command', { name: 'termhost.openOutput', parameters: ['silent'] });
      await until('the words for an empty output', 30_000, async () => (await bench.drive('openDocument'))?.text === '[termhost: The command has printed nothing yet.]\n');
      await bench.drive('tool', { name: 'stop_command', input: { execution_id: silent } });
      await bench.drive('command', { name: 'workbench.action.closeAllEditors' });
      await bench.run("yes 'one of very many lines of an output that is far too long for a document, which a careless command prints' | head -c 51000000", { toolCallId: 'too-long' });
      await bench.drive('command', { name: 'termhost.openOutput', parameters: ['too-long'] });
      const note = bench.page.locator('.editor-instance .view-line', { hasText: 'These are the first' });
      await note.first().waitFor({ timeout: 120_000 });
      const [, file] = /All of it is in (\S+)\]/.exec((await note.first().textContent()).replaceAll('\u00a0', ' ')) ?? [];
      assert.equal(fs.statSync(file).size, 51_000_000);
      await bench.drive('command', { name: 'workbench.action.closeAllEditors' });
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
    },
  },
  {
    name: 'the status bar shows all waits: for approval and for input',
    async run(bench) {
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
      const password = (number) => `sh -c 'stty -echo; printf "Password ${number}: "; read word; stty echo'`;
      const bar = (text) => bench.page.locator('.statusbar-item', { hasText: text });
      const waiting = [];
      for (const number of [1, 2]) {
        const answer = bench.run(password(number), { shell: 'bash' });
        await approve(await asked(bench, password(number)));
        waiting.push((await answer).structured.executionId);
        await bar(/termhost: password( 2)?$/).waitFor();
      }
      await bar(/termhost: password 2$/).waitFor();
      const third = bench.run('touch third');
      const card = await asked(bench, 'touch third');
      await bar(/termhost: approve · password 2$/).waitFor();
      await card.getByRole('button', { name: 'Reject', exact: true }).click();
      await third;
      await bar(/termhost: password 2$/).click();
      for (const executionId of waiting) await bench.drive('tool', { name: 'stop_command', input: { execution_id: executionId } });
      await until('nothing waits', 30_000, async () => (await bench.page.getByText('termhost: password').count()) === 0);
    },
  },
  {
    name: 'a sandbox is said everywhere: in the question, the terminal and the answer',
    async run(bench) {
      const set = (value) => bench.drive('setting', { name: 'termhost.sandbox', value });
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
      await set({ level: 'workspace', askInside: true });
      try {
        const answer = bench.run('truncate -s 1 made; truncate -s 1 /usr/refused');
        const card = await asked(bench, 'truncate -s 1 made');
        await card.getByText('It would run in the sandbox (workspace, network none).').waitFor();
        await approve(card);
        const { structured, text } = await answer;
        assert.deepEqual([structured.sandbox.level, structured.sandbox.refused], ['workspace', [{ access: 'write', target: '/usr/refused' }]], text);
        assert.match(text, /has refused writing '\/usr\/refused'/);
        await until('the terminal', 30_000, async () => (await bench.drive('terminalNames')).some((name) => name.startsWith('workspace (termhost)')));
      } finally {
        await set({ level: 'off' });
      }
    },
  },
];
