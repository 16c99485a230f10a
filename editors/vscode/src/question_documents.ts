import * as vscode from 'vscode';
import { type Card, cardOf } from './approval_card';
import type { Approvals } from './approvals';

const SCHEME = 'termhost-question';

/** A question as a read-only document, for a view that has no room for it. Nothing is answered there. */
export class QuestionDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  constructor(private readonly approvals: Approvals) {}

  async open(id: number): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: '/question.txt', query: String(id) });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    const pending = this.approvals.pending.find(({ id }) => id === Number(query));
    return pending ? textOf(cardOf(pending, vscode.workspace.isTrusted)) : 'This question has been answered or withdrawn.';
  }

  dispose(): void {
    this.provider.dispose();
  }
}

function textOf({ wording, groups, notes }: Card): string {
  const parts = groups.flatMap(({ verdict, why, commands }) => [`${verdict}: ${why}`, ...commands.map(({ text, hazards }) => `  ${[text, ...hazards].join(' · ')}`)]);
  const text = wording.command.map(([, piece]) => piece).join('');
  return [wording.title, [wording.size, ...wording.hazards].filter(Boolean).join(' · '), ...parts, ...notes, '', text, ''].join('\n');
}
