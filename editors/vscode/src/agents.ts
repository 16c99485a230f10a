import * as vscode from 'vscode';
import type { Approvals } from './approvals';
import type { AgentAccessParams, AgentAccessResult } from './protocol';

const KEY = 'agents';
const CONNECTED = 'agentsOfWindow';
type Kept = 'allow' | 'never';
/** The agents that this window has admitted; `parent`, which stays over a reload, is the process that started the window's extensions. */
interface Connected {
  readonly parent: number;
  readonly names: readonly string[];
}

/**
 * Agents from outside of VS Code's terminals: the user is asked once, and this workspace keeps the answers. In Restricted Mode an answer that
 * allows is for one connection: each command asks there, so it says less than the same answer in a trusted folder.
 */
export class Agents {
  private readonly names = new Set<string>();
  /** Identity → the question about an agent that was allowed in Restricted Mode */
  private readonly restricted = new Map<string, AgentAccessParams>();

  constructor(
    private readonly state: vscode.Memento,
    private readonly approvals: Approvals,
  ) {}

  get kept(): Record<string, Kept> {
    return this.state.get<Record<string, Kept>>(KEY, {});
  }

  /** Some are there whom nobody has allowed in the trusted folder. */
  get unconfirmed(): boolean {
    return this.restricted.size > 0;
  }

  async ask(access: AgentAccessParams, token: vscode.CancellationToken): Promise<AgentAccessResult> {
    const { identity } = access;
    const kept = this.kept[identity];
    const holds = kept === 'never' || vscode.workspace.isTrusted ? kept : undefined;
    const { decision } = holds ? { decision: holds } : await this.approvals.askAccess(access, token);
    const allows = decision === 'allow' || decision === 'once';
    const { isTrusted } = vscode.workspace; // it may have come with the answer
    if (allows) await this.connected(nameOf(identity));
    if (allows && !isTrusted) this.restricted.set(identity, access);
    if (!holds && (decision === 'never' || (decision === 'allow' && isTrusted))) await this.state.update(KEY, { ...this.kept, [identity]: decision });
    return { decision };
  }

  /** The folder is trusted now: the user is asked again. False: one of them is not allowed any more. */
  async confirm(): Promise<boolean> {
    const { token } = new vscode.CancellationTokenSource();
    const answers = await Promise.all([...this.restricted.values()].map((access) => this.ask(access, token)));
    this.restricted.clear();
    return answers.every(({ decision }) => decision !== 'never');
  }

  /** And with it all connections. */
  serverEnded(): void {
    this.restricted.clear();
  }

  async forget(): Promise<void> {
    await this.state.update(KEY, {});
  }

  /** Agents of the window that was here before a reload, which has ended their connections. They are told of once. */
  async disconnected(): Promise<readonly string[]> {
    const { parent, names } = this.state.get<Connected>(CONNECTED, { parent: 0, names: [] });
    if (names.length > 0) await this.state.update(CONNECTED, undefined);
    return parent === process.ppid ? names : [];
  }

  private async connected(name: string): Promise<void> {
    this.names.add(name);
    await this.state.update(CONNECTED, { parent: process.ppid, names: [...this.names] } satisfies Connected);
  }
}

/** The agent's own word for itself, else its process: the server writes `node (/usr/bin/node, "claude") in /project`. */
function nameOf(identity: string): string {
  const [, process, claimed] = /^(.+?) \(.*, "(.*)"\) in /.exec(identity) ?? [];
  return [claimed, process, identity].find(Boolean) ?? '';
}
