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
    'The table compares `termhost render` with a bare pipe, `strip-ansi` and `@xterm/headless` (1,000 rows of scrollback). Speeds are in MB/s, in the fastest turn. The peak memory is that of `termhost render`.', '',
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
    'An editor sends the output of its terminals to `termhost serve` in `shellExecution/didWrite` frames. The table shows how fast termhost reads them,', 'in MB/s of output. A row names the output and the frame size.', '',
    '- *with a call*: an agent started the command. termhost sends live events to a fast reader, and keeps all output in a file.',
    '- *without*: no agent started the command.',
    '- *bare simdjson*: a program that only parses the same frames, with the JSON library simdjson, in the fastest of three turns.',
    '- *times the pipe*: the speed of the pipe (`cat FILE | cat`), divided by the speed *with a call*.',
    '- *of the speed without*: the speed *with a call*, in percent of the speed *without*.',
    '- *CPU s* and *peak memory*: the processor seconds and the memory that termhost used in the case *with a call*.', '',
    table(['', 'with a call', 'without', '`cat FILE \\| cat`', 'bare simdjson', 'times the pipe', 'of the speed without', 'CPU s per 64 MiB', 'peak memory'],
      rows.map((row) => [row.title, ...row.speeds.map((speed) => speed.toFixed(0)), row.overPipe.toFixed(1), `${(100 * row.ofSpeedAlone).toFixed(0)} %`,
        row.cpuPer64MiB.toFixed(3), `${row.peakMebibytes.toFixed(1)} MiB`])), '',
    plot('ingest', bars('Ingest, MB/s', ['with a call', 'without', 'cat | cat', 'simdjson alone'], rows.map(({ title, speeds }) => [title.replace(', ', ' '), speeds]))),
  ];
}

function owned({ results }) {
  return [
    'A command prints 256 MB (progress bars: 128 MB) in a terminal of termhost\'s own. The table compares the seconds that this takes with the seconds of',
    '`script -qc COMMAND /dev/null | cat`. The last column has the seconds of `termhost exec` and of `termhost mcp`, divided by those of `script`.', '',
    table(['', '`script`', '`termhost exec`', '`termhost mcp` with progress', 'divided by `script`'],
      results.map(({ input, typical, exec, mcp }) => [titles[input], ...['script', 'exec', 'mcp'].map((way) => typical[way].seconds.toFixed(2)), `${exec.toFixed(2)}, ${mcp.toFixed(2)}`])), '',
    plot('owned', bars('The owned way, seconds', ['script', 'termhost exec', 'termhost mcp'], results.map(({ input, typical }) => [titles[input], ['script', 'exec', 'mcp'].map((way) => typical[way].seconds)]))),
  ];
}

function sandbox({ results, start }) {
  const times = (inside, outside) => (inside === undefined ? ['–', '–'] : [inside.toFixed(1), (inside / outside).toFixed(2)]);
  return [
    'The table shows how many milliseconds a command of `termhost mcp` takes: outside of a [sandbox](sandbox.md), in a trial (the default), and in a sandbox of the level `workspace`.',
    '*times* is the factor to the time outside. The pause before each command is 300 ms. `npm ci` needs a network, so it has no trial.', '',
    table(['', 'outside', 'trial', 'times', '`workspace`', 'times'],
      results.map(({ name, outside, tried, inside }) => [name, outside.toFixed(1), ...times(tried, outside), ...times(inside, outside)])), '',
    `Another session had a shell whose startup file takes 3 s. Its first command came ten seconds after the start of the session. The command took ${start.outside.toFixed(0)} ms outside, and`,
    `${start.tried.toFixed(0)} ms in a trial, because termhost starts the shell of a trial in advance.`,
  ];
}

function latency({ results }) {
  return [
    'The table shows how long termhost takes for each of these steps. The last column is the limit that the benchmark allows.', '',
    '- *initialize*: from the start of `termhost serve` to its answer to the first request.',
    '- *execute_command true*: a call that runs the command `true` in a terminal that is already open.',
    '- *chunk to event*: termhost gets a piece of output (a chunk) from an editor, and sends it to the client as an event.',
    '- *cancel to interrupt*: the client cancels a call, and termhost asks the editor to interrupt the command.',
    '- *next to 100 MB/s*: another command prints 100 MB per second meanwhile.', '',
    table(['', 'milliseconds', 'statistic', 'limit'], results.map(({ name, milliseconds, figure, limit }) => [name, milliseconds.toFixed(1), figure.replace('percentile99', '99th percentile'), limit])),
  ];
}

