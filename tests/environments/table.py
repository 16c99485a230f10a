"""Runs awkward commands in people's environments through `termhost mcp`, and compares text, exit codes and files with what the plain shell gives.
usage: table.py TERMHOST [--whole] [--only TEXT]... [--list] [--jobs N]
  --whole     every environment in every situation; else those that say `short`, with fewer commands
  --only TEXT only rows (ENVIRONMENT/SITUATION) that have all such texts in their names; of every environment
  --list      names the rows"""

import argparse
import os
import sys
import tempfile
import time
import traceback
import zlib
from concurrent.futures import ThreadPoolExecutor

import rows
from person import Person, PlainShell, comparable, contents, emptied
from sessions import sessions

plain_shell = PlainShell()


def wanted_of(environment, command):
    text, code, files = plain_shell.outcome(environment, command.line)
    return command.text if command.text is not None else text, command.code if command.code is not None else code, files


def difference(environment, command, result, files):
    """What is wrong with a result, or nothing."""
    text, code, wanted_files = wanted_of(environment, command)
    got = result["status"], result.get("exitCode"), comparable((result.get("output") or {}).get("text") or "")
    if files != wanted_files:
        return f"leaves {files}, wants {wanted_files}"
    if command.fails:
        return None if got[0] == "completed" and got[1] else f"fails with {got}"
    return None if got == ("completed", code, text) else f"gives {got}, wants {('completed', code, text)}"


def rotated(values, row):
    """Another one is the first in each row."""
    start = zlib.crc32(row.encode()) % len(values)
    return values[start:] + values[:start]


class Row:
    """An environment in a situation: a list of sessions, each a list of (typed before it, command)."""

    def __init__(self, environment, situation, whole):
        self.environment, self.situation = environment, situation
        self.name = f"{environment.name}/{situation}"
        commands = rotated(list(rows.commands(environment)), self.name)
        few, many = commands[:3], commands[:8]
        self.sessions = {
            "paced": lambda: [[(None, command) for command in commands]],
            "fast": lambda: [[(None, command) for command in commands]],
            "first": lambda: [[(None, command)] for command in (many if whole else few)],
            "slow": lambda: [[(None, command) for command in (commands[:12] if whole else few)]],
            "random": lambda: [[(typed, commands[number % len(commands)]) for number, typed in enumerate(rows.typed_at_random(self.name, 100 if whole else 10))]],
            "typed": lambda: [list(zip(rotated(rows.typed(), self.name)[: None if whole else 6], commands))],
        }[situation]()

    def startup_text(self):
        return self.environment.text + (self.environment.slow_prompt if self.situation == "slow" else "")

    def run(self, termhost):
        """The faults, and how many commands were compared."""
        faults, count = [], 0
        for session in self.sessions:
            with tempfile.TemporaryDirectory(prefix="termhost-environment-") as folder:
                person = Person(termhost, self.environment, self.startup_text(), folder)
                for number, (typed, command) in enumerate(session, 1):
                    fault = self.compare(person, typed, command)
                    count += 1
                    if fault:
                        faults.append(f"command {number}, {command.name}{f', behind {typed[0]}' if typed else ''}: {fault}")
                    if len(faults) > 2:
                        break
                person.end()
        return faults, count

    def compare(self, person, typed, command):
        if typed:
            person.leave_typed(typed[1])
        if self.situation == "paced":
            time.sleep(0.1)
        work = emptied(person.home / "work")
        result = person.run(command.line, cwd=str(work))
        person.stop_what_runs(result)
        fault = difference(self.environment, command, result, contents(work))
        return fault and f"{shown(fault)} ({shown(result.get('message') or '', 300)!r})"


def shown(text, size=700):
    return text if len(text) < size else f"{text[:size // 2]} … {text[-size // 2:]}"


def all_rows(options):
    """The rows that are asked for."""
    return [row for row in every_row(options) if all(text in row.name for text in options.only)]


def every_row(options):
    yield from sessions()
    for environment in rows.environments():
        if not (environment.short or options.whole or options.only):
            continue
        situations = ("first", "paced", "fast", "slow", "typed") if options.whole else ("first", "fast", "slow", "typed")
        for situation in environment.situations or (*situations, *(["random"] if environment.random else [])):
            yield Row(environment, situation, options.whole)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("termhost")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1))
    options = parser.parse_args()
    chosen = all_rows(options)
    if options.list:
        print(*(row.name for row in chosen), sep="\n")
        return 0
    termhost = os.path.abspath(options.termhost)
    lacking = {f"{row.environment.name} needs {need}" for row in chosen for need in row.environment.missing()}
    assert not lacking, "\n".join(sorted(lacking))
    bad = compared = 0

    def run(row):
        began = time.monotonic()
        try:
            return row, *row.run(termhost), time.monotonic() - began
        except Exception:
            return row, [traceback.format_exc()], 0, time.monotonic() - began

    with ThreadPoolExecutor(options.jobs) as pool:
        for row, faults, count, seconds in pool.map(run, chosen):
            compared += count
            bad += bool(faults)
            if faults:
                print(f"not ok {row.name} ({seconds:.1f} s)", *(f"    {fault}" for fault in faults), sep="\n", flush=True)
    print(f"environments: {len(chosen) - bad} of {len(chosen)} rows right, {compared} commands compared")
    return 1 if bad or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
