// PowerShell as a shell of VS Code: with VS Code's own integration in its terminals, with ours in our own. A few commands, and what
// workarounds were once made for: outputs cut short, and the same command twice in a row.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const finder = path.join(import.meta.dirname, '../../support/pwsh');

/** A home whose user has the PowerShell of the tests in PATH, which VS Code asks a login shell for. Where there is none, says why. */
export function providePowerShell(bench) {
  const found = spawnSync(finder, { encoding: 'utf8' });
  if (found.status !== 0) return { missing: found.stderr.trim() };
  const variables = 'DOTNET_CLI_TELEMETRY_OPTOUT=1 POWERSHELL_TELEMETRY_OPTOUT=1 POWERSHELL_UPDATECHECK=Off';
  bench.write(path.join(bench.home, '.profile'), `export PATH='${path.dirname(found.stdout.trim())}':"$PATH" ${variables}\n`);
  return {};
}

const commands = [
  ['a string', "'hello'", 'hello', 0],
  ['a program that fails', "sh -c 'echo bad >&2; exit 42'", 'bad', 42],
  ['several lines', "foreach ($i in 1..3) {\n  \"n$i\"\n}", 'n1\nn2\nn3', 0],
  ['a here-string', "@'\none\n  two\n'@", 'one\n  two', 0],
  ['letters', "'ä€😀'", 'ä€😀', 0],
  ['a cmdlet that fails', 'Get-Item /nowhere -ErrorAction SilentlyContinue', '', 1],
  ['2000 lines, the last one too', '1..2000 | Select-Object -Last 1500 | ForEach-Object { "line $_" } | Select-Object -Last 2', 'line 1999\nline 2000', 0],
];

async function gives(bench, mode, command, output, code) {
  const { structured, text } = await bench.run(command, { shell: 'pwsh' });
  const all = `${command}\n${text}\n${JSON.stringify(structured)}`;
  assert.equal(structured.status, 'completed', all);
  assert.equal(structured.integration === 'owned', mode === 'owned', `ran in the wrong kind of terminal: ${all}`);
  assert.equal(structured.exitCode, mode === 'owned' ? code : Math.min(code, 1), all); // VS Code's integration tells 1 for every failure
  assert.equal(structured.output.text.trimEnd(), output, all);
}

export const powershell = [
  ...commands.map(([name, ...expected]) => ({ name, run: (bench, { mode }) => gives(bench, mode, ...expected) })),
  {
    name: 'the same command four times in a row',
    async run(bench, { mode }) {
      for (let i = 0; i < 4; i++) await gives(bench, mode, "'same'; sh -c 'exit 2'", 'same', 2);
    },
  },
  {
    name: 'outputs of twenty quick commands are whole',
    async run(bench, { mode }) {
      for (let i = 0; i < 20; i++) await gives(bench, mode, `'begin ${i}'; 'end ${i}'`, `begin ${i}\nend ${i}`, 0);
    },
  },
  {
    name: 'commandDelay changes neither output nor code',
    async run(bench, { mode }) {
      await bench.drive('setting', { name: 'termhost.commandDelay', value: 20 });
      await gives(bench, mode, "'late'; sh -c 'exit 2'", 'late', 2);
      await gives(bench, mode, "'fine'", 'fine', 0);
      await bench.drive('setting', { name: 'termhost.commandDelay', value: 0 });
    },
  },
];