function scale({ size, count }) {
  const row = (of) => ({ peakMebibytes, cpuPerMB, ...result }) => [`${result[of]}`, `${peakMebibytes.toFixed(1)} MiB`, (cpuPerMB * 1e3).toFixed(2)];
  return [
    'Commands of an agent print in an editor\'s terminals. In the first table one command prints the given number of MB. In the second table several commands print',
    '256 MB together.', '',
    table(['MB', 'peak memory', 'CPU ms per MB'], size.map(row('megabytes'))), '',
    table(['commands at once', 'peak memory', 'CPU ms per MB'], count.map(row('count'))), '',
    plot('memory', lines('Peak memory, MiB, by output of one command', ['peak memory'], size.map(({ megabytes, peakMebibytes }) => [megabytes, [peakMebibytes]]), 'MB')), '',
    plot('commands', lines('CPU ms per MB, by commands at once', ['CPU ms per MB'], count.map((one) => [one.count, [one.cpuPerMB * 1e3]]), '')),
  ];
}

function steady({ count, kilobytes, results }) {
  return [
    `${count} commands print ${kilobytes} KB/s each. The table has a row for each minute. *Chunk to event* is explained in [Latency](#latency). *CPU share* is the share of one processor that termhost used.`, '',
    table(['minute', 'memory', 'CPU share', 'MB/s', 'chunk to event, median', '99th percentile'],
      results.map((one) => [one.minute, `${one.memoryMebibytes.toFixed(1)} MiB`, one.cpuShare.toFixed(2), one.megabytesPerSecond.toFixed(0), `${one.p50.toFixed(1)} ms`, `${one.p99.toFixed(1)} ms`])),
  ];
}

function waiting({ seconds, results }) {
  return [
    `An agent waits ${seconds} s for a command. Meanwhile termhost checks if the command waits for input. The table shows what the wait costs termhost with and without these checks. The last`,
    'column is the cost of the checks: the difference of the two.', '',
    table(['command', 'CPU ms per second, with checks', 'without checks', 'the checks, as a share of a processor'],
      results.map((one) => [one.name, one.lookingMsPerS.toFixed(2), one.blindMsPerS.toFixed(2), `${one.percent.toFixed(3)} %`])),
  ];
}

function tokens({ results, tools, field, sum }) {
  const row = ({ name, logs, ...ways }) => [name, logs, ...['raw', 'plain', 'compact', 'small', 'rtk'].map((way) => `${ways[way].tokens.toLocaleString('en')}${way === 'raw' ? '' : ` (${ways[way].kept})`}`)];
  return [
    'The table shows how many tokens (o200k_base) a model pays for the failing logs of `tests/fixtures/logs`. The number in brackets says in how many of these logs', 'the model sees the line with the cause.', '',
    '- *raw*: the log itself.',
    '- *4 KB, not compact*: termhost\'s result without [folds](output.md#previews) (the setting `compact` is false).',
    '- *4 KB* and *2 KB*: termhost\'s result with folds, at this preview size.',
    '- *RTK\'s rules*: the log after the rules of RTK, a program that shortens the output of commands for agents (github.com/rtk-ai/rtk; the rules are restated in `bench/rtk_rules.mjs`). RTK does not change logs for which it has no rule.', '',
    table(['tool', 'logs', 'raw', '4 KB, not compact', '4 KB', '2 KB', 'RTK\'s rules'], results.map(row)), '',
    `The descriptions of all tools together cost a model ${tools.seen.toLocaleString('en')} tokens.`, '',
    `\`bench/situations.mjs\` has ${sum.situations} situations that an agent meets. All of them were run through \`termhost mcp\`. The answers took ${sum.tokens.toLocaleString('en')} tokens in ${sum.calls} calls.`,
    `The important line was shown in ${sum.kept}, and the end was reported in ${sum.ended}; *complete* means both. ${sum.alone} situations end by themselves and need no input: their raw output`,
    `(the output without termhost) has ${sum.rawTokens.toLocaleString('en')} tokens, and termhost's results have ${sum.aloneTokens.toLocaleString('en')}.`, '',
    table(['situation', 'tokens', 'calls', 'raw', 'complete'], field.map(({ name, tokens: cost, calls, raw, kept, ended }) => [name, cost.toLocaleString('en'), calls, raw === null ? '' : raw.toLocaleString('en'), kept && ended ? 'yes' : 'no'])),
  ];
}

function search({ megabytes, searches, peak_kilobytes, last_32_kb_s }) {
  return [
    `\`termhost read\` and \`grep -c -i -E\` search an [artifact](output.md#artifacts) of ${megabytes} MB. Times are processor seconds of the fastest turn. The ratio is the time of`,
    `\`termhost read\` divided by the time of \`grep\` with a UTF-8 locale. \`termhost read\` needs up to ${(peak_kilobytes / 1024).toFixed(1)} MiB of memory. It reads the last 32 KB in ${(last_32_kb_s * 1e3).toFixed(0)} ms.`, '',
    table(['pattern', '`termhost read`', '`grep`, UTF-8', 'ratio'], searches.map((one) => [`\`${one.pattern.replaceAll('|', '\\|')}\``, one.termhost_s, one.grep_utf8_s, one.ratio_utf8])),
  ];
}

