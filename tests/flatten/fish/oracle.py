"""Runs each case and its flattened form in the real fish, as scripts and typed into a terminal, and compares.
usage: oracle.py TERMHOST [FISH]     FISH: of version 4, for the cases of fish4/, which are not typed
What is in fish3/ version 3 accepts and version 4 refuses; termhost leaves it to the shell."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from cases import flatten, has_control, normalized, read_cases

HERE = Path(__file__).parent
FISH = sys.argv[2] if len(sys.argv) > 2 else "fish"
NEWER = FISH != "fish"
SECONDS = 20
VERSION = int(re.search(r"version (\d+)", subprocess.run([FISH, "--version"], capture_output=True, text=True).stdout)[1])

# What the command left behind. `status` first: everything after it changes it.
STATE = rb"""
set -l __status $status $pipestatus
echo; echo "--- state"
echo "status $__status"
pwd
set --show | string match -v -r '^\$(__status|history|fish_pid|last_pid|CMD_DURATION|_|status_generation|pipestatus|status|fish_kill_signal)\b' | string match -v -r 'originally inherited'
functions --names --all
for __file in (command find . -type f | sort); echo "file $__file"; cat $__file; end
"""


def environment(home):
    return {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_CONFIG_HOME": f"{home}/.config", "TERM": "xterm",
            "XDG_DATA_HOME": f"{home}/.local", "LANG": "C.UTF-8", "TMPDIR": str(home), "PAGER": "cat"}


def run_script(text):
    with tempfile.TemporaryDirectory() as folder:
        work, script = Path(folder, "work"), Path(folder, "script.fish")
        work.mkdir()
        script.write_bytes(text + b"\n" + STATE)
        run = subprocess.run([FISH, "--no-config", str(script)], cwd=work, env=environment(folder), timeout=SECONDS,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        hide = lambda data: re.sub(rb"psub\.\w+", b"psub", data.replace(folder.encode(), b"FOLDER"))
        return run.returncode, hide(run.stdout), without_places(hide(run.stderr), text)


def without_places(stderr, text):
    """Error messages without file, line, the quoted source and the marks under it."""
    source = {line.strip() for line in text.split(b"\n")}
    lines = []
    for line in stderr.split(b"\n"):
        line = re.sub(rb"^.*\(line \d+\): ?", b"", line)
        if line.strip() in source or re.fullmatch(rb"[ ^~]*", line) or re.search(rb"called on line|^in |sourced", line):
            continue
        lines.append(line)
    return lines


SETUP = (b"function fish_prompt; end; function fish_mode_prompt; end; function fish_title; end; set -g fish_greeting\n"
         b"function __m1 --on-event fish_preexec; printf '\\e]7;start\\a'; end\n"
         b"function __m2 --on-event fish_postexec; printf '\\e]7;end\\a'; end\n"
         b"function __m3 --on-event fish_prompt; printf '\\e]7;prompt %s\\a' $status; end\n")


def type_line(line):
    """The marks that one line typed into an interactive fish makes, up to the prompt after it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "setup.fish").write_bytes(SETUP)
        pid, fd = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execvpe("fish", ["fish", "--no-config", "-i", "-C", "source setup.fish"], environment(folder))
        try:
            read_marks(fd, 1)
            # The line goes in first, then the check that the shell is idle again: a second prompt of its own.
            os.write(fd, line.encode() + b"\r")
            marks = read_marks(fd, 1)
            os.write(fd, b"true\r")
            return marks, read_marks(fd, 1)
        finally:
            os.kill(pid, signal.SIGKILL)
            os.close(fd)
            os.waitpid(pid, 0)


def read_marks(fd, prompts):
    data = b""
    while True:
        marks = re.findall(rb"\x1b\]7;([^\x07]*)\x07", data)
        if sum(mark.startswith(b"prompt") for mark in marks) >= prompts:
            return marks
        if not select.select([fd], [], [], SECONDS)[0]:
            return marks + [b"no prompt within %d s" % SECONDS]
        try:
            data += os.read(fd, 65536)
        except OSError:  # what Linux says when the shell is gone
            return marks + [b"the shell ended"]


def check(termhost, name, text):
    """A list of what is wrong."""
    result = flatten(termhost, "fish", text)
    if result["status"] == "bypassed":
        return [f"bypassed: {result['reason']}"]
    line = result["command"]
    if has_control(line):
        return [f"not one line: {line!r}"]
    problems = []
    before, after = run_script(normalized(text)), run_script(line.encode())
    for what, a, b in zip(("exit status", "output and state", "error output"), before, after):
        if a != b:
            problems.append(f"{what} differs\n    before: {a!r}\n    after:  {b!r}")
    if NEWER:
        return [f"{problem}\n    line:   {line}" for problem in problems]
    status = re.search(rb"--- state\nstatus (\d+)", before[1])
    marks, next_marks = type_line(line)
    if status and marks != [b"start", b"end", b"prompt " + status[1]]:
        problems.append(f"typed: {marks}, expected one start, one end and one prompt with {status[1]!r}")
    if next_marks != [b"start", b"end", b"prompt 0"]:
        problems.append(f"the next command was not one of its own: {next_marks}")
    return [f"{problem}\n    line:   {line}" for problem in problems]


def check_acceptance(termhost):
    """Our parser and `fish -n` agree on every fish file of this machine and on the cases of accept/."""
    files = [] if NEWER else sorted(Path("/usr/share/fish").rglob("*.fish"))
    texts = [(str(path), path.read_bytes()) for path in files] + read_cases(HERE / ("fish4/accept" if NEWER else "accept"))
    older = read_cases(HERE / "fish3/accept")

    def one(item):
        name, text = item
        with tempfile.NamedTemporaryFile(suffix=".fish") as script:
            script.write(normalized(text))
            script.flush()
            run = subprocess.run([FISH, "--no-config", "-n", script.name], stdin=subprocess.DEVNULL, capture_output=True)
        result = flatten(termhost, "fish", text)
        accepts = run.returncode == 0 if item not in older else (run.returncode == 0) == (VERSION < 4)
        if accepts != (result["status"] != "bypassed"):
            return f"{name}: fish says {run.stderr.decode()[:200]!r}, termhost {result['status']} {result['reason']}"
        return "not one line: " + name if result["status"] != "bypassed" and has_control(result["command"]) else None

    with ThreadPoolExecutor(2) as pool:
        return len(texts + older), [problem for problem in pool.map(one, texts + older) if problem]


def main(termhost):
    cases = read_cases(HERE / "fish4" if NEWER else HERE)
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda case: (case[0], check(termhost, *case)), cases))
    failed = [f"{name}: {problem}" for name, problems in results for problem in problems]
    accepted, disagreements = check_acceptance(termhost)
    for problem in failed + disagreements:
        print(problem)
    print(f"flatten-fish: {len(cases)} cases as scripts and typed, {accepted} texts compared with fish -n")
    print(f"{len(cases) + accepted - len(failed) - len(disagreements)} passed, {len(failed) + len(disagreements)} failed")
    return 1 if failed or disagreements else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
