// What an agent's command costs in a real VS Code: 50 MB printed in one of the editor's terminals and in one of termhost's own, against the
// same line in a terminal without termhost whose output somebody reads. Prints and writes build/bench/vscode.json.
// usage: node bench/vscode.mjs [--runs N]     (after tests/parts/vscode, which installs the editor and makes the package)
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workbench } from '../tests/e2e/vscode/workbench.mjs';
import { report, root, runs, typicalOf } from './measure.mjs';

const megabytes = 50;
const line = `${'all work and no play makes a log a dull log '.repeat(2)}\n`;

const bench = new Workbench({ installed: join(root, 'build/e2e-vscode'), vsix: join(root, 'build/termhost-test.vsix') });
await bench.start();
try {
  writeFileSync(bench.file('log'), line.repeat(Math.ceil((megabytes * 1e6) / line.length)));
  await bench.drive('stopListening'); // as where nobody looks
  const command = `cat ${bench.file('log')}`;
  const agent = async (terminals) => {
    await bench.drive('setting', { name: 'termhost.terminals', value: terminals });
    await bench.run('true', { shell: 'bash' });
    return bench.drive('measured', { action: 'execute', input: { command, options: { cwd: bench.workspace, shell: 'bash' } } }, 300_000);
  };
  const ways = {
    'without termhost': () => bench.drive('measured', { action: 'runElsewhere', input: { command } }, 300_000),
    "in a terminal of VS Code": () => agent('mirrored'),
    "in a terminal of termhost's own": () => agent('owned'),
  };
  await ways['without termhost'](); // its terminal starts
  const typical = await typicalOf(Math.min(runs, 5), ways);
  const results = Object.entries(typical).map(([way, { seconds, cpu }]) => ({ way, seconds, cpu }));
  for (const { way, seconds, cpu } of results) console.log(`${way}: ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of the extension host's processor time`);
  report('vscode', { megabytes, results });
} finally {
  await bench.stop();
}
process.exit();
