/**
 * Text of agents where the server does not show it: titles, lists, tooltips. As server/text/visible.hpp has it, and by the
 * same table of cases, tests/fixtures/visible.jsonl.
 */
const CONTROLS = 'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(' ');
const UNSEEN = String.raw`(?![ \t])[\p{C}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u21e5\u23ce\u2329\u232a\u276c\u276d\u2770\u2771\u27e8\u27e9\u2800\u3008\u3009\u{1d159}]`;
/** More than four on a letter, or on none. */
const PILED_MARK = String.raw`(?<=\p{M}{4})\p{M}|(?<=(?:^|[ \t]|${UNSEEN})\p{M}*)\p{M}`;
const RIGHT_TO_LEFT = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`;
const PARTS = new RegExp(
  String.raw`(?<blanks> {25,}| +$)|(?<tabs>\t+)|(?<unseen>${UNSEEN}|${PILED_MARK})|(?<turned>(?:(?!${UNSEEN})${RIGHT_TO_LEFT}(?:(?!${UNSEEN}|(?<=\p{M}{4}))\p{M})*)+)`,
  'gu',
);
const MOST_EMPTY_LINES = 2;
const LONGEST_TABS = 24;

const counted = (count: number, what: string): string => `⟨${count} ${what}${count === 1 ? '' : 's'}⟩`;

function named(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x7f) return '⟨DEL⟩';
  return `⟨${CONTROLS[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`;
}

/** One line of it. */
function visibleLine(line: string): string {
  return line.replace(PARTS, (part: string, ...rest: unknown[]) => {
    const { blanks, tabs, unseen } = rest.at(-1) as Record<string, string | undefined>;
    if (blanks !== undefined) return counted(blanks.length, 'blank');
    if (tabs !== undefined) return tabs.length > LONGEST_TABS ? counted(tabs.length, 'tab') : '⇥'.repeat(tabs.length);
    return unseen !== undefined ? named(part) : `\u200e${part}\u200e`;
  });
}

export function visible(text: string): string {
  const lines = text.split('\n');
  const shown: string[] = [];
  for (let at = 0; at < lines.length; ) {
    let full = at;
    while (full < lines.length && /^[ \t\r]*$/.test(lines[full] ?? '')) ++full;
    if (full - at > MOST_EMPTY_LINES) {
      shown.push(counted(full - at, 'empty line'));
      at = full;
    } else {
      shown.push(visibleLine(lines[at++] ?? ''));
    }
  }
  return shown.join('\n');
}
