import type { ChosenRule, PendingApproval } from './approvals';
import type { ApprovalRequestParams, CommandVerdict } from './protocol';
import { inWords, Wording, wordingOf } from './question';

/** What the page shows of a question, and nothing that would not work. */
export interface Card {
  readonly id: number;
  readonly wording: Wording;
  readonly groups: readonly Group[];
  /** In rows */
  readonly remember: readonly (readonly Choice[])[];
  readonly notes: readonly string[];
}

/** Commands with the same verdict for the same reason. */
export interface Group {
  readonly verdict: CommandVerdict['verdict'];
  readonly why: string;
  readonly commands: { readonly text: string; readonly hazards: string[] }[];
}

/** A way to approve, and what is remembered of it. */
export interface Choice {
  readonly label: string;
  /** What it does, in full */
  readonly name: string;
  readonly rule: ChosenRule;
}

const UNTRUSTED = 'This workspace is not trusted: every command asks, and no rule that allows something counts.';

export function cardOf({ id, question }: PendingApproval, trusted: boolean): Card {
  return {
    id,
    wording: wordingOf(question),
    groups: groupsOf(question.commands),
    remember: trusted ? choicesOf(question) : [],
    notes: [question.commands.length === 0 ? question.reason : '', placeOf(question), trusted ? '' : UNTRUSTED].filter(Boolean),
  };
}

/** Where it would run, if there is a sandbox. */
function placeOf({ place }: ApprovalRequestParams): string {
  return place === undefined ? '' : `It would run ${place}.`;
}

/** The server says the most dangerous first, and so they stay. */
export function groupsOf(commands: readonly CommandVerdict[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { text, verdict, reason, rule, hazards } of commands) {
    const why = rule === undefined || rule === reason ? reason : `${reason} (rule: ${rule})`;
    const key = `${verdict} ${why}`;
    const group = groups.get(key) ?? { verdict, why, commands: [] };
    groups.set(key, group);
    group.commands.push({ text, hazards: (hazards ?? []).map(inWords) });
  }
  return [...groups.values()];
}

export function choicesOf({ action, suggestions }: ApprovalRequestParams): Choice[][] {
  const rows = suggestions.map((prefix): Choice[] => {
    const always = `Approve, and always allow \`${prefix}\``;
    return [
      { label: always, name: always, rule: { list: 'allowed', prefix } },
      { label: 'In this workspace', name: `Approve, and allow \`${prefix}\` in this workspace`, rule: { list: 'allowed', prefix, scope: 'session', inWorkspace: true } },
      { label: 'This session', name: `Approve, and allow \`${prefix}\` in this session`, rule: { list: 'allowed', prefix, scope: 'session' } },
    ];
  });
  const line = 'Approve, and allow this exact line in this session';
  return action === undefined || action === 'run' ? [...rows, [{ label: line, name: line, rule: { list: 'allowed', prefix: '', scope: 'line' } }]] : rows;
}
