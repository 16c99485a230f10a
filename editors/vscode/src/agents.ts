import type * as vscode from 'vscode';
import type { Approvals } from './approvals';
import type { AgentAccessParams, AgentAccessResult } from './protocol';

const KEY = 'agents';
type Kept = 'allow' | 'never';

/** Agents from outside of VS Code's terminals: the user is asked once, and this workspace keeps the answers. */
export class Agents {
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
    if (kept) return { decision: kept };
    const result = await this.approvals.askAccess(access, token);
    const { decision } = result;
    if (decision === 'allow' || decision === 'never') await this.state.update(KEY, { ...this.kept, [identity]: decision });
    return result;
  }

  async forget(): Promise<void> {
    await this.state.update(KEY, {});
  }
}
