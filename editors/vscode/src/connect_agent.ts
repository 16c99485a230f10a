import { execFile } from 'node:child_process';
import { mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Agents } from './agents';
import type { Binary } from './binary';

interface Agent {
  readonly name: string;
  readonly state: 'not found' | 'found' | 'connected' | 'attached';
}
interface Change {
  readonly file: string;
  readonly difference: string;
}

const details: Record<Agent['state'], string> = {
  'not found': '',
  found: 'Connect it to the terminals and approvals of VS Code',
  connected: 'It uses termhost without VS Code; connect it to VS Code instead',
  attached: 'It is connected; disconnect it',
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
    const { agents } = JSON.parse(await setup(program, ['--list', '--json'])) as { agents: Agent[] };
    const found = agents.filter(({ state }) => state !== 'not found');
    const kept = Object.keys(this.agents.kept);
    const choices = [
      ...found.map(({ name, state }) => ({ label: name, detail: details[state], run: () => this.change(program, name, state) })),
      ...(kept.length > 0 ? [{ label: 'Forget', detail: `The answers about agents that this workspace keeps: ${kept.join('; ')}`, run: () => this.agents.forget() }] : []),
    ];
    if (choices.length === 0) return void vscode.window.showInformationMessage(`termhost: none of these agents was found: ${agents.map(({ name }) => name).join(', ')}.`);
    await (await vscode.window.showQuickPick(choices, { title: 'termhost: connect an agent', placeHolder: 'The change is shown before it is written' }))?.run();
  }

  private async change(program: string, name: string, state: Agent['state']): Promise<void> {
    const action = state === 'attached' ? '--remove' : '--attach';
    const { changes } = JSON.parse(await setup(program, [name, action, '--dry-run', '--json'])) as { changes: Change[] };
    if (changes.length === 0) return void vscode.window.showInformationMessage(`termhost: ${name} has an entry of another kind, which stays as it is.`);
    const detail = changes.map(({ difference }) => difference).join('\n');
    if ((await vscode.window.showInformationMessage(`Write this change to the settings of ${name}?`, { modal: true, detail }, 'Write')) !== 'Write') return;
    await setup(program, [name, action]);
    const done = state === 'attached' ? 'disconnected' : 'connected. Start it anew in a folder of this workspace; its first command asks you here';
    void vscode.window.showInformationMessage(`termhost: ${name} is ${done}.`);
  }
}

function setup(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, ['setup', ...args, '--program', program], { timeout: 30_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || error.message));
      else resolve(stdout);
    });
  });
}
