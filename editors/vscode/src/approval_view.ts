import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { accessAnswers, cardOf, judgementOf } from './approval_card';
import { type Answer, type Approvals, isAccess, isRun, type Pending, type PendingAccess, type PendingApproval } from './approvals';
import { settings } from './config';
import type { AgentAccessResult, ApprovalCheckParams, ApprovalCheckResult } from './protocol';
import { accessWordingOf, wordingOf } from './question';
import { QuestionDocuments } from './question_documents';

const VIEW = 'termhost.approval';
const PENDING = 'termhost.approvalPending';
/** The view Commands is hidden meanwhile. */
const LOW = 'termhost.approvalLow';

type FromPage = { ready: true } | { id: number; result: Answer } | { id: number; access: AgentAccessResult['decision'] } | { id: number; showAll: true } | { low: true } | { id: number; editing: boolean } | { id: number; edited: string } | { focused?: number; left?: true };

/** The page's own keys. Some only lead to where more is to be said. */
const keys = { approve: 'a', edit: 'e', reject: 'r', always: 'A' } as const;
const leading: readonly string[] = ['edit', 'always'];

/** Shows the pending questions beside the editor. It comes up by itself, unless `askIn` says otherwise, and takes no focus. */
export class ApprovalView implements vscode.WebviewViewProvider, vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private view: vscode.WebviewView | undefined;
  /** The page has spoken: what it is sent arrives. */
  private painted = false;
  /** A key that leads to more, pressed before the page was painted. */
  private early: { readonly id: number; readonly key: string } | undefined;
  private shown = 0;
  /** The question whose card has the focus. */
  private focused: number | undefined;
  private hasFocus = false;
  /** Questions that a notification asks too. */
  private readonly notified = new Set<number>();
  /** Those that are being edited: only the page knows what their approval means. */
  private readonly edited = new Set<number>();
  private readonly documents: QuestionDocuments;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly approvals: Approvals,
    /** The verdict of the rules on what the user has written. */
    private readonly check: (params: ApprovalCheckParams) => Promise<ApprovalCheckResult>,
  ) {
    this.documents = new QuestionDocuments(approvals, (id, seenLines) => void this.view?.webview.postMessage({ id, seenLines }));
    this.subscriptions = [
      this.documents,
      vscode.window.registerWebviewViewProvider(VIEW, this, { webviewOptions: { retainContextWhenHidden: true } }),
      approvals.onDidChange(() => void this.update()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.post()),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.painted = false;
    const media = vscode.Uri.joinPath(this.extensionUri, 'media');
    view.webview.options = { enableScripts: true, localResourceRoots: [media] };
    view.webview.onDidReceiveMessage((message: FromPage) => this.receive(message));
    view.onDidChangeVisibility(() => this.notifyIfHidden());
    view.onDidDispose(() => {
      if (this.view === view) this.view = undefined;
    });
    view.webview.html = page(view.webview, media);
  }

  /** The oldest question, or the one whose card has the focus. */
  private get current(): Pending | undefined {
    const { pending } = this.approvals;
    return pending.find(({ id }) => id === this.focused) ?? pending[0];
  }

  /** Takes the focus. */
  async show(): Promise<void> {
    const id = this.current?.id;
    if (id === undefined) return void vscode.window.showInformationMessage('termhost: nothing waits for your answer.');
    await vscode.commands.executeCommand(`${VIEW}.focus`);
    await this.view?.webview.postMessage({ focus: id });
  }

  /** As a key in the page does it, with the words for the agent that are typed there. What is not seen is shown first. */
  async press(key: keyof typeof keys): Promise<void> {
    const seen = this.view?.visible === true && this.painted;
    const id = this.current?.id;
    if (id === undefined) return this.show();
    if (leading.includes(key)) return this.lead({ id, key: keys[key] });
    if (seen) {
      await this.view?.webview.postMessage({ id, key: keys[key] });
      return;
    }
    await this.show();
    void vscode.window.showInformationMessage('termhost: no answer was sent, because the question was not on the screen. Read it, and answer again.');
  }

  /** The page has the place to type in before it has the focus: keys that come with the focus are typed there. */
  private async lead(pressed: { readonly id: number; readonly key: string }): Promise<void> {
    if (this.painted) await this.view?.webview.postMessage(pressed);
    else this.early = pressed;
    await vscode.commands.executeCommand(`${VIEW}.focus`);
    await this.view?.webview.postMessage({ lead: true });
  }

  private ready(): void {
    this.painted = true;
    void this.post();
    if (this.early) void this.view?.webview.postMessage(this.early);
    this.early = undefined;
  }

  /** The user is changing its text. */
  edits(id: number): boolean {
    return this.edited.has(id);
  }

  private receive(message: FromPage): void {
    if ('ready' in message) return this.ready();
    if ('result' in message) {
      this.edited.delete(message.id);
      return this.approvals.answer(message.id, message.result);
    }
    if ('low' in message) return void this.makeRoom(this.approvals.pending.length > 0);
    if ('access' in message) return this.approvals.answerAccess(message.id, message.access);
    if ('showAll' in message) return void this.documents.open(message.id);
    if ('editing' in message) {
      if (message.editing) this.edited.add(message.id);
      else this.edited.delete(message.id);
      return;
    }
    if ('edited' in message) return void this.judge(message.id, message.edited);
    this.hasFocus = !message.left;
    this.focused = message.focused ?? this.focused;
  }

  /** What is typed into a running command is judged only when it is typed. */
  private async judge(id: number, text: string): Promise<void> {
    const question = this.approvals.commands.find((one) => one.id === id)?.question;
    if (!question || !isRun(question)) return;
    const { cwd, shell } = question;
    const verdict = await this.check({ command: text, cwd, shell }).catch(() => undefined);
    if (verdict) await this.view?.webview.postMessage({ id, judged: text, ...judgementOf(verdict) });
  }

  private async update(): Promise<void> {
    const count = this.approvals.pending.length;
    const more = count > this.shown;
    this.shown = count;
    void this.post();
    if (count === 0) await this.makeRoom(false); // first: without any view VS Code would show another container
    void vscode.commands.executeCommand('setContext', PENDING, this.approvals.pending.length > 0);
    if (count === 0 && this.hasFocus) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    if (!more) return;
    if (settings().get<'view' | 'notification'>('askIn', 'view') === 'view') await vscode.commands.executeCommand(`${VIEW}.focus`, { preserveFocus: true });
    else this.notifyIfHidden();
  }

  /** VS Code brings a view back as low as 120 pixels, and lets no extension set its height. */
  private async makeRoom(is: boolean): Promise<void> {
    await vscode.commands.executeCommand('setContext', LOW, is);
  }

  private post(): Thenable<boolean> | undefined {
    if (!this.view) return undefined;
    const pending = this.approvals.pending;
    this.view.badge = pending.length > 0 ? { value: pending.length, tooltip: 'Questions that wait for your answer' } : undefined;
    return this.view.webview.postMessage({ pending: pending.map((one) => cardOf(one, vscode.workspace.isTrusted)) });
  }

  private notifyIfHidden(): void {
    if (this.view?.visible) return;
    for (const pending of this.approvals.pending) if (!this.notified.has(pending.id)) void this.notify(pending);
  }

  private async notify(pending: Pending): Promise<void> {
    this.notified.add(pending.id);
    await (isAccess(pending) ? this.notifyOfAccess(pending) : this.notifyOfCommand(pending));
    this.notified.delete(pending.id);
  }

  /** VS Code withdraws no notification: the answer to a question that is gone counts for nothing. */
  private async notifyOfCommand({ id, question }: PendingApproval): Promise<void> {
    const { name, whole, yes, no } = wordingOf(question);
    const choice = await vscode.window.showWarningMessage(`termhost: ${name}`, ...(whole && !this.edited.has(id) ? [yes] : []), no, 'Show');
    const approves = choice === yes && !this.edited.has(id);
    if (approves) this.approvals.answer(id, { decision: 'approve' });
    if (choice === no) this.approvals.answer(id, { decision: 'reject' });
    if (choice === 'Show' || (choice === yes && !approves)) await this.show();
  }

  private async notifyOfAccess({ id, access }: PendingAccess): Promise<void> {
    const { isTrusted } = vscode.workspace;
    const answers = accessAnswers(isTrusted);
    const choice = await vscode.window.showWarningMessage(`termhost: ${accessWordingOf(access, isTrusted).name}`, ...answers.map(({ label }) => label), 'Show');
    const answer = answers.find(({ label }) => label === choice);
    if (answer) this.approvals.answerAccess(id, answer.decision);
    if (choice === 'Show') await this.show();
  }
}

function page(webview: vscode.Webview, media: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${uri('approval.css')}">
<title>Approval</title>
</head>
<body><main id="questions" aria-live="polite"></main><script nonce="${nonce}" src="${uri('approval.js')}"></script></body>
</html>`;
}
