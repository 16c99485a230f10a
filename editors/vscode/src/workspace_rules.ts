import * as vscode from 'vscode';
import type { ChosenRule } from './approvals';
import { rememberPrefix, settings } from './config';
import { oneLine } from './one_line';
import type { ApprovalRequestParams } from './protocol';

const KEY = 'allowedCommands';

interface Rule {
  readonly of: 'workspace' | 'always' | 'window' | 'line';
  /** Of the commands; for a line its key. */
  readonly prefix: string;
}

interface Item extends vscode.QuickPickItem, Rule {}

const WINDOW = 'until this window is closed or reloaded';
const scopes: Record<Rule['of'], string> = {
  workspace: 'always, in this workspace',
  always: 'always, in all windows',
  window: WINDOW,
  line: WINDOW,
};

/** Rules that approvals have left: where each kind is kept, and how it is forgotten. */
export class WorkspaceRules implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private ofWindow: string[] = [];
  /** Key → the line, as it was shown */
  private readonly lines = new Map<string, string>();

  /** VS Code keeps those of the workspace, not a file of the workspace, which an agent may write. */
  constructor(private readonly state: vscode.Memento) {}

  /** Those that the server does not find in the user's settings. */
  get prefixes(): string[] {
    return [...this.ofWorkspace, ...this.ofWindow];
  }

  /** The same line, in the same folder and shell, for the same reason to ask. */
  allows(question: ApprovalRequestParams): boolean {
    return vscode.workspace.isTrusted && this.lines.has(keyOf(question));
  }

  async remember(rule: ChosenRule, question: ApprovalRequestParams): Promise<void> {
    const kept = await this.keep(rule, question);
    const name = kept.of === 'line' ? `exactly ${this.quoted(kept)} in this folder` : `all commands that begin with ${this.quoted(kept)}`;
    if (await vscode.window.showInformationMessage(`termhost allows ${name}: ${scopes[kept.of]}.`, 'Undo')) await this.forget([kept]);
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

  private get ofWorkspace(): string[] {
    return this.state.get<string[]>(KEY, []);
  }

  private async keep({ list, prefix, scope = 'always', inWorkspace }: ChosenRule, question: ApprovalRequestParams): Promise<Rule> {
    if (inWorkspace) {
      await this.setWorkspace([...this.ofWorkspace.filter((other) => other !== prefix), prefix]);
      return { of: 'workspace', prefix };
    }
    if (scope === 'always') {
      await rememberPrefix({ list, prefix });
      return { of: 'always', prefix };
    }
    if (scope === 'line') {
      const key = keyOf(question);
      this.lines.set(key, question.shown);
      return { of: 'line', prefix: key };
    }
    this.setWindow([...this.ofWindow.filter((other) => other !== prefix), prefix]);
    return { of: 'window', prefix };
  }

  private items(): Item[] {
    const item = (of: Rule['of'], prefix: string, detail = scopes[of]): Item => ({ of, prefix, label: this.textOf({ of, prefix }), detail });
    return [
      ...this.ofWorkspace.map((one) => item('workspace', one)),
      ...ofUser().map((one) => item('always', one, `${scopes.always} (setting termhost.allowedCommands)`)),
      ...this.ofWindow.map((one) => item('window', one)),
      ...[...this.lines.keys()].map((one) => item('line', one)),
    ];
  }

  private async forget(chosen: readonly Rule[]): Promise<void> {
    const names = chosen.map((rule) => this.quoted(rule)).join(', ');
    const left = (of: Rule['of'], all: readonly string[]): string[] => all.filter((prefix) => !chosen.some((one) => one.of === of && one.prefix === prefix));
    const has = (of: Rule['of']): boolean => chosen.some((one) => one.of === of);
    if (has('workspace')) await this.setWorkspace(left('workspace', this.ofWorkspace));
    if (has('always')) await settings().update(KEY, left('always', ofUser()), vscode.ConfigurationTarget.Global);
    if (has('window')) this.setWindow(left('window', this.ofWindow));
    for (const { of, prefix } of chosen) if (of === 'line') this.lines.delete(prefix);
    void vscode.window.showInformationMessage(`termhost: forgotten: ${names}. These rules do not allow commands any more.`);
  }

  private textOf({ of, prefix }: Rule): string {
    return oneLine(of === 'line' ? (this.lines.get(prefix) ?? '') : prefix);
  }

  private quoted(rule: Rule): string {
    return `\`${this.textOf(rule)}\``;
  }

  private async setWorkspace(prefixes: string[]): Promise<void> {
    await this.state.update(KEY, prefixes);
    this.changed.fire();
  }

  private setWindow(prefixes: string[]): void {
    this.ofWindow = prefixes;
    this.changed.fire();
  }
}

const ofUser = (): string[] => settings().inspect<string[]>(KEY)?.globalValue ?? [];

const keyOf = ({ command, cwd, shell, reason, place }: ApprovalRequestParams): string => JSON.stringify([command, cwd, shell, reason, place]);
