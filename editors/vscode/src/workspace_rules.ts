import * as vscode from 'vscode';

const KEY = 'allowedCommands';

/** Prefixes that the user allows in this workspace. VS Code keeps them, not a file of the workspace, which an agent may write. */
export class WorkspaceRules implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly state: vscode.Memento) {}

  get prefixes(): string[] {
    return this.state.get<string[]>(KEY, []);
  }

  async add(prefix: string): Promise<void> {
    await this.keep([...this.prefixes.filter((other) => other !== prefix), prefix]);
  }

  /** Lists them; those that the user chooses are forgotten. */
  async manage(): Promise<void> {
    const { prefixes } = this;
    if (prefixes.length === 0) return void vscode.window.showInformationMessage('termhost: this workspace has no rules of its own.');
    const title = 'termhost: commands that this workspace allows';
    const chosen = await vscode.window.showQuickPick(prefixes, { title, placeHolder: 'Choose the rules to forget', canPickMany: true });
    if (chosen && chosen.length > 0) await this.keep(prefixes.filter((prefix) => !chosen.includes(prefix)));
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async keep(prefixes: string[]): Promise<void> {
    await this.state.update(KEY, prefixes);
    this.changed.fire();
  }
}
