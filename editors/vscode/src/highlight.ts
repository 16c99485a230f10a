/** A piece of a command line, and what it is. */
export type Span = readonly [kind: Kind, text: string];
type Kind = 'plain' | 'program' | 'string' | 'variable' | 'operator' | 'comment';

const kinds: readonly [Kind, RegExp][] = [
  ['comment', /(?<![^\s;])#.*/y],
  ['string', /'[^']*'|"(?:\\[^]|[^"\\])*"/y],
  ['variable', /\$\{[^}]*\}|\$\w+|\$[?$!#@*]/y],
  ['operator', /\$\(|[|&;<>()`]+/y],
];
const WORD = /[^\s'"$|&;<>()`#]+|[^]/y;
const BLANKS = /\s+/y;
const STARTS = /[|&;(`]$/;
const ASSIGNMENT = /^\w+=/;

/** For the eyes alone: together the spans are the command, whatever a shell would make of it. */
export function highlight(command: string): Span[] {
  const spans: Span[] = [];
  let starts = true; // a program's name comes next
  const take = (kind: Kind, text: string): number => spans.push([kind, text]) && text.length;
  for (let at = 0; at < command.length; ) {
    const blanks = matchAt(BLANKS, command, at);
    if (blanks !== undefined) {
      starts ||= blanks.includes('\n');
      at += take('plain', blanks);
      continue;
    }
    const [kind, text] = spanAt(command, at);
    const isWord = kind === 'plain';
    at += take(isWord && starts && !ASSIGNMENT.test(text) ? 'program' : kind, text);
    starts = isWord ? starts && ASSIGNMENT.test(text) : kind === 'operator' ? STARTS.test(text) : starts && kind === 'comment';
  }
  return spans;
}

function spanAt(command: string, at: number): Span {
  for (const [kind, pattern] of kinds) {
    const text = matchAt(pattern, command, at);
    if (text !== undefined) return [kind, text];
  }
  return ['plain', matchAt(WORD, command, at) ?? ''];
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
