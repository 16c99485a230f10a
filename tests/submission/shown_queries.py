"""Files that are full of queries to the terminal are shown by `cat`, and no answer gets into a command line: not as a
program to run, nor in front of one. usage: shown_queries.py TERMHOST"""

import os
import shutil
import stat
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from mcp_agent import Agent  # noqa: E402

FILES = {
    "positions and colours": "hello\n" + "\x1b[6n\x1b]11;?\x07" * 500,
    "positions": "hello\n" + "\x1b[6n" * 1000,
    "the terminal's name": "hello\n\x1b[>q\x1b[c\x1b[>c\x1b[?u\x1b[18t",
}
# What bash would read as a command of it.
TRAP = "rgb:0000/0000/0000R11"


def show(termhost, shell, text, slow):
    with tempfile.TemporaryDirectory() as folder:
        trap = Path(folder, TRAP)
        trap.parent.mkdir(parents=True)
        trap.write_text("#!/bin/sh\ntouch ../../trapped trapped\n")
        trap.chmod(trap.stat().st_mode | stat.S_IXUSR)
        Path(folder, "README").write_text(text)
        Path(folder, ".local/share/fish/generated_completions").mkdir(parents=True)  # else fish reads all manual pages first
        agent = Agent(termhost, folder)
        try:
            run = lambda command: agent.call("execute_command", command=command, cwd=folder, shell=shell, timeout=20)
            for _ in range(3):
                run("cat README" + ("; sleep 0.2" if slow else ""))
                after = run("echo after; sh -c 'exit 3'")
                assert (after["output"]["text"], after["exitCode"]) == ("after", 3), (shell, after)
            assert not list(Path(folder).rglob("trapped")), f"{shell}: a program was run by an answer"
        finally:
            agent.end()


def main(termhost):
    shells = [shell for shell in ("bash", "zsh", "fish", "dash") if shutil.which(shell)]
    for shell in shells:
        for name, text in FILES.items():
            for slow in (False, True):
                show(os.path.abspath(termhost), shell, text, slow)
    print(f"shown queries: {', '.join(FILES)} in {', '.join(shells)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
