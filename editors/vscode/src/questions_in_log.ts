import * as vscode from 'vscode';
import type { Approvals } from './approvals';
import type { CommandLog } from './command_log';

/** A rule may have answered it, and then it runs a moment later. */
const SETTLE_MS = 3000;

/** Commands that wait for an answer, or were rejected, are in the list too, whoever's they are: an agent from outside tells of none. */
export function showQuestionsIn(log: CommandLog, approvals: Approvals): vscode.Disposable {
  let waiting = new Set<string>();
  const answered = new Set<string>();
  const listening = [
    approvals.onDidChange(() => {
      const runs = approvals.commands.map(({ question }) => question).filter(({ action }) => (action ?? 'run') === 'run');
      const now = new Set(runs.map(({ toolCallId }) => toolCallId));
      for (const question of runs) if (!waiting.has(question.toolCallId)) log.asked(question);
      for (const gone of waiting) if (!now.has(gone) && !answered.delete(gone)) setTimeout(() => log.withdrawn(gone), SETTLE_MS);
      waiting = now;
    }),
    approvals.onDidAnswer(({ question, result }) => {
      if ((question.action ?? 'run') !== 'run') return;
      answered.add(question.toolCallId);
      log.decided(question, result);
    }),
  ];
  return vscode.Disposable.from(...listening);
}
