#!/usr/bin/env node
// The extension in a real VS Code: every command in every shell, some in PowerShell where there is one, in VS Code's
// terminals and in our own, and what a person does around them.
// usage: run.mjs --installed DIR --vsix FILE [--shots DIR] [--shells bash,zsh,fish,pwsh] [--modes mirrored,owned]
//                [--only TEXT|TEXT] [--record FILE] [--keep] [--pictures DIR]     the README's, made anew there
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { agents } from './agents.mjs';
import { approvals } from './approvals.mjs';
import { commandFor, commands } from './commands.mjs';
import { decisions, rejectAll } from './decisions.mjs';
import { environmentsOf } from './environments.mjs';
import { figures } from './figures.mjs';
import { installing } from './installing.mjs';
import { kept } from './kept.mjs';
import { keyboard } from './keyboard.mjs';
import { machineCases, onAnotherMachine } from './machines.mjs';
import { people } from './people.mjs';
import { powershell, providePowerShell } from './powershell.mjs';
import { Report } from './report.mjs';
import { inRestrictedMode, restrictedCases } from './restricted.mjs';
import { rowCases } from './rows.mjs';
import { seen } from './seen.mjs';
import { disasters, situations } from './situations.mjs';
import { Workbench } from './workbench.mjs';

const { values: options } = parseArgs({
  options: {
    installed: { type: 'string' },
    vsix: { type: 'string' },
    shots: { type: 'string' },
    shells: { type: 'string', default: 'bash,zsh,fish,pwsh' },
    modes: { type: 'string', default: 'mirrored,owned' },
    only: { type: 'string', default: '' },
    record: { type: 'string' },
    keep: { type: 'boolean', default: false },
    pictures: { type: 'string' },
  },
});
if (!options.installed || !options.vsix) throw new Error('--installed and --vsix are needed; see the first lines of this program');

const report = new Report();
const bench = new Workbench({ installed: options.installed, vsix: path.resolve(options.vsix), record: options.record });
const { missing: noPowerShell } = providePowerShell(bench);

const listed = (text) => text.split(',').filter(Boolean);
const wanted = (name) => options.only.split('|').some((text) => name.includes(text));
async function check(name, test) {
  if (!wanted(name) || (await report.check(name, test))) return;
  await shot(`failed-${report.failures.length}`).catch(() => {});
  const known = await bench.drive('tool', { name: 'list_terminals', input: {} }, 10_000).catch((error) => error);
  report.say(`     what termhost knew then: ${known.text ?? known}`);
}

async function shot(name, folder = options.shots) {
  if (!folder) return;
  fs.mkdirSync(folder, { recursive: true });
  await bench.page.screenshot({ animations: 'disabled', path: path.join(folder, `${name}.png`) });
}

/** Of the README: it has this one, and is given it anew where that is wanted. */
async function picture(name) {
  const root = path.join(import.meta.dirname, '../../..');
  const readme = fs.readFileSync(path.join(root, 'editors/vscode/README.md'), 'utf8');
  assert.ok(readme.includes(`(images/${name}.png)`), `the README shows no images/${name}.png`);
  await shot(name, options.pictures ? path.resolve(root, options.pictures) : options.shots);
}

/**
 * VS Code sometimes gives a fast command of bash to another execution object than the one it returned, and nobody can
 * read its output then. termhost has to say so; it may happen now and then, not often.
 */
const MOST_LOST = 3;
let lostByEditor = 0;

const usualEvidence = { mirrored: ['end_event'], owned: ['end_mark'] };

function saysThatItsOutputIsUnknown(mode, { structured, text }) {
  return mode === 'mirrored' && structured.certainty === 'likely' && text.includes('Output: unknown');
}

function expectResult(expected, shell, mode, { structured, text }) {
  const all = `${text}\n${JSON.stringify(structured)}`;
  assert.equal(structured.status, 'completed', all);
  const evidence = (expected.evidence ?? usualEvidence)[mode];
  assert.ok(evidence.includes(structured.endedBy), `known by ${structured.endedBy}, not ${evidence}: ${all}`);
  const owned = structured.integration === 'owned';
  assert.equal(owned, mode === 'owned', `ran in the wrong kind of terminal: ${all}`);
  if (expected.code !== undefined) assert.ok([expected.code].flat().includes(structured.exitCode), `exit code ${structured.exitCode}, not ${expected.code}: ${all}`);
  if (expected.fails) assert.notEqual(structured.exitCode, 0, all);
  if (expected.output !== undefined) assert.equal(structured.output.text.trimEnd(), expected.output, all);
  if (expected.has !== undefined) assert.ok(structured.output.text.includes(expected.has), all);
  if (expected.lines !== undefined) assert.equal(structured.output.totalLines, expected.lines, all);
}

