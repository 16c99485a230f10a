import * as vscode from 'vscode';
import { accessAnswers, choicesOf } from './approval_card';
import type { ApprovalView } from './approval_view';
import { type Answer, type Approvals, isAccess, type PendingApproval } from './approvals';
import { accessWordingOf, wordingOf } from './question';

interface Item extends vscode.QuickPickItem {
  readonly act: () => unknown;
}

/** Asks the oldest question in a quick pick, which closes by itself when the question is gone. */
export function pickAnswer(approvals: Approvals, view: ApprovalView): void {
  const [pending] = approvals.pending;
  if (!pending) return void vscode.window.showInformationMessage('termhost: nothing waits for your answer.');
  const pick = vscode.window.createQuickPick<Item>();
  const watching = approvals.onDidChange(() => {
    if (!approvals.pending.some(({ id }) => id === pending.id)) pick.hide();
  });
  const access = isAccess(pending);
  const { isTrusted } = vscode.workspace;
  pick.title = `termhost: ${access ? accessWordingOf(pending.access, isTrusted).title : wordingOf(pending.question).name}`;
  pick.placeholder = access ? accessWordingOf(pending.access, isTrusted).command.map(([, text]) => text).join('') : pending.question.reason;
  pick.items = access ? accessAnswers(isTrusted).map(({ label, decision }) => ({ label, act: () => approvals.answerAccess(pending.id, decision) })) : itemsOf(pending, approvals, view);
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
  const rules = vscode.workspace.isTrusted ? choicesOf(question).flatMap(({ choices }) => choices) : [];
  const approvable = whole && !view.edits(id);
  const why = view.edits(id) ? 'You are editing the text: approve it in the view Approval.' : 'The text does not fit here: approve it in the view Approval, after you have seen its end.';
  const show: Item = { label: 'Show all of it', ...(approvable ? {} : { detail: why }), act: () => view.show() };
  return [
    ...(approvable ? [answer(yes, { decision: 'approve' }), ...rules.map(({ name, rule }) => answer(name, { decision: 'approve', remember: rule }))] : [show]),
    ...(edit ? [{ label: 'Edit…', act: () => view.press('edit') }] : []),
    answer(no, { decision: 'reject' }),
    { label: `${no} and say why…`, act: () => rejectWithReason(id, approvals) },
    ...(approvable ? [show] : []),
  ];
}

async function rejectWithReason(id: number, approvals: Approvals): Promise<void> {
  const feedback = await vscode.window.showInputBox({ title: 'Reject', prompt: 'The reason, or what the agent should do instead' });
  if (feedback !== undefined) approvals.answer(id, { decision: 'reject', ...(feedback === '' ? {} : { feedback }) });
}
