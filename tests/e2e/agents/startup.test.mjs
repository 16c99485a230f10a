// Startup files that put something in the way of their shell cost seconds, not the command; slow ones keep what they set.
import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RawServer, allowAll, running, scratch } from './support.mjs';

const files = { bash: '.bashrc', zsh: '.zshrc', fish: '.config/fish/config.fish', ksh: '.kshrc', mksh: '.mkshrc' };

/** Two commands in `shell` with these startup files; what came, and after how long. */
async function twoCommands(shell, content) {
  const home = realpathSync(scratch());
  const file = join(home, files[shell]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content.replaceAll('HERE', home));
  const server = await RawServer.initialized(allowAll(), { cwd: home, env: { HOME: home, SHELL: `/bin/${shell}` } });
  const begun = Date.now();
  server.execute(1, 'echo once >> log; cat log; echo "[$FROM_RC]"');
  const first = (await server.answer(1)).result;
  const seconds = (Date.now() - begun) / 1000;
  server.execute(2, 'echo two');
  const second = (await server.answer(2)).result;
  // A spare shell, which starts beside, reads the same files, and is noticed as late.
  let left;
  for (let tries = 0; tries < 50 && (left = await running(`${home}/left`)).length > 0; tries++) await pause(100);
  await server.end();
  rmSync(home, { recursive: true, force: true });
  return { first, second, seconds, left };
}

for (const [shell, content, why] of [
  ['bash', 'exec zsh -f\n', "replace the shell by 'zsh'"],
  ['bash', 'exec tmux -S HERE/left new\n', "replace the shell by 'tmux'"],
  ['bash', 'tmux -S HERE/left new\n', "wait for input ('tmux')"],
  ['bash', 'read -p "update? " answer\n', "wait for input ('bash')"],
  ['bash', 'exit 4\n', "'/bin/bash' ended before its first prompt"],
  ['zsh', 'exec bash\n', "replace the shell by 'bash'"],
  ['zsh', "sh -c 'read answer' HERE/left\n", "wait for input ('sh')"],
  ['fish', 'read answer\n', "wait for input ('fish')"],
  ['ksh', 'read answer\n', "wait for input ('ksh"],
  ['mksh', 'exec dash\n', "replace the shell by 'dash'"],
]) {
  test(`${shell}: ${content.trim()}`, async () => {
    const { first, second, seconds, left } = await twoCommands(shell, content);
    const text = first.content[0].text;
    assert.ok(text.startsWith('Exit code: 0\nNote: this shell runs without'), text);
    assert.ok(text.includes(why) && text.includes('$TERMHOST'), text);
    assert.ok(text.endsWith('Output:\nonce\n[]'), text);
    assert.ok(seconds < 5, `${seconds} s`); // notices within 3 s; the rest is the second shell, on a busy machine
    assert.equal(second.content[0].text, 'Exit code: 0\nOutput:\ntwo');
    assert.deepEqual(left, []);
  });
}

test('startup files that take five seconds keep what they set', async () => {
  const { first, second } = await twoCommands('bash', "sh -c 'sleep 5'\nexport FROM_RC=kept\n");
  assert.equal(first.content[0].text, 'Exit code: 0\nOutput:\nonce\n[kept]');
  assert.equal(second.content[0].text, 'Exit code: 0\nOutput:\ntwo');
});