async function runCommand(row, shell, mode) {
  const expected = commandFor(row, shell);
  const count = bench.fresh('count');
  const result = await bench.run(expected.command, { shell });
  if (saysThatItsOutputIsUnknown(mode, result)) {
    report.say(`     VS Code lost the output of: ${expected.command}`);
    lostByEditor += 1;
    return assert.ok(lostByEditor <= MOST_LOST, 'too often: outputs that VS Code lost');
  }
  expectResult(expected, shell, mode, result);
  if (expected.counted) assert.equal(fs.readFileSync(count, 'utf8').trim().split('\n').length, expected.counted, 'it ran once');
  if (expected.lines) {
    const whole = await bench.drive('readAll', { artifactId: result.structured.output.artifactId });
    assert.equal(whole, Array.from({ length: expected.lines }, (_, i) => `${i + 1}\n`).join(''), 'the artifact is whole');
  }
}

async function everything() {
  await check('what it costs the extension host', () => figures(bench, report)); // first: the window has no terminals yet
  for (const mode of listed(options.modes)) {
    await bench.drive('setting', { name: 'termhost.terminals', value: mode });
    for (const shell of listed(options.shells).filter((name) => name !== 'pwsh')) {
      const name = (what) => `${mode} ${shell}: ${what}`;
      for (const row of commands) await check(name(row.name), () => runCommand(row, shell, mode));
      for (const { name: what, run } of situations) await check(name(what), () => run(bench, { shell, mode }));
      // VS Code's own integration is not ours to mend.
      for (const { name: what, run } of mode === 'owned' ? environmentsOf(shell) : []) await check(name(what), () => run(bench));
      await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
      for (const { name: what, run } of decisions) {
        await check(name(what), () => run(bench, { shell, shot }));
        await rejectAll(bench);
      }
      await bench.drive('setting', { name: 'termhost.autoApprove', value: true });
      for (const { name: what, run } of disasters) await check(name(what), () => run(bench, { shell, mode }));
    }
  }
  await inPowerShell();
  await bench.drive('setting', { name: 'termhost.terminals', value: 'auto' });
  await bench.drive('setting', { name: 'termhost.autoApprove', value: false });
  for (const { name, run } of [...seen, ...approvals, ...people, ...rowCases, ...kept, ...agents, ...keyboard, ...installing]) {
    await check(name, () => run(bench, { shot, picture }));
    await rejectAll(bench);
  }
}

async function inPowerShell() {
  if (!listed(options.shells).includes('pwsh')) return;
  if (noPowerShell) return report.say(`vscode: PowerShell did not run: ${noPowerShell}`);
  for (const mode of listed(options.modes)) {
    await bench.drive('setting', { name: 'termhost.terminals', value: mode });
    for (const { name, run } of powershell) await check(`${mode} pwsh: ${name}`, () => run(bench, { mode }));
  }
}

async function restricted() {
  if (!restrictedCases.some(wanted)) return;
  const taken = (other, file) => options.shots && other.page.screenshot({ path: path.join(options.shots, `${file}.png`) });
  const run = (what, test) => wanted(what) && report.check(what, () => test({ shot: taken }));
  await inRestrictedMode({ installed: options.installed, vsix: path.resolve(options.vsix) }, run);
}

async function machines() {
  if (!machineCases.some(wanted)) return;
  await onAnotherMachine({ installed: options.installed, vsix: path.resolve(options.vsix) }, check);
}

process.once('SIGINT', () => void bench.stop().then(() => process.exit(130)));
try {
  await bench.start();
  report.say(`VS Code ${bench.version} is ready`);
  await everything();
} catch (error) {
  report.failures.push(error.message);
  console.error(error);
  await shot('failure').catch(() => {});
} finally {
  await bench.stop({ keep: options.keep });
  await restricted();
  await machines();
}
console.log(`e2e vscode: ${report.summary()}`);
process.exit(report.failures.length === 0 && report.passed > 0 ? 0 : 1);
