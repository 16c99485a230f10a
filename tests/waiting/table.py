"""Runs each command of programs.txt through `termhost mcp` and looks at what the result says that it waits for.
usage: table.py TERMHOST [WORDS]      WORDS: only rows that have them"""

import os
import sys
import tempfile
import threading
from pathlib import Path
from queue import Empty, Queue

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from mcp_agent import Agent  # noqa: E402

TABLE = Path(__file__).parent / "programs.txt"
# A busy command is looked at for so long, a waiting one is given more time to ask.
BUSY, PATIENCE = 2, 10


def seen(agent, kind, command):
    """The kind of input that the command is said to wait for; `-`: none."""
    with tempfile.TemporaryDirectory(dir=agent.folder) as cwd:
        result = agent.call("execute_command", command=command, cwd=cwd, timeout=BUSY if kind == "-" else PATIENCE)
        if result.get("executionId") and result["status"] in ("running", "waiting_for_input"):
            agent.call("stop_command", execution_id=result["executionId"])
    if result["status"] == "waiting_for_input":
        return result["input"]["kind"], result
    return "-" if result["status"] == "running" else result["status"], result


def work(termhost, rows, right, wrong):
    with tempfile.TemporaryDirectory() as folder:
        agent = Agent(termhost, folder)
        agent.folder = folder
        try:
            while True:
                kind, command = rows.get_nowait()
                found, result = seen(agent, kind, command)
                if found == kind:
                    right.append(command)
                else:
                    wrong.append(f"{command}\n    wants {kind}, is said to be {found}: {result.get('input')} {result['message'][:200]!r} {result.get('output', {}).get('text', '')[-300:]!r}")
        except Empty:
            pass
        agent.end()


def main(termhost, words=""):
    rows, right, wrong = Queue(), [], []
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("# ") and words in line:
            rows.put(tuple(line.split(" ", 1)))
    count = rows.qsize()
    threads = [threading.Thread(target=work, args=(os.path.abspath(termhost), rows, right, wrong)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(*wrong, f"{len(right)} of {count} right", sep="\n")
    return 0 if len(right) == count > 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
