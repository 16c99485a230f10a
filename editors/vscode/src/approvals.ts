import * as vscode from 'vscode';
import type { AgentAccessParams, AgentAccessResult, ApprovalRequestParams, ApprovalRequestResult, RememberedRule } from './protocol';

/** A rule that the user chose with an approval. */
export interface ChosenRule extends RememberedRule {
  /** This window keeps it for the workspace. */
  readonly inWorkspace?: true;
}

export interface Answer extends ApprovalRequestResult {
  remember?: ChosenRule;
}

export interface PendingApproval {
  readonly id: number;
  readonly question: ApprovalRequestParams;
}

/** An agent wants to connect. */
export interface PendingAccess {
  readonly id: number;
  readonly access: AgentAccessParams;
}

export type Pending = PendingApproval | PendingAccess;

export const isAccess = (pending: Pending): pending is PendingAccess => 'access' in pending;

/** Other rules the server gets as settings, or not at all: so they can be forgotten while it runs. */
const isForServer = (rule: ChosenRule | undefined): boolean => rule !== undefined && (rule.scope ?? 'always') === 'always';

/** Only what runs is asked for twice: an edited command is judged again. */
export function isRun({ action }: ApprovalRequestParams): boolean {
  return (action ?? 'run') === 'run';
}

/** Where rules are kept that the user chose with an approval. */
export interface Rules {
  remember(rule: ChosenRule, question: ApprovalRequestParams): Promise<void>;
  /** The user has allowed this line in its folder. */
  allows(question: ApprovalRequestParams): boolean;
}

type Waiting = { question: ApprovalRequestParams; resolve: (result: ApprovalRequestResult) => void } | { access: AgentAccessParams; resolve: (result: AgentAccessResult) => void };

/** The questions that wait for the user, oldest first. */
export class Approvals implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly answered = new vscode.EventEmitter<{ question: ApprovalRequestParams; result: ApprovalRequestResult }>();
  readonly onDidAnswer = this.answered.event;
  private readonly waiting = new Map<number, Waiting>();
  /** Tool call → the command that the user has already agreed to elsewhere: in the chat, or by writing it. */
  private readonly agreed = new Map<string, string>();
  private last = 0;

  constructor(private readonly rules: Rules) {}

  get pending(): Pending[] {
    return [...this.waiting].map(([id, one]) => ('access' in one ? { id, access: one.access } : { id, question: one.question }));
  }

  /** Those about commands. */
  get commands(): PendingApproval[] {
    return this.pending.filter((one): one is PendingApproval => !isAccess(one));
  }

  agree(toolCallId: string, command: string): void {
    this.agreed.set(toolCallId, command);
  }

  /** The tool call is over: what was agreed for it counts no more. */
  forget(toolCallId: string): void {
    this.agreed.delete(toolCallId);
  }

  ask(question: ApprovalRequestParams, token: vscode.CancellationToken): Promise<ApprovalRequestResult> {
    const agreed = isRun(question) && (this.agreed.get(question.toolCallId) === question.command || this.rules.allows(question));
    if (agreed && !token.isCancellationRequested) return Promise.resolve({ decision: 'approve' });
    return this.wait<ApprovalRequestResult>(token, { decision: 'reject' }, (resolve) => ({ question, resolve }));
  }

  askAccess(access: AgentAccessParams, token: vscode.CancellationToken): Promise<AgentAccessResult> {
    return this.wait<AgentAccessResult>(token, { decision: 'dismiss' }, (resolve) => ({ access, resolve }));
  }

  answer(id: number, result: Answer): void {
    const pending = this.waiting.get(id);
    if (!pending || !('question' in pending)) return;
    const { question, resolve } = pending;
    if (isRun(question) && result.decision === 'edit' && result.command !== undefined) this.agree(question.toolCallId, result.command);
    this.answered.fire({ question, result });
    const { remember, ...answer } = result;
    resolve(isForServer(remember) ? result : answer);
    if (remember) void this.remember(remember, question);
  }

  private async remember(rule: ChosenRule, question: ApprovalRequestParams): Promise<void> {
    const remembered = this.rules.remember(rule, question);
    for (const { id, question: other } of this.commands) if (isRun(other) && this.rules.allows(other)) this.answer(id, { decision: 'approve' });
    await remembered;
  }

  answerAccess(id: number, decision: AgentAccessResult['decision']): void {
    const pending = this.waiting.get(id);
    if (pending && 'access' in pending) pending.resolve({ decision });
  }

  /** Nobody waits for the answers any more. */
  withdrawAll(): void {
    for (const pending of [...this.waiting.values()]) {
      if ('access' in pending) pending.resolve({ decision: 'dismiss' });
      else pending.resolve({ decision: 'reject' });
    }
    this.agreed.clear();
  }

  dispose(): void {
    this.withdrawAll();
    this.changed.dispose();
    this.answered.dispose();
  }

  private wait<Result>(token: vscode.CancellationToken, withdrawn: Result, entry: (resolve: (result: Result) => void) => Waiting): Promise<Result> {
    if (token.isCancellationRequested) return Promise.resolve(withdrawn); // such a token fires no event
    const id = ++this.last;
    return new Promise((resolve) => {
      const settle = (result: Result): void => {
        this.waiting.delete(id);
        listening.dispose();
        this.changed.fire();
        resolve(result);
      };
      const listening = token.onCancellationRequested(() => settle(withdrawn));
      this.waiting.set(id, entry(settle));
      this.changed.fire();
    });
  }
}
