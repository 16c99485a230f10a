// Compares the syntax tree of each case with that of its flattened form, by tree-sitter's PowerShell grammar.
// A case that this grammar can't read, or reads wrongly (its name ends with *), says itself what its line must be
// (`--- line`); others may.
// usage: node oracle.mjs TERMHOST NODE_MODULES
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalize } from './tree.mjs';

const [termhost, modules] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(resolve(modules), 'x.js'));
const { Parser, Language } = require('@vscode/tree-sitter-wasm');

async function loadParser() {
  const wasm = dirname(require.resolve('@vscode/tree-sitter-wasm'));
  await Parser.init({ locateFile: () => join(wasm, 'tree-sitter.wasm') });
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(wasm, 'tree-sitter-powershell.wasm')));
  return parser;
}

function readCases() {
  const cases = [];
  for (const file of readdirSync(here).filter((name) => name.endsWith('.txt')).sort()) {
    const blocks = ('\n' + readFileSync(join(here, file), 'utf8')).split('\n=== ').slice(1);
    for (const block of blocks) {
      const [head, ...lines] = block.replace(/\n$/, '').split('\n');
      const expected = lines.at(-1)?.startsWith('--- ') ? lines.pop().slice(4) : undefined;
      cases.push({ name: `${file}: ${head.replace(/\r$/, '')}`, text: lines.join('\n'), expected });
    }
  }
  return cases;
}

const flatten = (text) =>
  JSON.parse(execFileSync(termhost, ['flatten', '--shell', 'pwsh'], { input: text, encoding: 'utf8' }));

function check(parser, { name, text, expected }) {
  const result = flatten(text);
  if (result.status === 'bypassed') return `bypassed: ${result.reason}`;
  if (result.form === 'eval') return `eval form: ${result.command}`;
  if (/[\x00-\x1f\x7f]/.test(result.command)) return `not one line: ${JSON.stringify(result.command)}`;
  if (expected !== undefined && result.command !== expected) return `line is\n    ${result.command}\n  not\n    ${expected}`;
  if (name.endsWith(' *')) return expected === undefined ? 'needs a line of its own' : '';
  const before = parser.parse(text.replace(/\r\n?/g, '\n')).rootNode;
  if (before.hasError) return expected === undefined ? `needs a line of its own, is:\n--- ${result.command}` : '';
  const after = parser.parse(result.command).rootNode;
  if (after.hasError) return expected === undefined ? `the grammar can't read the line\n--- ${result.command}` : '';
  const [a, b] = [normalize(before), normalize(after)];
  return a === b ? '' : `trees differ\n  line: ${result.command}\n  before: ${a}\n  after:  ${b}`;
}

const parser = await loadParser();
const cases = readCases();
let failed = 0;
for (const one of cases) {
  const problem = check(parser, one);
  if (!problem) continue;
  failed += 1;
  console.log(`${one.name}: ${problem}`);
}
console.log(`flatten-powershell: ${cases.length} cases`);
console.log(`${cases.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
