// What agents run never gets into the person's history file, whatever their startup files do to write it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { RawServer, allowAll, scratch } from './support.mjs';

const people = [
  { shell: 'bash', file: '.bash_history', rc: ['.bashrc', ''] },
  { shell: 'bash', file: '.bash_history', rc: ['.bashrc', "shopt -s histappend\nPROMPT_COMMAND='history -a'\n"] },
  { shell: 'bash', file: '.bash_history', rc: ['.bashrc', "HISTCONTROL=ignoredups:erasedups\nPROMPT_COMMAND='history -a; history -c; history -r'\n"] },
  { shell: 'bash', file: 'log', rc: ['.bashrc', "PROMPT_COMMAND='HISTCONTROL= HISTFILE=~/log; history -a'\ntrap 'history -a ~/log' EXIT\n"] },
  { shell: 'zsh', file: 'log', rc: ['.zshrc', 'HISTFILE=~/log HISTSIZE=100 SAVEHIST=100\n'] },
  { shell: 'zsh', file: 'log', rc: ['.zshrc', 'HISTFILE=~/log HISTSIZE=100 SAVEHIST=100\nsetopt inc_append_history\n'] },
  { shell: 'zsh', file: 'log', rc: ['.zshrc', 'HISTFILE=~/log HISTSIZE=100 SAVEHIST=100\nsetopt share_history no_hist_ignore_space\n'] },
  { shell: 'fish', file: '.local/share/fish/fish_history', rc: ['.config/fish/config.fish', 'function save --on-event fish_postexec; history save; end\n'] },
  { shell: 'ksh', file: '.sh_history', rc: ['.kshrc', ''] },
  { shell: 'ksh', file: 'log', rc: ['.kshrc', 'HISTFILE=~/log\n'] },
  { shell: 'mksh', file: 'log', rc: ['.mkshrc', 'HISTFILE=~/log\n'] },
];

const commands = ['echo typed', 'echo several\necho lines', `echo ${'long'.repeat(2000)}`, 'exit'];

for (const { shell, file, rc } of people) {
  test(`${shell}: ${rc[1].trim().replaceAll('\n', '; ') || 'nothing special'}`, async () => {
    const home = realpathSync(scratch());
    for (const name of [file, rc[0]]) mkdirSync(dirname(join(home, name)), { recursive: true });
    const own = shell === 'fish' ? '- cmd: their own\n  when: 1700000000\n' : ['ksh', 'mksh'].includes(shell) ? '' : 'their own\n';
    if (own) writeFileSync(join(home, file), own);
    writeFileSync(join(home, rc[0]), rc[1]);
    const server = await RawServer.initialized(allowAll(), { cwd: home, env: { HOME: home, SHELL: `/bin/${shell}`, HISTFILE: undefined, XDG_STATE_HOME: join(home, 'state') } });
    const texts = [];
    for (const [at, command] of [...commands, ...commands.slice(0, 2)].entries()) {
      server.execute(at, command);
      texts.push((await server.answer(at)).result.content[0].text);
    }
    await server.end();
    for (const text of texts) assert.match(text, /^Exit code: 0/);
    const history = existsSync(join(home, file)) ? readFileSync(join(home, file), 'latin1') : '';
    assert.equal(history.includes('their own'), own !== '');
    assert.doesNotMatch(history, /echo|exit|run|termhost/);
    rmSync(home, { recursive: true, force: true });
  });
}
