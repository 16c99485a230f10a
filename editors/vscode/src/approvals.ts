import * as vscode from 'vscode';
import type { ApprovalRequestParams, ApprovalRequestResult, RememberedRule } from './protocol';

/** A rule that the user chose with an approval. */
export interface ChosenRule extends RememberedRule {
  /** For the server it is a rule of the session; this window keeps it for later sessions in the same workspace. */
  readonly inWorkspace?: true;
}

export interface Answer extends ApprovalRequestResult {
  remember?: ChosenRule;
}

export interface PendingApproval {
  readonly id: number;
  readonly question: ApprovalRequestParams;
}

/** Only what runs is asked for twice: an edited command is judged again. */
function isRun({ action }: ApprovalRequestParams): boolean {
  return (action ?? 'run') === 'run';
}

/** The questions that wait for the person, oldest first. */
export class Approvals implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly waiting = new Map<number, { question: ApprovalRequestParams; resolve: (result: ApprovalRequestResult) => void }>();
  /** Tool call → the command that the person has already agreed to elsewhere: in the chat, or by writing it. */
  private readonly agreed = new Map<string, string>();
  private last = 0;

  constructor(private readonly remember: (rule: ChosenRule) => Promise<void>) {}

  get pending(): PendingApproval[] {
    return [...this.waiting].map(([id, { question }]) => ({ id, question }));
  }

  agree(toolCallId: string, command: string): void {
    this.agreed.set(toolCallId, command);
  }

  /** The tool call is over: what was agreed for it counts no more. */
  forget(toolCallId: string): void {
    this.agreed.delete(toolCallId);
  }

  ask(question: ApprovalRequestParams, token: vscode.CancellationToken): Promise<ApprovalRequestResult> {
    if (token.isCancellationRequested) return Promise.resolve({ decision: 'reject' }); // such a token fires no event
    if (isRun(question) && this.agreed.get(question.toolCallId) === question.command) return Promise.resolve({ decision: 'approve' });
    const id = ++this.last;
    return new Promise((resolve) => {
      const settle = (result: ApprovalRequestResult): void => {
        this.waiting.delete(id);
        withdrawn.dispose();
        this.changed.fire();
        resolve(result);
      };
      const withdrawn = token.onCancellationRequested(() => settle({ decision: 'reject' }));
      this.waiting.set(id, { question, resolve: settle });
      this.changed.fire();
    });
  }

  answer(id: number, result: Answer): void {
    const pending = this.waiting.get(id);
    if (!pending) return;
    if (isRun(pending.question) && result.decision === 'edit' && result.command !== undefined) this.agree(pending.question.toolCallId, result.command);
    const { remember } = result;
    if (remember && (remember.inWorkspace || (remember.scope ?? 'always') === 'always')) void this.remember(remember);
    pending.resolve(result);
  }

  /** Nobody waits for the answers any more. */
  withdrawAll(): void {
    for (const { resolve } of [...this.waiting.values()]) resolve({ decision: 'reject' });
    this.agreed.clear();
  }

  dispose(): void {
    this.withdrawAll();
    this.changed.dispose();
  }
}
