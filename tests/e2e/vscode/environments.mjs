// Startup files of people: what a few commands must give behind them in our terminals of VS Code (tests/environments/cases.py).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const table = path.join(import.meta.dirname, '../../environments/cases.py');
let cases;

const allCases = () => (cases ??= JSON.parse(execFileSync('python3', [table], { encoding: 'utf8', maxBuffer: 1 << 26 })));

async function withStartup(bench, { startup, content, shell }, test) {
  const file = path.join(bench.home, startup);
  const kept = fs.readFileSync(file);
  bench.write(file, content);
  await bench.run('exit', { shell }); // the next shell reads it
  try {
    await test();
  } finally {
    fs.writeFileSync(file, kept);
    await bench.run('exit', { shell });
  }
}

async function check(bench, { shell, commands }) {
  for (const { line, text, code } of commands) {
    const { structured, text: said } = await bench.run(line, { shell });
    const all = `${line.slice(0, 100)}\n${said}\n${JSON.stringify(structured)}`;
    assert.deepEqual([structured.status, structured.exitCode, structured.integration], ['completed', code, 'owned'], all);
    assert.equal(structured.output.text.trimEnd(), text, all);
  }
}

/** Of the people who use this shell. */
export const environmentsOf = (wanted) =>
  allCases()
    .filter(({ shell }) => shell === wanted)
    .map((environment) => ({
      name: `environment ${environment.name}`,
      run: (bench) => withStartup(bench, environment, () => check(bench, environment)),
    }));
