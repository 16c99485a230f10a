import type * as vscode from 'vscode';
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

/** Agents from outside of VS Code's terminals: the user is asked once, and this workspace keeps the answers. */
export class Agents {
  private readonly names = new Set<string>();

  constructor(
    private readonly state: vscode.Memento,
    private readonly approvals: Approvals,
  ) {}

  get kept(): Record<string, Kept> {
    return this.state.get<Record<string, Kept>>(KEY, {});
  }

  async ask(access: AgentAccessParams, token: vscode.CancellationToken): Promise<AgentAccessResult> {
    const { identity } = access;
    const kept = this.kept[identity];
    const result = kept ? { decision: kept } : await this.approvals.askAccess(access, token);
    const { decision } = result;
    if (decision === 'allow' || decision === 'once') await this.connected(nameOf(identity));
    if (kept) return result;
    if (decision === 'allow' || decision === 'never') await this.state.update(KEY, { ...this.kept, [identity]: decision });
    return result;
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

/** The agent's own word for itself, else all that is known of it. */
function nameOf(identity: string): string {
  return /\("(.+?)"\)/.exec(identity)?.[1] ?? identity;
}
