import * as vscode from 'vscode';
import { type Card, cardOf } from './approval_card';
import type { Approvals } from './approvals';

const SCHEME = 'termhost-question';
/** Its lines are wrapped: package.json says so. */
const LANGUAGE = 'termhost-question';
/** VS Code draws no more of a line. */
const MOST_COLUMNS = 10_000;

/** Places in a document: from, to. */
type Part = readonly [number, number];

/** A question as a read-only document, for a view that has no room for it. Nothing is answered there, but its lines that were on the screen count as seen. */
export class QuestionDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];
  /** Question → the parts of its document that were on the screen */
  private readonly seen = new Map<number, Part[]>();

  constructor(
    private readonly approvals: Approvals,
    /** Lines of the text, from 0 */
    private readonly tellSeen: (id: number, lines: number[]) => void,
  ) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.look(textEditor)),
      approvals.onDidChange(() => this.update()),
      this.changed,
    ];
  }

  async open(id: number): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: '/question.txt', query: String(id) });
    const document = await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(uri), LANGUAGE);
    this.look(await vscode.window.showTextDocument(document, { preview: true }));
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    const card = this.cardOf(Number(query));
    return card ? `${headOf(card)}\n\n${bodyOf(card)}\n` : 'This question has been answered or withdrawn.';
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** The document of a question that is gone says so: else it looks as if the question still waited. */
  private update(): void {
    const isPending = (id: number): boolean => this.approvals.pending.some((one) => one.id === id);
    for (const id of this.seen.keys()) if (!isPending(id)) this.seen.delete(id);
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === SCHEME && !isPending(Number(uri.query))) this.changed.fire(uri);
  }

  private cardOf(id: number): Card | undefined {
    const pending = this.approvals.pending.find((one) => one.id === id);
    return pending && cardOf(pending, vscode.workspace.isTrusted);
  }

  private look({ document, visibleRanges }: vscode.TextEditor): void {
    if (document.uri.scheme !== SCHEME || vscode.workspace.getConfiguration('editor', document).get('wordWrap') === 'off') return;
    const id = Number(document.uri.query);
    const card = this.cardOf(id);
    if (!card) return;
    const shown = visibleRanges.map(({ start, end }): Part => [document.offsetAt(start), document.offsetAt(end)]);
    const parts = joined([...(this.seen.get(id) ?? []), ...shown]);
    this.seen.set(id, parts);
    const first = headOf(card).split('\n').length + 1;
    const lines = bodyOf(card).split('\n').keys();
    this.tellSeen(id, [...lines].filter((line) => first + line < document.lineCount && holds(parts, document, document.lineAt(first + line).range)));
  }
}

function holds(parts: readonly Part[], document: vscode.TextDocument, line: vscode.Range): boolean {
  const [begin, end] = [document.offsetAt(line.start), document.offsetAt(line.end)];
  return end - begin <= MOST_COLUMNS && parts.some(([from, to]) => from <= begin && end <= to);
}

function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = [];
  for (const [from, to] of [...parts].sort(([one], [other]) => one - other)) {
    const last = all.at(-1);
    if (last && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], to)];
    else all.push([from, to]);
  }
  return all;
}

function headOf({ wording, groups, notes, lasting }: Card): string {
  const parts = groups.flatMap(({ verdict, why, commands }) => [`${verdict}: ${why}`, ...commands.map(({ text, hazards }) => `  ${[text, ...hazards].join(' · ')}`)]);
  return [wording.title, [wording.size, ...wording.hazards, wording.noEffects].filter(Boolean).join(' · '), ...parts, ...notes, ...lasting].join('\n');
}

const bodyOf = ({ wording }: Card): string => wording.command.map(([, piece]) => piece).join('');
