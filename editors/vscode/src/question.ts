import { highlight, Span } from './highlight';
import { oneLine, visible } from './one_line';
import type { ApprovalRequestParams } from './protocol';

/** How the page puts a question: text only, and nothing of it is hidden. */
export interface Wording {
  readonly title: string;
  /** Of this question among others: what a screen reader says. */
  readonly name: string;
  /** The name says all that would be done: who has read it may agree. */
  readonly whole: boolean;
  /** What would be run or typed, with control characters to be seen */
  readonly command: readonly Span[];
  readonly yes: string;
  readonly no: string;
  /** Missing: there is nothing to edit. */
  readonly edit?: { readonly text: string; readonly ending: string; readonly yes: string };
}

type Action = NonNullable<ApprovalRequestParams['action']>;

const wordings: Record<Action, { title: (target: string, where: string) => string; yes: string; no: string; edited?: string }> = {
  run: { title: (_, where) => `An agent wants to run this in ${where}`, yes: 'Approve', no: 'Reject', edited: 'Run the edited command' },
  input: { title: (target) => `Type this into ${target}?`, yes: 'Type it', no: 'Reject', edited: 'Type the edited text' },
  stop: { title: (target) => `Stop your command ${target}?`, yes: 'Stop it', no: 'Reject' },
  read: { title: (target) => `Show the agent what your command ${target} printed?`, yes: 'Show it', no: 'Reject' },
};

export function wordingOf(question: ApprovalRequestParams): Wording {
  const action = question.action ?? 'run';
  const { title, yes, no, edited } = wordings[action];
  const typed = action === 'input';
  const target = question.target ?? question.command;
  const place = question.place ?? '';
  const heading = title(`\`${oneLine(target)}\``, `${question.cwd} (${question.shell})`);
  const edit = typed ? editable(question.command) : { text: question.command, ending: '' };
  return {
    title: heading,
    whole: action !== 'input' && [target, place].every((text) => oneLine(text) === text),
    name: action === 'run' ? `Run \`${oneLine(question.command)}\`${place && ` ${oneLine(place)}`}?` : heading,
    command: typed ? [['plain', visibleKeys(question.command)]] : highlight(visible(question.command)),
    yes,
    no,
    ...(edited && edit ? { edit: { ...edit, yes: edited } } : {}),
  };
}

/** Keys, as they would be typed: Enter is one of them. */
function visibleKeys(text: string): string {
  return visible(text.replace(/\r\n?|\n/g, '⏎\n')).replace(/⏎\n$/, '⏎').replaceAll('\t', '⇥');
}

/** Words and Enter behind them can be edited; keys can't. */
function editable(keys: string): { text: string; ending: string } | undefined {
  const [, text, ending] = /^([^\0-\x1f\x7f]*)([\r\n]*)$/.exec(keys) ?? [];
  return text === undefined || ending === undefined ? undefined : { text, ending };
}
