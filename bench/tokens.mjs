// What a model pays for the logs of tests/fixtures/logs, in tokens: for the log itself, for the result that termhost gives (with folds, and
// without: `compact` false) and for what RTK's rules leave of it; and whether the line that says why is in there. Then what fifty
// situations cost an agent that plays them (field.mjs): tokens, calls, and whether the line that matters was told.
// usage: node bench/tokens.mjs [WORDS]     WORDS: of the situations only those with these in their names, and no logs; SHOW=1 tells what was
// answered                                 (build the release preset first: scripts/build release)
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from './client.mjs';
import { playField, summed } from './field.mjs';
import { report, root, termhost, workFolder } from './measure.mjs';
import { rtk } from './rtk_rules.mjs';

const packages = execFileSync(join(root, 'scripts/node-packages'), ['bench'], { encoding: 'utf8' }).trim();
const { countTokens } = await import(pathToFileURL(createRequire(`${packages}/`).resolve('gpt-tokenizer/encoding/o200k_base')));
const only = process.argv[2];
const field = await playField(countTokens, only);
for (const { name, tokens, calls, raw, kept, ended, texts } of field) {
  console.log(`${kept ? '' : 'LOST '}${ended ? '' : 'UNKNOWN END '}${name}: ${tokens} tokens, ${calls} calls${raw === null ? '' : `, raw ${raw}`}`);
  for (const text of texts ?? []) console.log(text.replace(/^/gm, '  | '));
}
const sum = summed(field);
console.log(`${sum.situations} situations: ${sum.tokens} tokens in ${sum.calls} calls; the line that matters in ${sum.kept}, the end in ${sum.ended}; ` +
  `${sum.alone} of them raw ${sum.rawTokens}, here ${sum.aloneTokens}`);
if (only) process.exit(sum.kept === sum.situations && sum.ended === sum.situations ? 0 : 1);

const folder = join(root, 'tests/fixtures/logs');
const storage = workFolder();

function result(file, ...options) {
  return execFileSync(termhost, ['exec', '--shell', 'sh', '--cwd', '/', '--storage', storage, ...options, '--', `sh -c 'cat ${file}'`], { encoding: 'utf8' }); // what only shows a file is not folded
}

const ways = {
  raw: (log, text) => text,
  compact: (log, text, file) => result(file),
  small: (log, text, file) => result(file, '--preview-size', 'small'),
  plain: (log, text, file) => result(file, '--no-compact'),
  rtk: (log, text) => rtk(log, text).text,
};

function measured(row) {
  const [log, , cause] = row.split('\t');
  const file = join(folder, `${log}.log`), text = readFileSync(file, 'utf8');
  const shown = Object.entries(ways).map(([way, show]) => [way, show(log, text, file)]);
  const tokens = Object.fromEntries(shown.map(([way, one]) => [way, countTokens(one)]));
  const kept = Object.fromEntries(shown.map(([way, one]) => [way, one.includes(cause.trim().slice(0, 160))]));
  return { log, tool: log.split('-')[0], ruled: rtk(log, text).source !== undefined, tokens, kept };
}

/** What a session begins with: the tools, as `termhost mcp` lists them; `seen`: what of that a model gets. */
async function toolTokens(...options) {
  const client = new Client(workFolder(), 'mcp', ...options);
  await client.request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
  client.send({ method: 'notifications/initialized' });
  const { tools } = (await client.request(2, 'tools/list', {})).result;
  client.child.kill();
  const listed = JSON.stringify(tools);
  const seen = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, parameters: inputSchema }));
  return { bytes: Buffer.byteLength(listed), tokens: countTokens(listed), seen: seen.reduce((total, tool) => total + countTokens(tool), 0) };
}

const logs = readFileSync(join(folder, 'causes.tsv'), 'utf8').trimEnd().split('\n').map(measured);
const sums = (name, of) => ({
  name, logs: of.length,
  ...Object.fromEntries(Object.keys(ways).map((way) => [way, { tokens: of.reduce((sum, { tokens }) => sum + tokens[way], 0), kept: of.filter(({ kept }) => kept[way]).length }])),
});
const ruled = logs.filter((one) => one.ruled), others = logs.filter((one) => !one.ruled);
const results = [
  ...[...new Set(ruled.map(({ tool }) => tool))].map((tool) => sums(tool, ruled.filter((one) => one.tool === tool))),
  sums('all logs that RTK has a rule for', ruled), sums('others', others), sums('all', logs),
];
const mostToolTokens = 800;
const tools = await toolTokens();
report('tokens', { results, logs, tools, field, sum });
console.log(`all tools: ${tools.seen} tokens for a model, ${tools.tokens} as they are listed, ${(tools.bytes / tools.tokens).toFixed(2)} bytes a token`);
for (const { name, logs: count, ...found } of results)
  console.log(`${name} (${count}): ${Object.entries(found).map(([way, { tokens, kept }]) => `${way} ${tokens} (${kept})`).join(', ')}`);
const lost = logs.filter(({ kept }) => !kept.compact || !kept.small).map(({ log }) => log);
if (lost.length) console.error(`the line that says why is missing in: ${lost.join(', ')}`);
if (tools.seen > mostToolTokens) console.error(`the tools shall cost a model no more than ${mostToolTokens} tokens`);
process.exit(lost.length || tools.seen > mostToolTokens || sum.kept < sum.situations || sum.ended < sum.situations ? 1 : 0);
