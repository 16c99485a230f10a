import { type ChosenRule, isAccess, type Pending } from './approvals';
import type { AgentAccessResult, ApprovalRequestParams, CommandVerdict } from './protocol';
import { accessWordingOf, inWords, Wording, wordingOf } from './question';

/** What the page shows of a question, and nothing that would not work. */
export interface Card {
  readonly id: number;
  readonly wording: Wording;
  readonly groups: readonly Group[];
  /** In rows */
  readonly remember: readonly (readonly Choice[])[];
  readonly notes: readonly string[];
  /** An agent wants to connect: all the answers that there are. */
  readonly access?: readonly AccessAnswer[];
}

export interface AccessAnswer {
  readonly label: string;
  /** Of the page; `a` is the one that binds least. */
  readonly key: string;
  readonly decision: AgentAccessResult['decision'];
  readonly allows: boolean;
}

/** Commands with the same verdict for the same reason. */
export interface Group {
  readonly verdict: CommandVerdict['verdict'];
  readonly why: string;
  readonly commands: { readonly text: string; readonly hazards: string[] }[];
}

/** A way to approve, and what is remembered of it. */
export interface Choice {
  /** What it does, in full */
  readonly name: string;
  readonly rule: ChosenRule;
}

const UNTRUSTED = 'This folder is not trusted, so termhost asks about every command and ignores allow rules.';

export const accessAnswers: readonly AccessAnswer[] = [
  { label: 'Always in this workspace', key: 'A', decision: 'allow', allows: true },
  { label: 'This connection only', key: 'a', decision: 'once', allows: true },
  { label: 'Never', key: 'r', decision: 'never', allows: false },
];

export function cardOf(pending: Pending, trusted: boolean): Card {
  const { id } = pending;
  if (isAccess(pending)) {
    return { id, wording: accessWordingOf(pending.access), groups: [], remember: [], notes: [], access: accessAnswers };
  }
  const { question } = pending;
  return {
    id,
    wording: wordingOf(question),
    groups: groupsOf(question.commands),
    remember: trusted ? choicesOf(question) : [],
    notes: [reasonOf(question), placeOf(question), trusted ? '' : UNTRUSTED].filter(Boolean),
  };
}

/** Where no command has a reason of its own. The reason of a question about input also says what else an approval covers. */
function reasonOf({ action, commands, reason }: ApprovalRequestParams): string {
  return commands.length === 0 || action === 'input' ? reason : '';
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
    const named = (name: string, rule: Partial<ChosenRule>): Choice => ({ name: `Approve, and ${name}`, rule: { list: 'allowed', prefix, ...rule } });
    return [
      named(`always allow \`${prefix}\``, {}),
      named(`allow \`${prefix}\` in this workspace`, { scope: 'session', inWorkspace: true }),
      named(`allow \`${prefix}\` in this session`, { scope: 'session' }),
    ];
  });
  const line = 'Approve, and allow this exact line in this session';
  return action === undefined || action === 'run' ? [...rows, [{ name: line, rule: { list: 'allowed', prefix: '', scope: 'line' } }]] : rows;
}
