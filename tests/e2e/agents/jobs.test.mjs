// What a shell says of the jobs of earlier commands is no output of the command that runs when they end.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RawServer, allowAll, scratch } from './support.mjs';

for (const shell of ['bash', 'zsh', 'fish', 'ksh', 'mksh', 'dash']) {
  test(`${shell}: jobs that end meanwhile`, async () => {
    const home = scratch();
    const server = await RawServer.initialized(allowAll(), { cwd: home, env: { HOME: home, SHELL: `/bin/${shell}` } });
    let last = 0;
    const run = async (command) => {
      server.execute(++last, command);
      return (await server.answer(last)).result.content[0].text;
    };
    const texts = [];
    await run('sleep 0.3 & true');
    texts.push(await run('sleep 1; echo foreground; sleep 0.1'));
    await run("sh -c 'sleep 0.2; exit 3' & true");
    await pause(700);
    texts.push(await run('echo next'));
    await run("sh -c 'sleep 0.5; kill -9 $$' & true");
    texts.push(await run("sh -c 'sleep 1.2'; echo after; sh -c 'exit 2'"));
    await run('sleep 5 & true');
    texts.push(await run('jobs'));
    await server.end();
    assert.deepEqual(texts.slice(0, 3), ['Exit code: 0\nOutput:\nforeground', 'Exit code: 0\nOutput:\nnext', 'Exit code: 2\nOutput:\nafter']);
    assert.match(texts[3], /sleep 5|Running/);
    rmSync(home, { recursive: true, force: true });
  });
}