function vscodeTable({ results }) {
  const [without] = results;
  return table(['', 'time until the result', 'processor time of the extension host', 'compared with no termhost'],
    results.map(({ way, seconds, cpu }) => [way, `${seconds.toFixed(2)} s`, `${cpu.toFixed(2)} s`, `${(seconds / without.seconds).toFixed(2)} of the time, ${(cpu / without.cpu).toFixed(2)} of the processor time`]));
}

function vscode({ megabytes, ...found }) {
  return [`A command prints ${megabytes} MB in a real VS Code. The first row is the same command without termhost, in a terminal whose output another extension reads. The last column`,
    'has the two times of a row, divided by those of the first row.', '', vscodeTable(found)];
}

function approval(figures) {
  return [
    'The table has the times in which termhost decides whether a command line may run, in the fastest round.', '',
    `- *10 rules* and so on: a line of ${figures.commandBytes} bytes, with a policy of so many rules.`,
    '- *everyday lines*: the command lines of agents in `tests/fixtures/everyday`, each by itself.',
    '- *108 KB*: a line that repeats one piece: `a;` (commands), `ls;` (readers), `a` after `ls` (words), `{1..256}` after `echo` (braces), or `sudo ls;` (wrapped).', '',
    table(['command line', 'time'], [10, 100, 1000].map((rules) => [`${rules} rules`, `${figures[`decision${rules}`].toFixed(1)} µs`]).concat(
      figures.everyday ? [[`${figures.everydayLines} everyday lines: median`, `${figures.everyday.toFixed(1)} µs`], ['everyday lines: 95th percentile', `${figures.everyday95.toFixed(1)} µs`]] : [],
      ['commands', 'readers', 'words', 'braces', 'wrapped'].map((kind) => [`108 KB of ${kind}`, `${figures[kind].toFixed(1)} ms`]))),
  ];
}

function flattening(results) {
  return [
    'termhost parses a script of one megabyte, and writes it as one line. There are two scripts for bash, so the table has two rows for it. The table shows megabytes per second of',
    'processor time in the fastest round.', '',
    table(['shell', 'parsed', 'on one line'], results.map((one) => [one.shell, one.parse_mb_per_s, one.flatten_mb_per_s])),
  ];
}

const sections = [
  ['Rendering', 'render', rendering], ['Ingest', 'ingest', ingest], ['Owned terminals', 'owned', owned], ['In a sandbox', 'sandbox', sandbox], ['Latency', 'latency', latency],
  ['Memory and cost by size and number', 'scale', scale], ['256 commands for minutes', 'steady', steady], ['Waiting', 'waiting', waiting], ['Tokens', 'tokens', tokens], ['VS Code', 'vscode', vscode], ['Searching', 'artifact-search', search],
  ['Approval', 'approval', approval], ['Flattening', 'shell', flattening],
];

function readmeTable({ sum, tools, field }) {
  const number = (value) => value.toLocaleString('en');
  return table(['', 'raw output', 'results of termhost'], [
    [`the ${sum.alone} situations that end by themselves and need no input`, `${number(sum.rawTokens)} tokens`, `${number(sum.aloneTokens)} tokens`],
    [`all ${sum.situations} situations, with every poll, answer and stop`, '', `${number(sum.tokens)} tokens in ${sum.calls} calls`],
    ['situations in which the important line was shown and the end was reported', '', `${field.filter(({ kept, ended }) => kept && ended).length} of ${sum.situations}`],
    ['the descriptions of the tools, at the start of a session', '', `${number(tools.seen)} tokens`],
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
  '# Performance', '', `\`scripts/bench\` wrote this page. It measured the release build on ${cpus().length} processors (${cpus()[0].model.trim()}).`,
  'The compared programs took turns in the same run. Unless a section says otherwise, a figure is the median of the turns. MB are 10^6 bytes.', '', ...parts,
].join('\n'));
const replaceTable = (file, text) => {
  const marked = /(<!-- by scripts\/bench -->\n)[^]*?(<!-- end -->)/;
  writeFileSync(join(root, file), readFileSync(join(root, file), 'utf8').replace(marked, (_, begin, end) => `${begin}${text}\n${end}`));
};
const [field, editor] = ['tokens', 'vscode'].map(read);
if (field) replaceTable('README.md', readmeTable(field));
if (editor) replaceTable('editors/vscode/README.md', vscodeTable(editor));
