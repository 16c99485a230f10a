#!/usr/bin/env python3
"""What the real bash, zsh and fish offer where a person asks for completions, with those of packaging/completions.

usage: completions.py TERMHOST
"""
import fcntl
import json
import os
import pathlib
import pty
import re
import subprocess
import struct
import sys
import tempfile
import termios

FOLDER = pathlib.Path(__file__).resolve().parents[2] / 'packaging/completions'

# The line before TAB, words that must be offered, words that must not. `folder/` and `policy.json` are in the current folder.
CASES = [
    ('termhost ', ['exec', 'read', 'help', 'acp-terminals'], ['--shell', 'policy.json']),
    ('termhost ex', ['exec'], ['read']),
    ('termhost exec --t', ['--timeout', '--task'], ['--shell', '--search']),
    ('termhost exec --shell ', ['bash', 'fish', 'pwsh'], ['exec']),
    ('termhost exec --preview-size ', ['small', 'medium', 'large'], ['exec', 'policy.json']),
    ('termhost mcp --structured a', ['auto', 'always'], ['never']),
    ('termhost check --policy po', ['policy.json'], ['folder']),
    ('termhost exec --cwd ', ['folder'], ['policy.json']),
    ('termhost help ex', ['exec', 'exit-status'], ['policy']),
    ('termhost replay po', ['policy.json'], ['exec']),
    ('termhost exec --sandbox ', ['off', 'workspace', 'readOnly'], ['policy.json']),
    ('termhost mcp --network ', ['none', 'loopback', 'all'], ['policy.json']),
    ('termhost help sa', ['sandbox'], ['secrets']),
]


def every_option(program):
    """Each option of each command is offered there."""
    table = json.loads(subprocess.run([program, 'help', '--json'], capture_output=True, check=True).stdout)
    options = {command['name']: [option['name'] for option in command['options'] if option['name'].startswith('--')] for command in table['commands']}
    return [(f'termhost {name} --', own, ['policy.json']) for name, own in options.items()]


def in_terminal(program, cwd, typed=b'', **environment):
    """All that PROGRAM shows on a terminal with room for it."""
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 400, 200, 0, 0))
        os.chdir(cwd)
        os.execvpe(program[0], program, {**os.environ, 'TERM': 'vt100', **environment})
    shown = b''
    try:
        while block := os.read(terminal, 4096):
            shown += block
            if typed and PROMPT.encode() in shown:  # what comes before is the terminal's to edit
                os.write(terminal, typed)
                typed = b''
    except OSError:  # the terminal is gone with its shell
        pass
    os.waitpid(pid, 0)
    return re.sub(r'\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]', ' ', shown.replace(b'\0', b'').decode())


PROMPT = '>>>'
BASHRC = f"""
PS1='{PROMPT} ' HISTFILE=
bind 'set completion-query-items 0' 'set page-completions off' 'set completion-display-width 0' 'set enable-bracketed-paste off'
source $FOLDER/termhost.bash
"""


def bash(line, cwd):
    rc = pathlib.Path(cwd) / '.bashrc'
    rc.write_text(BASHRC)
    typed = f'{line}\x1b?\x15exit\r'.encode()  # Alt+? lists them; the line is taken away
    shown = in_terminal(['bash', '--noprofile', '--rcfile', str(rc), '-i'], cwd, typed, FOLDER=str(FOLDER))
    return [word.rstrip('/') for word in shown.split() if word not in line.split()]


def fish(line, cwd):
    script = f'source {FOLDER}/termhost.fish; complete -C $argv[1]'
    made = subprocess.run(['fish', '--no-config', '-c', script, line], cwd=cwd, capture_output=True, text=True, check=True).stdout
    return [row.split('\t')[0].rstrip('/') for row in made.splitlines()]


ZSHRC = '''
fpath=($FOLDER $fpath); autoload -Uz compinit; compinit -u -D
zstyle ':completion:*' verbose no; PROMPT=
complete_line() { BUFFER=$LINE CURSOR=$#LINE; zle list-choices; exit; }
zle -N complete_line
zle-line-init() { zle complete_line; }
zle -N zle-line-init
'''


def zsh(line, cwd):
    (pathlib.Path(cwd) / '.zshrc').write_text(ZSHRC)
    shown = in_terminal(['zsh', '-d', '-i'], cwd, ZDOTDIR=cwd, FOLDER=str(FOLDER), LINE=line)
    return [word.rstrip('/') for word in shown.split() if word not in line.split()]


def faults(shell, cases, cwd):
    for line, wanted, unwanted in cases:
        offered = shell(line, cwd)
        if not set(wanted) <= set(offered) or set(unwanted) & set(offered):
            yield f'{shell.__name__}: "{line}" offers {offered}, which should hold {wanted} and not {unwanted}'


cases = CASES + every_option(sys.argv[1])
with tempfile.TemporaryDirectory() as cwd:
    (pathlib.Path(cwd) / 'folder').mkdir()
    (pathlib.Path(cwd) / 'policy.json').write_text('{}')
    found = [fault for shell in (bash, zsh, fish) for fault in faults(shell, cases, cwd)]
print('\n'.join(found) or f'completions: {3 * len(cases)} lines, as they should be')
sys.exit(bool(found))
