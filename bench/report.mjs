// Writes docs/performance.md, its plots, and the table of the README from what the benchmarks have left in build/bench.
// usage: node bench/report.mjs     (scripts/bench does it)
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from './measure.mjs';
import { bars, lines } from './plot.mjs';

const titles = { a_plain: 'plain log', b_ansi: 'coloured log', c_progress: 'progress bars' };
const folder = join(root, 'docs/performance');
mkdirSync(folder, { recursive: true });

function read(name) {
  const file = join(root, 'build/bench', `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const plot = (name, svg) => (writeFileSync(join(folder, `${name}.svg`), svg), `![${name}](performance/${name}.svg)`);
const rate = (megabytes, { seconds }) => megabytes / seconds;

function rendering({ results }) {
  const rows = results.map(({ input, bytes, milliseconds, peakMemoryKiB }) => ({
    title: titles[input], speeds: ['termhost', 'pipe', 'strip-ansi', 'xterm'].map((way) => bytes / 1e3 / milliseconds[way]), peakMemoryKiB,
  }));
  return [
    '`termhost render` next to the pipe itself, `strip-ansi` and `@xterm/headless` (1,000 rows of scrollback); MB/s.', '',
    table(['', '`termhost render`', '`cat FILE \\| cat`', '`strip-ansi`', '`@xterm/headless`', 'peak memory'],
      rows.map(({ title, speeds, peakMemoryKiB }) => [title, ...speeds.map((speed) => speed.toFixed(0)), `${(peakMemoryKiB / 1024).toFixed(1)} MiB`])), '',
    plot('rendering', bars('Rendering, MB/s', ['termhost render', 'cat | cat', 'strip-ansi', 'xterm.js'], rows.map(({ title, speeds }) => [title, speeds]))),
  ];
}

function ingest({ results }) {
  const rows = results.map(({ input, frameBytes, base64, megabytes, typical, ...ratios }) => ({
    title: `${titles[input]}, ${frameBytes / 1024} KiB${base64 ? ' base64' : ''}`,
    speeds: ['called', 'alone', 'pipe', 'simdjson'].map((way) => rate(megabytes, typical[way])), ...ratios,
  }));
  return [
    'Output of an editor\'s terminal as `shellExecution/didWrite` frames through `termhost serve`: for an agent\'s call (live events sent to a fast',
    'reader, everything kept in an artifact), and for a command that no agent started. MB/s of output; processor seconds are those of termhost with a call.', '',
    table(['', 'with a call', 'without', '`cat FILE \\| cat`', 'bare simdjson', 'times the pipe', 'of the speed without', 'CPU s per 64 MiB', 'peak memory'],
      rows.map((row) => [row.title, ...row.speeds.map((speed) => speed.toFixed(0)), row.overPipe.toFixed(1), `${(100 * row.ofSpeedAlone).toFixed(0)} %`,
        row.cpuPer64MiB.toFixed(3), `${row.peakMebibytes.toFixed(1)} MiB`])), '',
    plot('ingest', bars('Ingest, MB/s', ['with a call', 'without', 'cat | cat', 'simdjson alone'], rows.map(({ title, speeds }) => [title.replace(', ', ' '), speeds]))),
  ];
}

function owned({ results }) {
  return [
    'A command that prints in a terminal of termhost\'s own, compared with `script -qc COMMAND /dev/null | cat`; seconds.', '',
    table(['', '`script`', '`termhost exec`', '`termhost mcp` with progress', 'times `script`'],
      results.map(({ input, typical, exec, mcp }) => [titles[input], ...['script', 'exec', 'mcp'].map((way) => typical[way].seconds.toFixed(2)), `${exec.toFixed(2)}, ${mcp.toFixed(2)}`])), '',
    plot('owned', bars('The owned way, seconds', ['script', 'termhost exec', 'termhost mcp'], results.map(({ input, typical }) => [titles[input], ['script', 'exec', 'mcp'].map((way) => typical[way].seconds)]))),
  ];
}

function sandbox({ results }) {
  return [
    'A warm shell of `termhost mcp` in a sandbox (`workspace`) against one without, milliseconds.', '',
    table(['', 'outside', 'inside', 'times'], results.map(({ name, outside, inside }) => [name, outside.toFixed(1), inside.toFixed(1), (inside / outside).toFixed(2)])),
  ];
}

function latency({ results }) {
  return [
    table(['', 'milliseconds', 'of', 'at most'], results.map(({ name, milliseconds, figure, limit }) => [name, milliseconds.toFixed(1), figure.replace('percentile99', '99th percentile'), limit])),
  ];
}

function scale({ size, count }) {
  const row = (of) => ({ peakMebibytes, cpuPerMB, ...result }) => [`${result[of]}`, `${peakMebibytes.toFixed(1)} MiB`, (cpuPerMB * 1e3).toFixed(2)];
  return [
    'One command of an agent in an editor\'s terminal, and several that share 256 MB.', '',
    table(['MB', 'peak memory', 'CPU ms per MB'], size.map(row('megabytes'))), '',
    table(['commands at once', 'peak memory', 'CPU ms per MB'], count.map(row('count'))), '',
    plot('memory', lines('Peak memory, MiB, by output of one command', ['peak memory'], size.map(({ megabytes, peakMebibytes }) => [megabytes, [peakMebibytes]]), 'MB')), '',
    plot('commands', lines('CPU ms per MB, by commands at once', ['CPU ms per MB'], count.map((one) => [one.count, [one.cpuPerMB * 1e3]]), '')),
  ];
}

function steady({ count, kilobytes, results }) {
  return [
    `${count} commands that print ${kilobytes} KB/s each, by the minute.`, '',
    table(['minute', 'memory', 'CPU share', 'MB/s', 'chunk to event, median', '99th percentile'],
      results.map((one) => [one.minute, `${one.memoryMebibytes.toFixed(1)} MiB`, one.cpuShare.toFixed(2), one.megabytesPerSecond.toFixed(0), `${one.p50.toFixed(1)} ms`, `${one.p99.toFixed(1)} ms`])),
  ];
}

function waiting({ seconds, results }) {
  return [
    `An agent waits ${seconds} s for a command; termhost with and without its checks for awaited input.`, '',
    table(['command', 'CPU ms per second', 'without checks', 'share of a processor'],
      results.map((one) => [one.name, one.lookingMsPerS.toFixed(2), one.blindMsPerS.toFixed(2), `${one.percent.toFixed(3)} %`])),
  ];
}

function tokens({ results, tools, field, sum }) {
  const row = ({ name, logs, ...ways }) => [name, logs, ...['raw', 'plain', 'compact', 'small', 'rtk'].map((way) => `${ways[way].tokens.toLocaleString('en')}${way === 'raw' ? '' : ` (${ways[way].kept})`}`)];
  return [
    'Tokens (o200k_base) that a model pays for the failing logs of `tests/fixtures/logs`, and the number of logs in which it sees the line with the cause:', 'termhost\'s result, at 4 KB with and without folds (`compact`) and at 2 KB, and the log after the rules of RTK', '(github.com/rtk-ai/rtk, restated in `bench/rtk_rules.mjs`), which passes other logs on unchanged.', '',
    table(['tool', 'logs', 'raw', '4 KB, not compact', '4 KB', '2 KB', 'RTK\'s rules'], results.map(row)), '',
    `All tools together: ${tools.seen.toLocaleString('en')} tokens for a model.`, '',
    `${sum.situations} situations as an agent meets them (\`bench/situations.mjs\`), each played through \`termhost mcp\`: ${sum.tokens.toLocaleString('en')} tokens in ${sum.calls} calls; the important line was shown in ${sum.kept}, the end in ${sum.ended}. The ${sum.alone} without a question that end by themselves are ${sum.rawTokens.toLocaleString('en')} tokens raw, and ${sum.aloneTokens.toLocaleString('en')} here.`, '',
    table(['situation', 'tokens', 'calls', 'raw', 'told'], field.map(({ name, tokens: cost, calls, raw, kept, ended }) => [name, cost.toLocaleString('en'), calls, raw === null ? '' : raw.toLocaleString('en'), kept && ended ? 'yes' : 'no'])),
  ];
}

function search({ megabytes, searches, peak_kilobytes, last_32_kb_s }) {
  return [
    `\`termhost read\` on an artifact of ${megabytes} MB against \`grep -c -i -E\`; processor seconds. Peak memory ${(peak_kilobytes / 1024).toFixed(1)} MiB; the last 32 KB after ${(last_32_kb_s * 1e3).toFixed(0)} ms.`, '',
    table(['pattern', '`termhost read`', '`grep`, UTF-8', 'ratio'], searches.map((one) => [`\`${one.pattern.replaceAll('|', '\\|')}\``, one.termhost_s, one.grep_utf8_s, one.ratio_utf8])),
  ];
}

function vscodeTable({ results }) {
  const [without] = results;
  return table(['', 'to the result', 'extension host\'s processor time', 'times without termhost'],
    results.map(({ way, seconds, cpu }) => [way, `${seconds.toFixed(2)} s`, `${cpu.toFixed(2)} s`, `${(seconds / without.seconds).toFixed(2)}, ${(cpu / without.cpu).toFixed(2)}`]));
}

function vscode({ megabytes, ...found }) {
  return [`${megabytes} MB printed in a real VS Code, and the same command in a terminal without termhost whose output is read.`, '', vscodeTable(found)];
}

function approval(figures) {
  return [
    `A decision on ${figures.commandBytes} bytes, and lines of 108 KB that are all commands, words or braces.`, '',
    table(['', ''], [10, 100, 1000].map((rules) => [`${rules} rules`, `${figures[`decision${rules}`].toFixed(1)} µs`]).concat(
      ['commands', 'readers', 'words', 'braces', 'wrapped'].map((kind) => [`108 KB of ${kind}`, `${figures[kind].toFixed(1)} ms`]))),
  ];
}

function flattening(results) {
  return [
    'Plain scripts of one megabyte, megabytes per second of processor time.', '',
    table(['shell', 'parsed', 'on one line'], results.map((one) => [one.shell, one.parse_mb_per_s, one.flatten_mb_per_s])),
  ];
}

const sections = [
  ['Rendering', 'render', rendering], ['Ingest', 'ingest', ingest], ['Owned terminals', 'owned', owned], ['In a sandbox', 'sandbox', sandbox], ['Latency', 'latency', latency],
  ['Memory and cost by size and number', 'scale', scale], ['256 commands for minutes', 'steady', steady], ['Waiting', 'waiting', waiting], ['Tokens', 'tokens', tokens], ['VS Code', 'vscode', vscode], ['Searching', 'artifact-search', search],
  ['Approval', 'approval', approval], ['Flattening', 'shell', flattening],
];

function readmeTable({ sum, tools }) {
  const number = (value) => value.toLocaleString('en');
  return table(['', 'raw', 'termhost'], [
    [`the ${sum.alone} without a question that end by themselves`, `${number(sum.rawTokens)} tokens`, `${number(sum.aloneTokens)} tokens`],
    [`all ${sum.situations}, with every poll, answer and stop`, '', `${number(sum.tokens)} tokens in ${sum.calls} calls`],
    ['the important line was shown, and the end known', '', `in ${sum.kept} and ${sum.ended} of ${sum.situations}`],
    ['the tools at the start of a session', '', `${number(tools.seen)} tokens`],
  ]);
}

// What was not measured anew stays as it was.
const before = new Map(readFileSync(join(root, 'docs/performance.md'), 'utf8').split(/^## /m).slice(1).map((part) => [part.slice(0, part.indexOf('\n')), `## ${part.trimEnd()}`]));
const parts = sections.flatMap(([title, name, write]) => {
  const found = read(name);
  if (found) return [`## ${title}`, '', ...write(found), ''];
  return before.has(title) ? [before.get(title), ''] : [];
});
writeFileSync(join(root, 'docs/performance.md'), [
  '# Performance', '', `Written by \`scripts/bench\`: release build, ${cpus().length} processors (${cpus()[0].model.trim()}), each`,
  'next to its peers in the same run, turn by turn, the median of the turns. MB are 10^6 bytes.', '', ...parts,
].join('\n'));
const replaceTable = (file, text) => {
  const marked = /(<!-- by scripts\/bench -->\n)[^]*?(<!-- end -->)/;
  writeFileSync(join(root, file), readFileSync(join(root, file), 'utf8').replace(marked, (_, begin, end) => `${begin}${text}\n${end}`));
};
const [field, editor] = ['tokens', 'vscode'].map(read);
if (field) replaceTable('README.md', readmeTable(field));
if (editor) replaceTable('editors/vscode/README.md', vscodeTable(editor));
