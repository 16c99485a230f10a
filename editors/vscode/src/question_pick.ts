import * as vscode from 'vscode';
import { choicesOf } from './approval_card';
import type { ApprovalView } from './approval_view';
import type { Answer, Approvals, PendingApproval } from './approvals';
import { wordingOf } from './question';

interface Item extends vscode.QuickPickItem {
  readonly act: () => unknown;
}

/** Asks the oldest question in a quick pick, which closes by itself when the question is gone. */
export function pickAnswer(approvals: Approvals, view: ApprovalView): void {
  const [pending] = approvals.pending;
  if (!pending) return void vscode.window.showInformationMessage('termhost: no command waits for your approval.');
  const pick = vscode.window.createQuickPick<Item>();
  const watching = approvals.onDidChange(() => {
    if (!approvals.pending.some(({ id }) => id === pending.id)) pick.hide();
  });
  pick.title = `termhost: ${wordingOf(pending.question).name}`;
  pick.placeholder = pending.question.reason;
  pick.items = itemsOf(pending, approvals, view);
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    pick.hide();
    item?.act();
  });
  pick.onDidHide(() => {
    watching.dispose();
    pick.dispose();
  });
  pick.show();
}

/** A question whose title does not say all of it is approved in the view alone. */
function itemsOf({ id, question }: PendingApproval, approvals: Approvals, view: ApprovalView): Item[] {
  const { whole, yes, no, edit } = wordingOf(question);
  const answer = (label: string, result: Answer): Item => ({ label, act: () => approvals.answer(id, result) });
  const choices = vscode.workspace.isTrusted ? choicesOf(question).flat() : [];
  return [
    ...(whole && !view.edits(id) ? [answer(yes, { decision: 'approve' }), ...choices.map(({ name, rule }) => answer(name, { decision: 'approve', remember: rule }))] : []),
    ...(edit ? [{ label: 'Edit…', act: () => view.press('edit') }] : []),
    answer(no, { decision: 'reject' }),
    { label: `${no} and say why…`, act: () => rejectWithReason(id, approvals) },
    { label: 'Show all of it', act: () => view.show() },
  ];
}

async function rejectWithReason(id: number, approvals: Approvals): Promise<void> {
  const feedback = await vscode.window.showInputBox({ title: 'Reject', prompt: 'What the agent should do instead' });
  if (feedback !== undefined) approvals.answer(id, { decision: 'reject', ...(feedback === '' ? {} : { feedback }) });
}
