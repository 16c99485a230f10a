// Random terminal streams from a grammar: text of all widths, and every sequence that moves, edits, switches or only has to
// be read past; well-formed, cut short, wrong, and mixed into one another.
const words = ['the', 'quick', 'brown', 'fox', 'a', ' ', '  ', 'x', 'error:', '[====>   ]', '100%', '~', '{|}', '#@`'];
const narrow = ['é', 'ß', '│', '█', '✓', '→', '\u00a0', '\u00ad', 'ﬁ', '\u{1d400}', '�', 'ı'];
const wide = ['世', '界', '한', '글', 'ｗ', '🎉', '👍', '⌚', '\u3000', '🇩', '𠀀'];
const marks = ['\u0301', '\u0308', '\u200d', '\ufe0f', '\u20dd', '\u0483', '\u1160', '\u{e0100}', '\u200b', '\u1f3fb'];
const controls = ['\r\n', '\r\n', '\r\n', '\n', '\n', '\r', '\r', '\b', '\b', '\t', '\t', '\v', '\f', '\x0e', '\x0f', '\0', '\x07', '\x7f', '\x18', '\x1a', '\x1b', '\x05'];
const c1 = ['\x84', '\x85', '\x88', '\x8d', '\x90', '\x98', '\x9b', '\x9c', '\x9d', '\x9e', '\x9f', '\x80', '\x99'];
const malformed = [[0x80], [0xc3], [0xe4, 0xb8], [0xf0, 0x9f, 0x8e], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf], [0x9b], [0x9d], [0xf5, 0x80, 0x80, 0x80], [0xe0, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80]];
const moves = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'H', 'I', 'Z', '`', 'a', 'd', 'e', 'f', 's', 'u', 'r', 'g'];
const edits = ['@', 'J', 'J', 'K', 'K', 'L', 'M', 'P', 'S', 'T', 'X', 'b', 'b'];
const modified = [['?', '', 'J'], ['?', '', 'K'], ['', ' ', '@'], ['', ' ', 'A'], ['', "'", '}'], ['', "'", '~'], ['', '"', 'q'], ['', '!', 'p']];
const privateModes = [6, 7, 45, 47, 1047, 1048, 1049, 2, 25, 2004, 3, 1];
const escapes = ['7', '8', 'D', 'E', 'H', 'M', '=', '>', 'n', 'o', '|', '}', '~', '#8', '%G', '%@', '\\', 'Z', ' F', '#3'];
const charsets = ['0', '0', 'B', 'A', '4', 'C', '5', 'R', 'Q', 'K', 'Y', 'E', '6', 'Z', 'H', '7', '=', '<', '%5'];
const reports = ['\x1b[c', '\x1b[>c', '\x1b[=c', '\x1b[5n', '\x1b[6n', '\x1b[?6n', '\x1b[?7$p', '\x1b[4$p', '\x1b[18t', '\x1b]11;?\x07', '\x1bP$qr\x1b\\'];

