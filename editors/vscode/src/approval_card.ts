import { type ChosenRule, isAccess, isRun, type Pending } from './approvals';
import type { AgentAccessResult, ApprovalCheckResult, ApprovalRequestParams, CommandVerdict } from './protocol';
import { accessWordingOf, inWords, noEffectsIn, Wording, wordingOf } from './question';
import { visible } from './visible';

/** What the page shows of a question, and nothing that would not work. */
export interface Card {
  readonly id: number;
  readonly wording: Wording;
  readonly groups: readonly Group[];
  readonly remember: readonly ChoiceRow[];
  /** About the text as it was asked. */
  readonly notes: readonly string[];
  /** They hold for an edited text too. */
  readonly lasting: readonly string[];
  /** An agent wants to connect: all the answers that there are. */
  readonly access?: readonly AccessAnswer[];
  /** A card of Restricted Mode says so, and is another one once the folder is trusted. */
  readonly trusted: boolean;
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

/** Rules about the same commands. */
export interface ChoiceRow {
  /** Whom they allow */
  readonly title: string;
  readonly choices: readonly Choice[];
}

/** A way to approve, and what is remembered of it. */
export interface Choice {
  /** Where and how long it holds */
  readonly label: string;
  /** What it does, in full */
  readonly name: string;
  readonly rule: ChosenRule;
}

const UNTRUSTED = 'This folder is not trusted, so termhost asks about every command and ignores allow rules.';

const UNTRUSTED_AGENT =
  'This folder is not trusted, so termhost asks about every command of the agent. An approved command runs for real, unless the setting termhost.sandbox has the level workspace or readOnly. After you trust the folder, you are asked about the agent again.';

const ALWAYS: AccessAnswer = { label: 'Always in this workspace', key: 'A', decision: 'allow', allows: true };
const bindingLess: readonly AccessAnswer[] = [
  { label: 'This connection only', key: 'a', decision: 'once', allows: true },
  { label: 'Never', key: 'r', decision: 'never', allows: false },
];

export const accessAnswers = (trusted: boolean): readonly AccessAnswer[] => (trusted ? [ALWAYS, ...bindingLess] : bindingLess);

export function cardOf(pending: Pending, trusted: boolean): Card {
  const { id } = pending;
  if (isAccess(pending)) {
    return { id, wording: accessWordingOf(pending.access, trusted), groups: [], remember: [], notes: trusted ? [] : [UNTRUSTED_AGENT], lasting: [], access: accessAnswers(trusted), trusted };
  }
  const { question } = pending;
  return {
    id,
    wording: wordingOf(question),
    groups: groupsOf(question.commands),
    remember: trusted ? choicesOf(question) : [],
    notes: [reasonOf(question)].filter(Boolean),
    lasting: [placeOf(question, trusted), trusted ? '' : UNTRUSTED].filter(Boolean),
    trusted,
  };
}

/** Where no command has a reason of its own. The reason of a question about input also says what else an approval covers. */
function reasonOf({ action, commands, reason }: ApprovalRequestParams): string {
  return commands.length === 0 || action === 'input' ? reason : '';
}

/** Where it would run, if there is a sandbox. A folder that is not trusted has no trials. */
function placeOf(question: ApprovalRequestParams, trusted: boolean): string {
  const place = question.place ?? (trusted || !isRun(question) ? undefined : 'for real');
  return place === undefined ? '' : `It would run ${place}.`;
}

/** Of a text that the user has edited. The server has not made it visible. */
export function judgementOf({ commands, hazards, reason }: ApprovalCheckResult): Pick<Card, 'groups' | 'notes'> & Pick<Wording, 'hazards' | 'noEffects'> {
  const shown = commands.map((one) => ({ ...one, text: visible(one.text), reason: visible(one.reason) }));
  return { groups: groupsOf(shown), hazards: (hazards ?? []).map(inWords), noEffects: noEffectsIn(hazards), notes: commands.length === 0 ? [visible(reason)] : [] };
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

const ALL_WINDOWS = 'always, in all windows';
const WORKSPACE = 'always, in this workspace';
const WINDOW = 'until this window is closed or reloaded';

/** The narrowest rule comes first. */
export function choicesOf({ action, suggestions }: ApprovalRequestParams): ChoiceRow[] {
  const row = (what: string, rules: readonly (readonly [string, ChosenRule])[]): ChoiceRow => {
    const title = `Approve, and allow ${what}:`;
    return { title, choices: rules.map(([label, rule]) => ({ label, name: `${title} ${label}`, rule })) };
  };
  const rows = suggestions.map((prefix) => {
    const rule = { list: 'allowed', prefix } as const;
    return row(`all commands that begin with \`${prefix}\``, [
      [WINDOW, { ...rule, scope: 'session' }],
      [WORKSPACE, { ...rule, scope: 'session', inWorkspace: true }],
      [ALL_WINDOWS, rule],
    ]);
  });
  const line = row('exactly this command line in this folder', [[WINDOW, { list: 'allowed', prefix: '', scope: 'line' }]]);
  return action === undefined || action === 'run' ? [line, ...rows] : rows;
}
