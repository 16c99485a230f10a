import * as vscode from 'vscode';
import type { AgentAccessParams, AgentAccessResult } from './protocol';

const KEY = 'agents';
const buttons = { Allow: 'allow', Once: 'once', Never: 'never' } as const;
type Kept = 'allow' | 'never';

/** Agents from outside of VS Code's terminals: the user is asked once, and this workspace keeps the answers. */
export class Agents {
  constructor(private readonly state: vscode.Memento) {}

  get kept(): Record<string, Kept> {
    return this.state.get<Record<string, Kept>>(KEY, {});
  }

  async ask({ identity, question }: AgentAccessParams, token: vscode.CancellationToken): Promise<AgentAccessResult> {
    const kept = this.kept[identity];
    if (kept) return { decision: kept };
    const choice = await withdrawable(vscode.window.showWarningMessage(`termhost: ${question}`, ...(Object.keys(buttons) as (keyof typeof buttons)[])), token);
    if (!choice) return { decision: 'dismiss' };
    const decision = buttons[choice];
    if (decision !== 'once') await this.state.update(KEY, { ...this.kept, [identity]: decision });
    return { decision };
  }

  async forget(): Promise<void> {
    await this.state.update(KEY, {});
  }
}

/** VS Code cannot take a notification away: a late answer to one counts for nothing. */
function withdrawable<T>(answer: Thenable<T | undefined>, token: vscode.CancellationToken): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    token.onCancellationRequested(() => resolve(undefined));
    answer.then(resolve, reject);
  });
}
