import { highlight, Span } from './highlight';
import { firstOf } from './one_line';
import type { AgentAccessParams, ApprovalRequestParams } from './protocol';

/** How the page puts a question: text only, and nothing of it is hidden. The server has made all of it visible. */
export interface Wording {
  readonly title: string;
  /** Of this question among others: what a screen reader says. */
  readonly name: string;
  /** The name says all that would be done: who has read it may agree. */
  readonly whole: boolean;
  /** What the text is, for a screen reader */
  readonly what: string;
  /** What it touches, in words */
  readonly hazards: readonly string[];
  /** Said in the place of hazards, if there are none */
  readonly noEffects: string;
  /** Of what would be run or typed: lines and bytes */
  readonly size: string;
  /** What would be run or typed */
  readonly command: readonly Span[];
  readonly yes: string;
  readonly no: string;
  /** Missing: there is nothing to edit. */
  readonly edit?: { readonly text: string; readonly ending: string; readonly yes: string };
}

type Action = NonNullable<ApprovalRequestParams['action']>;

/** `who`: an agent from outside of this window, which the server names. */
const wordings: Record<Action, { title: (target: string, where: string, who?: string) => string; yes: string; no: string; edited?: string }> = {
  run: { title: (_, where, who = 'An agent') => `${who} wants to run this in ${where}`, yes: 'Approve', no: 'Reject', edited: 'Run the edited command' },
  input: { title: (target, _, who = 'the agent') => `Let ${who} type this into ${target}?`, yes: 'Let it type', no: 'Reject', edited: 'Type the edited text' },
  stop: { title: (target, _, who) => `Stop your command ${target}${forAgent(who)}?`, yes: 'Stop it', no: 'Reject' },
  read: { title: (target, _, who = 'the agent') => `Show ${who} the output of your command ${target}?`, yes: 'Show it', no: 'Reject' },
};

const forAgent = (who: string | undefined): string => (who === undefined ? '' : ` for ${who}`);

/** termhost knows the effects of the programs in its tables; another program may do anything. */
export const noEffectsIn = (hazards: readonly string[] | undefined): string => ((hazards ?? []).length > 0 ? '' : 'no effects known');

export const inWords = (hazard: string): string => hazard.replaceAll('_', ' ');

export function wordingOf(question: ApprovalRequestParams): Wording {
  const action = question.action ?? 'run';
  const { title, yes, no, edited } = wordings[action];
  const about = firstOf(action === 'run' ? question.shown : (question.target ?? question.shown));
  const place = firstOf(question.place ?? '');
  const heading = title(quoted(about), `${question.cwd} (${question.shell})`, question.agent);
  const hazards = (question.hazards ?? []).map(inWords);
  const asked = action === 'run' ? `Run ${quoted(about)}${place.text && ` ${place.text}`}${forAgent(question.agent)}?` : heading;
  const edit = editable(question);
  return {
    title: heading,
    whole: action !== 'input' && about.whole && place.whole,
    name: hazards.length > 0 ? `${hazards.join(', ')}: ${asked}` : asked,
    what: action === 'input' ? 'Text to type' : 'Command',
    hazards,
    noEffects: action === 'run' ? noEffectsIn(hazards) : '',
    size: question.size,
    command: action === 'input' ? [['plain', question.shown]] : highlight(question.shown),
    yes,
    no,
    ...(edited && edit ? { edit: { ...edit, yes: edited } } : {}),
  };
}

const quoted = ({ text, whole }: { text: string; whole: boolean }): string => `\`${text}${whole ? '' : ' …'}\``;

/** An agent that wants to connect. The server has made its words visible. What the server says of a trusted folder is left out of another one. */
export function accessWordingOf({ question, introduction }: AgentAccessParams, trusted: boolean): Wording {
  const name = "An agent wants to use this window's terminals";
  const text = trusted ? question : introduction;
  return { title: name, name: `${name}: ${text}`, whole: true, what: 'Agent', hazards: [], noEffects: '', size: '', command: [['plain', text]], yes: 'Allow', no: 'Never' };
}

/** Marks of what a text field would not show; counted blanks are no such thing. */
const UNSEEN = /⟨(?!\d+ (?:blank|tab|empty line)s?⟩)/;

/** Words and Enter behind them can be edited; keys can't, nor can what a text field does not show. */
function editable({ action, command, shown }: ApprovalRequestParams): { text: string; ending: string } | undefined {
  if (UNSEEN.test(shown)) return undefined;
  if (action !== 'input') return { text: command, ending: '' };
  const [, text, ending] = /^([^\0-\x1f\x7f]*)([\r\n]*)$/.exec(command) ?? [];
  return text === undefined || ending === undefined ? undefined : { text, ending };
}
