#!/usr/bin/env python3
"""What TAB gives in the real bash, zsh and fish, with the completions of packaging/completions.

usage: completions.py
"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

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
]


def bash(line, cwd):
    script = f'''source {FOLDER}/termhost.bash
      COMP_LINE=$1 COMP_POINT=${{#1}}
      read -ra COMP_WORDS <<<"$1"
      [[ $1 != *' ' ]] || COMP_WORDS+=('')
      COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
      _termhost
      [ ${{#COMPREPLY[@]}} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "${{COMP_WORDS[COMP_CWORD]}}") # as complete -o default
      printf '%s\\n' "${{COMPREPLY[@]}}"'''
    return subprocess.run(['bash', '-c', script, 'bash', line], cwd=cwd, capture_output=True, text=True, check=True).stdout.split()


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
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(cwd)
        os.execvpe('zsh', ['zsh', '-d', '-i'], {**os.environ, 'ZDOTDIR': cwd, 'FOLDER': str(FOLDER), 'LINE': line, 'TERM': 'vt100'})
    shown = b''
    try:
        while block := os.read(terminal, 4096):
            shown += block
    except OSError:  # the terminal is gone with its zsh
        pass
    os.waitpid(pid, 0)
    text = re.sub(r'\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]', ' ', shown.replace(b'\0', b'').decode())
    return [word.rstrip('/') for word in text.split() if word not in line.split()]


def faults(shell, cwd):
    for line, wanted, unwanted in CASES:
        offered = shell(line, cwd)
        if not set(wanted) <= set(offered) or set(unwanted) & set(offered):
            yield f'{shell.__name__}: "{line}" offers {offered}, which should hold {wanted} and not {unwanted}'


with tempfile.TemporaryDirectory() as cwd:
    (pathlib.Path(cwd) / 'folder').mkdir()
    (pathlib.Path(cwd) / 'policy.json').write_text('{}')
    found = [fault for shell in (bash, zsh, fish) for fault in faults(shell, cwd)]
print('\n'.join(found) or f'completions: {3 * len(CASES)} lines, as they should be')
sys.exit(bool(found))
