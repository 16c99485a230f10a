// One of the tools a person would use instead, as a filter that measures itself: node peer.mjs strip-ansi|xterm FILE
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [tool, file] = process.argv.slice(2);
const require = createRequire(`${process.env.BENCH_PACKAGES}/x.js`);
const data = readFileSync(file);

async function stripAnsi() {
  const { default: strip } = await import(require.resolve('strip-ansi'));
  for (let at = 0; at < data.length; at += 65536) strip(data.toString('utf8', at, at + 65536));
}

function xterm() {
  const { Terminal } = require('@xterm/headless');
  const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 1000, allowProposedApi: true });
  const block = 65536;
  return new Promise((resolve) => {
    const write = (at) => (at < data.length ? terminal.write(data.subarray(at, at + block), () => write(at + block)) : resolve());
    write(0);
  });
}

const start = performance.now();
await { 'strip-ansi': stripAnsi, xterm }[tool]();
console.log(performance.now() - start);