export function makeStream(random, cols, rows) {
  const number = () => random.weighted([[4, ''], [2, 0], [6, 1], [6, 1 + random.below(5)], [4, random.below(cols + 4)], [4, random.below(rows + 4)], [0.3, 9999]]);
  const parameters = (most) => Array.from({ length: random.below(most + 1) }, number).join(';');
  const csi = () => random.pick(['\x1b[', '\x1b[', '\x1b[', '\x1b[', '\u009b']);
  const graphic = () => random.weighted([[8, () => random.pick(words)], [2, () => random.pick(narrow)], [3, () => random.pick(wide)], [2, () => random.pick(marks)]])();
  const sgr = () => `${csi()}${random.pick(['', '0', '1', '31', '38;5;0', '38;2;0;0;0', '48:5:0', '38;0', '4:3', '1;0', '58;5', '0;38;5', parameters(8)])}m`;
  const pieces = {
    text: () => Array.from({ length: 1 + random.below(6) }, graphic).join(''),
    lines: () => Array.from({ length: 1 + random.below(60) }, () => `${random.pick(words).repeat(random.below(1 + random.below(cols)))}${random.pick(['', '', ' ', 'x'])}\r\n`).join(''),
    long: () => random.pick(words).repeat(1 + random.below(cols)),
    control: () => random.pick(controls),
    c1: () => random.pick(c1),
    malformed: () => Buffer.from(random.pick(malformed)),
    move: () => csi() + parameters(2) + random.pick(moves),
    edit: () => {
      const final = random.pick(edits);
      const few = final === 'J' ? random.pick(['', '0', '1', '2']) : random.below(40) === 0 ? number() : random.below(5);
      return csi() + few + final;
    },
    modified: () => {
      const [prefix, intermediate, final] = random.pick(modified);
      return csi() + prefix + (final === 'J' ? random.below(3) : random.below(4)) + intermediate + final;
    },
    mode: () => `${csi()}${random.pick(['4', '20', '4;20', '2', '12'])}${random.pick(['h', 'l'])}`,
    privateMode: () => `${csi()}?${random.pick(privateModes)}${random.below(6) === 0 ? `;${random.pick(privateModes)}` : ''}${random.pick(['h', 'l'])}`,
    origin: () => `${csi()}${1 + random.below(rows)};${1 + random.below(rows + 1)}r${csi()}?6${random.pick(['h', 'l'])}`,
    sgr,
    escape: () => `\x1b${random.pick(escapes)}`,
    charset: () => `\x1b${random.pick(['(', ')', '*', '+', '-', '.', '/'])}${random.pick(charsets)}`,
    report: () => random.pick(reports),
    string: () => `${random.pick(['\x1b]', '\x1bP', '\x1b_', '\x1b^', '\x1bX', '\u009d', '\u0090', '\x1bP$q', '\x1bP1;2|', '\x1b]0;', '\x1b]8;;'])}${random.pick(['', 'title', '世界', 'a;b', 'x\x01\n', '\x7f', '\x1b['])}${random.pick(['\x07', '\x1b\\', '\u009c', '\x18', '\x1a', '\x1b', '\u0085', ''])}`,
    // xterm.js loops as often as it is told, so only what does not loop is given a huge number.
    huge: () => `${csi()}${random.pick([99999999, 4294967296])}${random.pick('ABCDGHdea`X@P')}`,
    odd: () => `${csi()}${random.pick(['?', '>', '<', '=', '1?', '1:2', ';', '1;;2', '::', '  ', '!!', '$ ', '1 2'])}${random.pick(['', '\r', '\n', '\x7f', 'é', '\x18', '1'])}${random.pick([...moves, ...edits, 'h', 'l', 'q', 'p', ''])}`,
    back: () => random.pick(['\x1bc', '\x1b[3J', '\x1b[H\x1b[2J\x1b[3J']),
    noise: () => Buffer.from(Array.from({ length: 1 + random.below(5) }, () => random.below(256))),
  };
  const profiles = [
    { text: 30, long: 4, control: 20, move: 14, edit: 10, modified: 3, mode: 1, privateMode: 2, sgr: 4, escape: 3, charset: 1, report: 1, string: 2, odd: 1 },
    { text: 20, control: 10, move: 8, edit: 14, modified: 10, mode: 5, privateMode: 6, origin: 3, sgr: 4, escape: 6, charset: 3, string: 2, odd: 4, huge: 1, c1: 3, malformed: 2, noise: 1 },
    { text: 40, long: 20, control: 30, sgr: 10, charset: 1, malformed: 1 },
    { text: 30, move: 10, edit: 20, privateMode: 8, control: 12, back: 0.7 },
    { lines: 10, text: 5, control: 5, long: 3, sgr: 3, move: 2, edit: 1, malformed: 0.2, escape: 0.5, privateMode: 0.3 },
    { noise: 10, text: 10, control: 5, string: 5, odd: 5, c1: 3 },
    { text: 30, control: 20, mode: 4, privateMode: 8, modified: 10, move: 6, edit: 6 },
  ];
  const profile = Object.entries(random.pick(profiles)).map(([name, weight]) => [weight, pieces[name]]);
  const length = 1 + random.below(random.pick([8, 40, 200]));
  const parts = Array.from({ length }, () => random.weighted(profile)());
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part)));
}
