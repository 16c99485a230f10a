// What a real terminal (xterm.js, headless) shows for a stream of bytes: scrollback and screen of the normal buffer, wrapped
// rows joined, trailing blanks and blank last lines dropped. As a program: node oracle.mjs COLS ROWS [lf] < stream > text
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// Where scripts/node-packages put them: see tests/parts/render.
const require = createRequire(`${process.env.ORACLE_PACKAGES ?? process.cwd()}/x.js`);
const { Terminal } = require('@xterm/headless');
const { Unicode11Addon } = require('@xterm/addon-unicode11');

export function makeTerminal(cols, rows, { lf = false, scrollback = 10_000_000 } = {}) {
  const terminal = new Terminal({ cols, rows, scrollback, allowProposedApi: true, convertEol: lf, logLevel: 'off' });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  return terminal;
}

function rowText(line, next, cols) {
  if (!next?.isWrapped) return line.translateToString(true);
  // A row that goes on keeps its width; but a wide character that did not fit leaves an empty cell that is no blank.
  const early = line.getCell(cols - 1).getChars() === '' && next.getCell(0).getWidth() === 2;
  return line.translateToString(false, 0, early ? cols - 1 : cols);
}

export function shownText(terminal) {
  const buffer = terminal.buffer.normal;
  const lines = [];
  let text = '';
  for (let y = 0; y < buffer.length; y++) {
    const next = buffer.getLine(y + 1);
    text += rowText(buffer.getLine(y), next, terminal.cols);
    if (next?.isWrapped) continue;
    lines.push(text.replace(/ +$/, ''));
    text = '';
  }
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\n`).join('');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [cols, rows, newline] = process.argv.slice(2);
  const terminal = makeTerminal(Number(cols), Number(rows), { lf: newline === 'lf' });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(0));
  terminal.write(text, () => process.stdout.write(shownText(terminal)));
}
