"""The POSIX shells the oracle runs: how to start each, what to look at afterwards, and how its messages name places."""

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

SECONDS = 20

# Everything below is run in the shell after the text. `status` first: what follows changes it.
STATE_START = "\n__status=$?\n{ set +x; } 2>/dev/null\n{\necho; echo \"--- state\"; echo \"status $__status\"; pwd\n"
STATE_END = "alias\ntrap\necho \"$-\"\n} 2>&1\n"
BASH_STATE = ("declare -p | grep -v -E '^declare -[^ ]* (BASH.*|_|__status|LINENO|PIPESTATUS|RANDOM|SRANDOM|SECONDS|EPOCH.*|PPID|COPROC_PID|P_PID|COPROC|P)='\n"
              "declare -f\nshopt\nset +o\n")
ZSH_STATE = ("typeset -p | grep -a -v -E '(^| )(_|__status|LINENO|pipestatus|status|[?$!]|RANDOM|SECONDS|EPOCH.*|PPID|TTYIDLE|ZSH_.*|zsh_.*|historywords|funcs.*)='\n"
             "functions\nsetopt\n")
KSH_STATE = ("set | grep -a -v -E '^(_|__status|LINENO|RANDOM|SECONDS|PPID|PGRP|EPOCH.*|PIPESTATUS|KSH.*|BASHPID|\\.sh.*|SH_.*)='\n"
             "set -o\n")
DASH_STATE = "set | grep -a -v -E '^(_|__status|LINENO|PPID)='\nset -o\n"


@dataclass(frozen=True)
class Shell:
    name: str
    kind: str  # what termhost calls it
    argv: tuple
    check: tuple  # reads a file and says whether it is valid
    interactive: tuple
    state: str


SHELLS = [
    Shell("bash", "bash", ("bash", "--norc"), ("bash", "-O", "extglob", "-n"), ("bash", "--norc", "--noprofile", "-i"), BASH_STATE),
    Shell("zsh", "zsh", ("zsh", "-f"), ("zsh", "-f", "-n"), ("zsh", "-f", "-i"), ZSH_STATE),
    Shell("dash", "dash", ("dash",), ("dash", "-n"), ("dash", "-i"), DASH_STATE),
    Shell("ksh93", "ksh", ("ksh93",), ("ksh93", "-n"), ("ksh93", "-i"), KSH_STATE + "typeset +f\n"),
    Shell("mksh", "ksh", ("mksh",), ("mksh", "-n"), ("mksh", "-i"), KSH_STATE + "typeset -f\n"),
]


def environment(home):
    return {"PATH": os.environ["PATH"], "HOME": str(home), "TERM": "xterm", "LANG": "C.UTF-8", "TMPDIR": str(home)}


def accepts(shell, text):
    with tempfile.NamedTemporaryFile() as script:
        script.write(text + b"\n")  # without it zsh -n misreads a `}` that ends the file
        script.flush()
        run = subprocess.run([*shell.check, script.name], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    # zsh -n looks into conditions, so that its status says nothing
    return (run.returncode == 0 or shell.name == "zsh") and not re.search(rb"syntax error|unexpected|parse error|unmatched|closing brace expected", run.stderr)


def run_script(shell, text, state=True):
    """(exit status, output and state, error output, files) of the text in a folder of its own. A text with an open end takes
    everything after it as its own, so it is run without looking at the state."""
    with tempfile.TemporaryDirectory() as folder:
        work, script = Path(folder, "work"), Path(folder, "script")
        work.mkdir()
        script.write_bytes(text + (STATE_START + shell.state + STATE_END).encode() if state else text)
        run = subprocess.Popen([*shell.argv, str(script)], cwd=work, env=environment(folder), start_new_session=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = run.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, 9)
            out, err = run.communicate()
            err += b"\ntimed out"
        files = {str(p.relative_to(work)): p.read_bytes() for p in sorted(work.rglob("*")) if p.is_file()}
    hide = lambda data: re.sub(rb"/proc/self/fd/\d+|/dev/fd/\d+|/tmp/zsh\w+", b"FD", data.replace(folder.encode(), b"FOLDER"))
    return run.returncode, hide(out), without_places(hide(err)), files


PLACE = re.compile(rb"^(?:FOLDER/script(?:\[\d+\])?|\(eval\)|eval|line \d+|syntax error at line \d+|warning|[\w.-]+\[\d+\]|[\w.-]+|\d+)(?:\[\d+\])?: ?")


def without_places(stderr):
    """The lines of the error output without file, line, function and `eval`, and without bash's quotation of the source."""
    lines = []
    for line in stderr.split(b"\n"):
        while PLACE.match(line):
            line = PLACE.sub(b"", line, count=1)
        line = re.sub(rb"^\+FOLDER/script:\d+>", b"+", line)
        line = re.sub(rb"line \d+", b"line N", line)
        if not line.startswith(b"`"):
            lines.append(line)
    return lines
