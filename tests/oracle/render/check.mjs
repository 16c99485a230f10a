// Asks xterm.js and our renderer about one stream, and tells whether they agree.
import { spawn } from 'node:child_process';
import { makeTerminal, shownText } from './oracle.mjs';

/** A mark without a base in the last cell that is used: xterm.js shows it only where the next row continues this one. */
const endsInLoneMark = (row) => row.translateToString(true) !== row.translateToString(false).replace(/ +$/, '');

/** The expected text, and how much of it counts; nothing if xterm.js itself fails on the stream. */
export function askOracle({ cols, rows, lf, stream }) {
  const terminal = makeTerminal(cols, rows, { lf, scrollback: 200_000 });
  const handler = terminal._core._inputHandler;
  let takesBack = false;
  let unwrapsHandedOn = false;
  const { eraseInDisplay, fullReset } = handler;
  handler.eraseInDisplay = function (parameters, selective) {
    const { x, y, ybase } = this._activeBuffer;
    if (parameters.params[0] === 3) takesBack = true;
    // It unwraps the row y + 1 counted from the top of the scrollback, which may be one that is text already.
    if (parameters.params[0] === 1 && x + 1 >= cols) {
      const { lines } = this._activeBuffer;
      const handedOn = y + 1 < ybase - 1 && lines.get(y + 1).isWrapped;
      const rowBeforeHandedOn = y + 1 === ybase - 1 && endsInLoneMark(lines.get(y));
      if (handedOn || rowBeforeHandedOn) unwrapsHandedOn = true;
    }
    return eraseInDisplay.call(this, parameters, selective);
  };
  handler.fullReset = function () {
    takesBack = true;
    return fullReset.call(this);
  };
  try {
    // xterm.js drops malformed bytes; here they are U+FFFD, as a decoder of text makes them.
    terminal._core.writeSync(new TextDecoder('utf-8', { ignoreBOM: true }).decode(stream));
  } catch {
    return { verdict: 'oracle fails' };
  }
  if (unwrapsHandedOn) return { verdict: 'known difference' };
  return { verdict: takesBack ? 'ends with' : 'equal', text: shownText(terminal) };
}

/** Sends every case to the feeder and reads as many answers: each a line with the length, and the text. */
export function feed(feeder, cases) {
  return new Promise((resolve, reject) => {
    const child = spawn(feeder, { stdio: ['pipe', 'pipe', 'inherit'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`${feeder} ended with ${code}`));
      const output = Buffer.concat(chunks);
      const texts = [];
      for (let at = 0; at < output.length; ) {
        const end = output.indexOf(10, at);
        const length = Number(output.toString('latin1', at, end));
        texts.push(output.toString('utf8', end + 1, end + 1 + length));
        at = end + 1 + length;
      }
      resolve(texts);
    });
    for (const { cols, rows, lf, stream, seed } of cases) {
      child.stdin.write(`${cols} ${rows} ${lf ? 1 : 0} ${seed} ${stream.length}\n`);
      child.stdin.write(stream);
    }
    child.stdin.end();
  });
}

export function agrees(answer, text) {
  if (answer.verdict === 'equal') return text === answer.text;
  return answer.verdict === 'ends with' ? text.endsWith(answer.text) : true;
}

/** The same difference with as little of the stream as halving and halving again leaves. */
export async function shrink(feeder, one) {
  const differs = async (stream) => {
    const candidate = { ...one, stream };
    const answer = askOracle(candidate);
    return !agrees(answer, (await feed(feeder, [candidate]))[0]);
  };
  let { stream } = one;
  for (let size = stream.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < stream.length; ) {
      const without = Buffer.concat([stream.subarray(0, at), stream.subarray(at + size)]);
      if (await differs(without)) stream = without;
      else at += size;
    }
  }
  return { ...one, stream };
}
