// The setting `machines` in the user's settings.json: the commands of a folder run on another machine.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { say } from './decisions.mjs';
import { Workbench } from './workbench.mjs';

const runsThere = 'machines: a command runs on the machine of its folder, in the folder there';
export const machineCases = [runsThere];

/** The other machine is this one, reached by a program; its folder is another one. */
const carrier = 'cmd:nice -n 1';

export async function onAnotherMachine(options, check) {
  const bench = new Workbench(options);
  const there = path.join(bench.folder, 'there');
  fs.mkdirSync(path.join(there, 'sub'), { recursive: true });
  bench.write(path.join(bench.home, '.config/termhost/settings.json'), JSON.stringify({ machines: [{ workspace: bench.workspace, on: carrier, folder: there }] }));
  try {
    await bench.start();
    await check(runsThere, async () => {
      for (const [cwd, folder] of [[bench.workspace, there], [path.join(bench.workspace, 'sub'), path.join(there, 'sub')]]) {
        const result = await bench.run('pwd; exit 3', { cwd });
        assert.deepEqual([result.structured.exitCode, result.structured.host, result.structured.output.text.trim()], [3, carrier, folder], say(result));
      }
    });
  } finally {
    await bench.stop();
  }
}
