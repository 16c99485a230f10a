"""Types a line into an interactive shell on a PTY: the prompt must come back exactly once, and never a continuation prompt."""

import os
import pty
import re
import select
import signal
import tempfile
from pathlib import Path

from shells import SECONDS, environment

# The prompts as marks that no program prints. The typed text's echo holds no ESC.
PROMPT, MORE, DONE = b"\x1b]7;prompt\x07", b"\x1b]7;more\x07", b"\x1b]7;done\x07"
SETUP = b"PS1=$(printf '\\033]7;prompt\\007')\nPS2=$(printf '\\033]7;more\\007')\nunset HISTFILE\n"
SAY_DONE = b"printf '\\033]7;done\\007'\r"


def type_line(shell, line):
    """What is wrong, as a list."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "setup").write_bytes(SETUP)
        pid, fd = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execvpe(shell.interactive[0], shell.interactive, environment(folder))
        try:
            read_until(fd, rb"[#%$>] ")
            os.write(fd, b" . ./setup\r")
            read_until(fd, re.escape(PROMPT))
            os.write(fd, line.encode() + b"\r")
            output, _ = read_until(fd, re.escape(PROMPT))
            os.write(fd, SAY_DONE)
            rest, complete = read_until(fd, re.escape(DONE) + b"(?:.|\n)*" + re.escape(PROMPT))
        finally:
            os.kill(pid, signal.SIGKILL)
            os.close(fd)
            os.waitpid(pid, 0)
    if MORE in output + rest and shell.name != "ksh93":  # which shows it for the here-documents of an eval
        return [f"typed: the shell wanted more: {output[-300:]!r}"]
    if not complete:
        return [f"typed: no prompt came back: {(output + rest)[-300:]!r}"]
    if rest.split(DONE)[0].count(PROMPT) > 0:
        return [f"typed: several prompts came back: {rest[:300]!r}"]
    return []


def read_until(fd, pattern):
    """(bytes up to and with the match, True), or (what came, False) when nothing more comes."""
    data = b""
    while not re.search(pattern, data):
        if not select.select([fd], [], [], SECONDS)[0]:
            return data, False
        try:
            data += os.read(fd, 65536)
        except OSError:  # what Linux says when the shell is gone
            return data, False
    return data, True
