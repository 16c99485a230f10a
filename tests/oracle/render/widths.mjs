// The widths xterm.js gives to characters, as the rows of server/text/screen/char_width_ranges.inc.
// usage: node widths.mjs > FILE | node widths.mjs --check FILE
import { readFileSync } from 'node:fs';
import { makeTerminal } from './oracle.mjs';

const firstGraphic = 0xa0;
const lineLength = 118;

const unicode = makeTerminal(80, 24, { scrollback: 0 })._core.unicodeService;
const ranges = [];
for (let character = firstGraphic; character <= 0x10ffff; character++) {
  const width = unicode.wcwidth(character);
  const range = ranges.at(-1);
  if (range?.last === character - 1 && range.width === width) range.last = character;
  else if (width !== 1) ranges.push({ first: character, last: character, width });
}

const hex = (number) => `0x${number.toString(16)}`;
let text = '';
let line = '';
for (const { first, last, width } of ranges) {
  const item = `{${hex(first)}, ${hex(last)}, ${width}},`;
  if (line.length + item.length + 1 > lineLength) {
    text += `${line}\n`;
    line = '';
  }
  line += line ? ` ${item}` : item;
}
text += `${line}\n`;

if (process.argv[2] !== '--check') {
  process.stdout.write(text);
} else if (readFileSync(process.argv[3], 'utf8') !== text) {
  console.error(`${process.argv[3]} is not what xterm.js says: node tests/oracle/render/widths.mjs > ${process.argv[3]}`);
  process.exitCode = 1;
}
