"""Runs each case and its flattened form in every real shell that accepts it, as scripts and (a sample) typed into a terminal, and
compares everything the text can leave behind.
usage: oracle.py TERMHOST [FOLDER-OF-CASES]
TERMHOST_LONG=1: types every case, and tries many more random scripts."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from cases import flatten, has_control, normalized, read_cases
from generate import random_script
from shells import SHELLS, accepts, run_script
from typed import type_line

HERE = Path(__file__).parent
LONG = os.environ.get("TERMHOST_LONG") == "1"
RANDOM_SCRIPTS = 2000 if LONG else 60
TYPED_EVERY = 1 if LONG else 8


TRIES = 3


def compare(shell, text, line, state):
    """What differs each time: a made-up script may race with itself, by writing into a pipe that nobody reads."""
    for _ in range(TRIES):
        found = list(differences(shell, text, line, state))
        if not found:
            break
    return found


def differences(shell, text, line, state):
    before = run_script(shell, normalized(text), state)
    if state and b"--- state" not in before[1]:  # it ended the shell: nothing of the harness may follow it
        state, before = False, run_script(shell, normalized(text), False)
    after = run_script(shell, line.encode(), state)
    for what, a, b in zip(("exit status", "output and state", "error output", "files"), before, after):
        if a != b:
            yield f"{what} differs\n    before: {excerpt(a, b)}\n    after:  {excerpt(b, a)}"


def excerpt(this, other):
    """From a little before the first difference."""
    this, other = repr(this), repr(other)
    start = max(0, len(os.path.commonprefix([this, other])) - 60)
    return this[start:start + 400]


def check(termhost, number, name, text):
    """(runs in a shell, what is wrong)"""
    runs, problems = 0, []
    for shell in SHELLS:
        if f"not {shell.name}" in name:
            continue
        valid = accepts(shell, normalized(text))
        result = flatten(termhost, shell.kind, text)
        if result["status"] == "bypassed":
            if valid:
                problems.append(f"{shell.name}: bypassed, but the shell takes it: {result['reason']}")
            continue
        if has_control(result["command"]):
            problems.append(f"{shell.name}: not one line: {result['command']!r}")
        if not valid:
            continue  # the two kinds of ksh share one grammar, and extglob may be off: only a refusal must be exact
        runs += 1
        found = compare(shell, text, result["command"], "open" not in name)
        if number % TYPED_EVERY == 0 and "untyped" not in name:
            found += type_line(shell, result["command"])
        problems += [f"{shell.name}: {problem}\n    line:   {result['command']}" for problem in found]
    if runs == 0 and not problems and "invalid" not in name:
        problems.append("no shell takes it")
    return runs, [f"{name}: {problem}" for problem in problems]


def main(termhost, folder=HERE):
    cases = read_cases(folder)
    if Path(folder) == HERE:
        cases += [(f"random {seed}", random_script(seed)) for seed in range(RANDOM_SCRIPTS)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda item: check(termhost, item[0], *item[1]), enumerate(cases)))
    problems = [problem for _, found in results for problem in found]
    for problem in problems:
        print(problem)
    failed = sum(1 for _, found in results if found)
    print(f"flatten-posix: {len(cases)} texts, {sum(runs for runs, _ in results)} comparisons in {len(SHELLS)} shells")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
