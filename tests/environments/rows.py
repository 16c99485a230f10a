"""The tables: people's environments, the commands that each gets, and what was typed before them."""

import json
import random
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
POSIX = ("bash", "zsh", "dash", "ksh", "mksh")
# The folder of a kind of startup file: where its shells look for it, and a prompt that takes a second, to be put behind it.
KINDS = {
    "bash": (".bashrc", "slow_prompt() { sleep 1; }\nPROMPT_COMMAND=\"slow_prompt${PROMPT_COMMAND:+; $PROMPT_COMMAND}\"\n"),
    "zsh": (".zshrc", "slow_prompt() { sleep 1 }\nprecmd_functions+=(slow_prompt)\n"),
    "fish": (".config/fish/config.fish", "function slow_prompt --on-event fish_prompt\n  sleep 1\nend\n"),
    "sh": (".shrc", "PS1='$(sleep 1)$ '\n"),
}


@dataclass
class Environment:
    """Startup files of somebody. A file of the table begins with a comment that says whose, and has lines `#: KEY VALUE` behind it."""

    name: str
    shell: str
    startup: str
    slow_prompt: str
    text: str
    short: bool = False
    random: bool = False  # also behind whatever may have been typed
    editors: bool = False  # also tried in the terminals of editors
    variables: dict = field(default_factory=dict)
    needs: list = field(default_factory=list)
    situations: list = field(default_factory=list)
    without: list = field(default_factory=list)  # names of commands that mean something else here

    def missing(self):
        """What it needs and this machine has not."""
        return [need for need in self.needs if not (Path(need).exists() or shutil.which(need))]


def words_of(path, text):
    """{key: [value]} of the lines `#: KEY VALUE`."""
    keys = {}
    for key, value in re.findall(r"(?m)^#: (\w+)(?: (.*))?$", text):
        keys.setdefault(key, []).append(value)
    unknown = set(keys) - {"short", "environment", "needs", "situations", "shells", "except", "editors", "random"}
    assert not unknown, f"{path}: unknown keys {unknown}"
    return keys


def environments():
    for path in sorted(file for kind in KINDS for file in (HERE / kind).iterdir()):
        kind, text = path.parent.name, path.read_text()
        assert re.match(r"# \S", text), f"{path} begins with no line that says what it stands for"
        keys = words_of(path, text)
        startup, slow_prompt = KINDS[kind]
        for shell in " ".join(keys.get("shells", ["dash" if kind == "sh" else kind])).split():
            yield Environment(
                name=f"{path.stem}-{shell}",
                shell=shell,
                startup=startup,
                slow_prompt=slow_prompt,
                text=text,
                short="short" in keys,
                random="random" in keys,
                editors="editors" in keys,
                variables=dict(value.split("=", 1) for value in keys.get("environment", [])),
                needs=" ".join(keys.get("needs", [])).split(),
                situations=" ".join(keys.get("situations", [])).split(),
                without=" ".join(keys.get("except", [])).split(),
            )


@dataclass
class Command:
    """A command line, and what it gives: where `text` and `code` are not stated, what the plain shell says."""

    name: str
    line: str
    text: str = None
    code: int = None
    fails: bool = False  # with whatever code and message


def filled(line):
    """`@word N@` stands for N bytes of numbered words."""
    numbered = lambda size: "".join(f"word{number:05} " for number in range(size // 10 + 1))[:size]
    return re.sub(r"@word (\d+)@", lambda found: numbered(int(found[1])), line)


def lines_of(name):
    return [json.loads(line) for line in (HERE / name).read_text().splitlines()]


def commands(environment):
    for row in lines_of("commands.jsonl"):
        shells = {"all": (*POSIX, "fish"), "posix": POSIX, "fish": ("fish",)}.get(str(row["shells"]), row["shells"])
        if environment.shell in shells and row["name"] not in environment.without:
            yield Command(row["name"], filled(row["command"]), row.get("text"), row.get("code"), row.get("fails", False))


def typed():
    return [(row["name"], row["text"]) for row in lines_of("typed.jsonl")]


# Keys that neither end a line nor send a signal nor open another program; `v` does in vi's modes.
KEYS = [*"abxyzdiARGq019 $^;|&<>(){}[]\"'`\\!*?~#-./:=,", *"\x01\x02\x05\x06\x07\x08\t\x0b\x0c\x0e\x10\x12\x14\x15\x16\x17\x19\x1e\x1f\x7f", "é", "日", "\U0001f389"]
ANSWERS = ["\x1b[%d;%dR", "\x1b[?%d;%dc", "\x1b[>%d;%d;0c", "\x1b]11;rgb:%d/%d/00\x07", "\x1b]10;rgb:%d/%d/00\x1b\\", "\x1bP>|term(%d.%d)\x1b\\", "\x1b[?%d;%du", "\x1b[<%d;%d;1M", "\x1b[%d;%d~", "\x1b[%d;%dA"]
ENDS = ["", "", "\x1b", "\x1b[", "\x1bO", "\x1b]11;rgb", "\x1b[2", "\x1b5", "\x16", "\x12", "\x18", "\x1b[200~", "\x1b[24;8~"]


def typed_at_random(seed, count):
    """What a user may have typed and a terminal may have answered."""
    source = random.Random(seed)
    answer = lambda: source.choice(ANSWERS) % (source.randrange(100), source.randrange(100))
    key = lambda: source.choice(KEYS)
    for number in range(count):
        parts = [source.choice((key, key, key, answer))() for _ in range(source.randrange(1, 12))]
        text = "".join(parts) + source.choice(ENDS)
        yield f"{number} {text!r}", text
