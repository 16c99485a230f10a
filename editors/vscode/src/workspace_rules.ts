import * as vscode from 'vscode';
import type { ChosenRule } from './approvals';
import { rememberPrefix, settings } from './config';
import { oneLine } from './one_line';

const KEY = 'allowedCommands';

interface Item extends vscode.QuickPickItem {
  readonly of: 'workspace' | 'always' | 'session';
  readonly prefix: string;
}

const scopes: Record<Item['of'], string> = {
  workspace: 'always, in this workspace',
  always: 'always, in all windows (setting termhost.allowedCommands)',
  session: 'until this window is closed or reloaded; to forget it, termhost is started again',
};

/** Rules that approvals have left: where each kind is kept, and how it is forgotten. */
export class WorkspaceRules implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  /** The server alone has them, and keeps them until it ends. */
  private ofSession: string[] = [];

  /** VS Code keeps those of the workspace, not a file of the workspace, which an agent may write. */
  constructor(
    private readonly state: vscode.Memento,
    private readonly restart: () => Promise<void>,
  ) {}

  /** Those of this workspace. */
  get prefixes(): string[] {
    return this.state.get<string[]>(KEY, []);
  }

  /** `line`: the command that was approved with it. */
  async remember(rule: ChosenRule, line: string): Promise<void> {
    const { prefix, scope = 'always', inWorkspace } = rule;
    if (inWorkspace) await this.keep([...this.prefixes.filter((other) => other !== prefix), prefix]);
    else if (scope === 'always') await rememberPrefix(rule);
    else this.ofSession.push(scope === 'line' ? line : prefix);
  }

  serverEnded(): void {
    this.ofSession = [];
  }

  /** Lists them; those that the user chooses are forgotten. */
  async manage(): Promise<void> {
    const items = this.items();
    if (items.length === 0) return void vscode.window.showInformationMessage('termhost: there are no rules yet. This list shows what you allow with *Approve and remember…*.');
    const title = 'termhost: commands that run without a question';
    const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: 'Choose the rules to forget', canPickMany: true, matchOnDetail: true });
    if (chosen && chosen.length > 0) await this.forget(chosen);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private items(): Item[] {
    const item = (of: Item['of'], prefix: string): Item => ({ of, prefix, label: oneLine(prefix), detail: scopes[of] });
    const always = settings().inspect<string[]>(KEY)?.globalValue ?? [];
    return [...this.prefixes.map((one) => item('workspace', one)), ...always.map((one) => item('always', one)), ...this.ofSession.map((one) => item('session', one))];
  }

  private async forget(chosen: readonly Item[]): Promise<void> {
    const left = (of: Item['of'], all: readonly string[]): string[] => all.filter((prefix) => !chosen.some((one) => one.of === of && one.prefix === prefix));
    const has = (of: Item['of']): boolean => chosen.some((one) => one.of === of);
    if (has('workspace')) await this.keep(left('workspace', this.prefixes));
    if (has('always')) {
      const configuration = settings();
      await configuration.update(KEY, left('always', configuration.inspect<string[]>(KEY)?.globalValue ?? []), vscode.ConfigurationTarget.Global);
    }
    if (has('session')) await this.restart();
    const names = chosen.map(({ label }) => `\`${label}\``).join(', ');
    void vscode.window.showInformationMessage(`termhost: forgotten: ${names}. These rules do not allow commands any more.`);
  }

  private async keep(prefixes: string[]): Promise<void> {
    await this.state.update(KEY, prefixes);
    this.changed.fire();
  }
}
