"""What the tests of editors take from these tables, as JSON: environments that say `editors`, and for each a few commands with the text and code that
the plain shell gives. {"name", "shell", "startup": the file in the home, "content", "commands": [{"line", "text", "code"}]}
usage: cases.py >FILE"""

import json
import sys

from person import PlainShell
from rows import commands, environments

FEW = {"quotes", "dots", "abbreviations", "abbreviation_last", "exclamation_marks", "loop_of_lines", "several_lines", "newline_in_quotes", "five_kilobytes", "list_with_failure"}


def cases():
    plain_shell = PlainShell()
    for environment in environments():
        if not environment.editors:
            continue
        few = [command for command in commands(environment) if command.name in FEW]
        outcomes = [plain_shell.outcome(environment, command.line) for command in few]
        yield {
            "name": environment.name,
            "shell": environment.shell,
            "startup": environment.startup,
            "content": environment.text,
            "commands": [{"line": command.line, "text": text, "code": code} for command, (text, code, _) in zip(few, outcomes)],
        }


if __name__ == "__main__":
    json.dump(list(cases()), sys.stdout)
