"""Cases as data: files of blocks, each headed by `=== name`. What all flatten oracles share."""

import json
import subprocess
from pathlib import Path


def read_cases(folder):
    """[(name, text as bytes)]; a case's last newline is not part of it."""
    cases = []
    for path in sorted(Path(folder).glob("*.txt")):
        for block in ("\n" + path.read_bytes().decode("utf-8")).split("\n=== ")[1:]:
            name, _, text = block.partition("\n")
            cases.append((f"{path.stem}: {name}", text.removesuffix("\n").encode()))
    return cases


def normalized(text):
    """Line ends as a terminal delivers them."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def flatten(termhost, shell, text):
    run = subprocess.run([termhost, "flatten", "--shell", shell], input=text, stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def has_control(text):
    return any(ord(c) < 0x20 or ord(c) == 0x7F for c in text)
