import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Approvals, PendingApproval } from './approvals';
import type { ApprovalRequestResult } from './protocol';
import { wordingOf } from './question';

const VIEW = 'termhost.approval';
const PENDING = 'termhost.approvalPending';

type FromPage = { ready: true } | { id: number; result: ApprovalRequestResult };

/** Shows the pending questions beside the editor. It comes up by itself, and takes no focus. */
export class ApprovalView implements vscode.WebviewViewProvider, vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private view: vscode.WebviewView | undefined;
  private shown = 0;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly approvals: Approvals,
  ) {
    this.subscriptions = [
      vscode.window.registerWebviewViewProvider(VIEW, this, { webviewOptions: { retainContextWhenHidden: true } }),
      approvals.onDidChange(() => this.update()),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const media = vscode.Uri.joinPath(this.extensionUri, 'media');
    view.webview.options = { enableScripts: true, localResourceRoots: [media] };
    view.webview.onDidReceiveMessage((message: FromPage) => {
      if ('ready' in message) this.post();
      else this.approvals.answer(message.id, message.result);
    });
    view.onDidDispose(() => {
      if (this.view === view) this.view = undefined;
    });
    view.webview.html = page(view.webview, media);
  }

  private update(): void {
    const count = this.approvals.pending.length;
    void vscode.commands.executeCommand('setContext', PENDING, count > 0);
    if (count > this.shown) void vscode.commands.executeCommand(`${VIEW}.focus`, { preserveFocus: true });
    this.shown = count;
    this.post();
  }

  private post(): void {
    if (!this.view) return;
    const pending = this.approvals.pending;
    this.view.badge = pending.length > 0 ? { value: pending.length, tooltip: 'Questions that wait for your answer' } : undefined;
    void this.view.webview.postMessage(pending.map(cardOf));
  }
}

const UNTRUSTED = 'This workspace is not trusted: every command asks, and no rule that allows something counts.';

/** What the page shows of a question, and nothing that would not work. */
function cardOf({ id, question }: PendingApproval): object {
  const wording = wordingOf(question);
  if (vscode.workspace.isTrusted) return { id, question, wording };
  return { id, question: { ...question, suggestions: [] }, wording, note: UNTRUSTED };
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
