import { execFile } from 'node:child_process';
import { mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Agents } from './agents';
import type { Binary } from './binary';
import { achieved } from './walkthrough';

interface Agent {
  readonly name: string;
  readonly state: 'not found' | 'found' | 'connected' | 'attached' | 'gone';
}
interface Change {
  readonly file: string;
  readonly difference: string;
}

const HOOK = {
  '--attach': "The hook applies your policy file to each command of the agent's own shell.",
  '--remove': "The hook goes too: your policy file will not apply to the agent's own shell any more.",
};

const COPY = 'Copy the Entry';

const OFF = 'How to Turn It Off';
const OWN_SHELL = 'https://github.com/termhost/termhost/blob/main/docs/agents.md#without-the-agents-own-shell';

const details: Record<Agent['state'], string> = {
  'not found': '',
  found: 'Connect it to the terminals and approvals of VS Code',
  connected: 'It uses termhost without VS Code; connect it to VS Code instead',
  attached: 'Connected. Select to disconnect',
  gone: 'Connected to a program that is gone. Select to connect it again',
};

/** A path of the program that stays the same while versions of the extension come and go. */
export async function stableProgram({ path: program, origin }: Binary, storage: string): Promise<string> {
  if (origin !== 'bundled') return program;
  const link = path.join(storage, 'bin', path.basename(program));
  if ((await readlink(link).catch(() => undefined)) === program) return link;
  const fresh = `${link}.${process.pid}`;
  await mkdir(path.dirname(link), { recursive: true });
  await rm(fresh, { force: true });
  await symlink(program, fresh);
  await rename(fresh, link);
  return link;
}

/** Shows which agents there are; writes the chosen one's settings, or takes the entry out of them, after it has shown the change. */
export class ConnectAgent {
  constructor(
    private readonly binary: () => Binary | undefined,
    private readonly storage: string,
    private readonly agents: Agents,
  ) {}

  /** The extension may have a new folder since an entry was written. */
  async renewProgram(): Promise<string> {
    const binary = this.binary();
    if (!binary) throw new Error('termhost does not run, so no agent can be connected; see the log.');
    return stableProgram(binary, this.storage);
  }

  async choose(): Promise<void> {
    const program = await this.renewProgram();
    const { agents } = JSON.parse(await this.setup(program, ['--list', '--json'])) as { agents: Agent[] };
    const found = agents.filter(({ state }) => state !== 'not found');
    const kept = Object.keys(this.agents.kept);
    const others = agents.filter(({ state }) => state === 'not found').map(({ name }) => name);
    const none = found.length === 0 ? `No settings of an agent were found in your home folder (${others.join(', ')}). ` : '';
    const choices = [
      ...found.map(({ name, state }) => ({ label: name, detail: details[state], run: () => this.change(program, name, state) })),
      { label: 'Another agent…', detail: `${none}Show the entry to paste into the agent's MCP settings`, run: () => this.offerEntry(program) },
      ...(kept.length > 0 ? [{ label: 'Forget', detail: `Delete the answers about agents that are kept for this workspace: ${kept.join('; ')}`, run: () => this.agents.forget() }] : []),
    ];
    await (await vscode.window.showQuickPick(choices, { title: 'termhost: connect an agent', placeHolder: 'The change is shown before it is written' }))?.run();
  }

  private async offerEntry(program: string): Promise<void> {
    const entry = JSON.stringify({ mcpServers: { termhost: { command: program, args: ['mcp', '--attach'] } } }, null, 2);
    const detail = `Most agents accept this entry:\n\n${entry}\n\nOther agents accept the command line of an MCP server:\n\n${program} mcp --attach`;
    if ((await vscode.window.showInformationMessage('Paste this into the MCP settings of your agent, and restart it in this folder.', { modal: true, detail }, COPY)) !== COPY) return;
    await vscode.env.clipboard.writeText(entry);
    await achieved('connectedAgent');
  }

  private async change(program: string, name: string, state: Agent['state']): Promise<void> {
    const action = state === 'attached' ? '--remove' : '--attach';
    const { changes } = JSON.parse(await this.setup(program, [name, action, '--dry-run', '--json'])) as { changes: Change[] };
    if (changes.length === 0) return void vscode.window.showInformationMessage(`termhost: ${name} already has another entry named termhost, which was not changed.`);
    const differences = changes.map(({ difference }) => difference).join('\n');
    const detail = /\bhook\b/.test(differences) ? `${HOOK[action]}\n\n${differences}` : differences;
    if ((await vscode.window.showInformationMessage(`Write this change to the settings of ${name}?`, { modal: true, detail }, 'Write')) !== 'Write') return;
    await this.setup(program, [name, action]);
    if (state === 'attached') return void vscode.window.showInformationMessage(`termhost: ${name} is disconnected.`);
    await achieved('connectedAgent');
    void this.tellConnected(name, /\bhook\b/.test(differences));
  }

  private async tellConnected(name: string, hasHook: boolean): Promise<void> {
    const hook = hasHook ? ' The hook only applies your policy file to that shell.' : '';
    const message = `termhost: ${name} is set up. Restart it in this folder; at its first command VS Code asks you to allow it. ${name} may still use its own shell tool, which VS Code does not show.${hook}`;
    if (await vscode.window.showInformationMessage(message, OFF)) await vscode.env.openExternal(vscode.Uri.parse(OWN_SHELL));
  }

  /** The settings of an agent that is an extension are next to ours: that place differs between editors. */
  private setup(program: string, args: string[]): Promise<string> {
    const env = { ...process.env, TERMHOST_EDITOR_STORAGE: path.dirname(this.storage) };
    return new Promise((resolve, reject) => {
      execFile(program, ['setup', ...args, '--program', program], { env, timeout: 30_000 }, (error, stdout, stderr) => {
        if (error) reject(new Error(stderr.trim() || error.message));
        else resolve(stdout);
      });
    });
  }
}
