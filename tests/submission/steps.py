"""Submits every command of the VS Code recordings, and those of commands.jsonl, through `termhost exec` to each real shell, and compares what comes back with
SHELL.expected beside this file: one line a command, with its status, exit code, evidence, rewrite, and the output of that one execution.
usage: steps.py TERMHOST [SHELL]...      TERMHOST_UPDATE=1 writes the expectations anew, to be read before they are committed"""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
RECORDINGS = HERE.parent / "fixtures" / "vscode"
# name: (shell, recordings whose commands it gets, startup file, what that says)
SETUPS = {
    "bash": ("bash", ["bash"], ".bashrc", "unset HISTCONTROL\n"),
    "bash-ignoreboth": ("bash", ["bash-ignoreboth"], ".bashrc", "HISTCONTROL=ignoreboth\n"),
    "zsh": ("zsh", ["zsh"], ".zshrc", "\n"),
    "fish": ("fish", ["fish"], ".config/fish/config.fish", "\n"),
    "dash": ("dash", ["bash"], ".profile", "\n"),
}
# These wait for the person: a timeout ends them.
WAITING = re.compile(r"^(sleep 100|read x;.*|seq 1 200 \| less|sh)$")

VARYING = [(r"(?m)^\[1\]( [+-] )? ?\d+", "[1] PID"), (r"\S*/(?:termhost-\w+|\.cache/termhost)/(\w{6}/)?", "ENVELOPE/"), (r"\d+[m.,][\d.]+ ?s|\d+%|[\d.]+ total", "TIME")]


def commands(shell, recordings):
    """{command: name}: the recorded ones in order, each once, and ours."""
    found = {}
    for name in recordings:
        for line in (RECORDINGS / f"{name}.jsonl").read_text().splitlines():
            event = json.loads(line)
            if event["event"] == "call_executeCommand":
                found.setdefault(event["commandLine"], event["step"])
    for line in (HERE / "commands.jsonl").read_text().splitlines():
        ours = json.loads(line)
        if shell in ours["shells"]:
            found.setdefault(ours["command"], ours["step"])
    return found


def environment(home):
    keep = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**keep, "HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}


def submit(termhost, shell, home, command):
    work = Path(tempfile.mkdtemp(dir=home))
    (work / "sub" / "sub").mkdir(parents=True)
    waits = ["--timeout", "1"] if WAITING.match(command) else []
    run = subprocess.run([termhost, "exec", "--json", "--shell", shell, "--cwd", work / "sub", *waits, "--", command],
                         env=environment(home), stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    result = json.loads(run.stdout)
    output = result["output"]
    text = output["text"].replace(str(work), "WORK")
    for pattern, name in VARYING:
        text = re.sub(pattern, name, text)
    if len(text) > 200:
        text = f"{text[:40]}…{text[-40:]}"
    return (f"{result['status']}, code {result['exitCode'] if result['signal'] is None else result['signal']}, {result['endedBy']}, {result['certainty']}, "
            f"{result['rewrite']['kind']}, {output['totalLines']} lines: {json.dumps(text, ensure_ascii=False)}")


def run_setup(termhost, name):
    shell, recordings, startup, text = SETUPS[name]
    with tempfile.TemporaryDirectory() as home:
        # With this folder there fish does not begin its life by reading every manual page.
        Path(home, ".local/share/fish/generated_completions").mkdir(parents=True)
        path = Path(home, startup)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return [f"{step}: {submit(termhost, shell, home, command)}" for command, step in commands(shell, recordings).items()]


def readings(wanted):
    """Where the evidence of an end may be either, as of a shell that ends with its command, it is written as `one|other`."""
    head, mark, tail = wanted.partition("end_mark|wait")
    return [head + evidence + tail for evidence in ("end_mark", "wait")] if mark else [wanted]


def rewritten(known, lines):
    """The lines, each in the form that it has already if it still says the same."""
    return [next((wanted for wanted in known if line in readings(wanted)), line) for line in lines]


def main(arguments):
    termhost, *names = arguments
    names = names or list(SETUPS)
    with ThreadPoolExecutor(len(names)) as pool:
        results = list(pool.map(lambda name: run_setup(os.path.abspath(termhost), name), names))
    total = failed = 0
    for name, lines in zip(names, results):
        file = HERE / f"{name}.expected"
        expected = file.read_text().splitlines()
        if "TERMHOST_UPDATE" in os.environ:
            file.write_text("".join(line + "\n" for line in rewritten(expected, lines)))
            continue
        if len(expected) != len(lines):
            sys.exit(f"{file} has {len(expected)} lines for {len(lines)} commands: TERMHOST_UPDATE=1 ./scripts/test --only submission writes them")
        for wanted, line in zip(expected, lines):
            total += 1
            if line not in readings(wanted):
                failed += 1
                print(f"{name}\n  expected {wanted}\n  got      {line}")
    print(f"submission: {total - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
