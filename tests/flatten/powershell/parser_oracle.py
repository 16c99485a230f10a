"""Compares what PowerShell's own parser and engine make of each case, and of scripts made at random, with what they make of the flattened line.
The scripts in scripts/ are for PowerShell alone: each is run, and what can't be flattened is run as the line that evaluates it.
usage: parser_oracle.py TERMHOST PWSH [--count N] [--run N] [--seed N] [--show NAME]"""

import argparse
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
import cases  # noqa: E402
from generate import generated  # noqa: E402


# Characters that no line can have are an expression there, and no command is one that does nothing: only running them tells.
OTHER_TREES = {"statements: only comments", "strings: escape character", "strings: bell and delete"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("termhost")
    parser.add_argument("pwsh")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--run", type=int, default=300, help="of these so many are run, too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", default="")
    options = parser.parse_args()
    written = [(name.rstrip(" *"), re.sub(r"\n--- .*\Z", "", text.decode()), False) for name, text in cases.read_cases(HERE)]
    written += [(f"scripts/{name}", text.decode(), True) for name, text in cases.read_cases(HERE / "scripts")]
    scripts = written + [(name, text, number < options.run) for number, (name, text) in enumerate(generated(options.count, options.seed))]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda script: cases.flatten(options.termhost, "pwsh", script[1].encode()), scripts))
    bypassed, asked = [], []
    for (name, text, run), result in zip(scripts, results):
        text = cases.normalized(text.encode()).decode()
        if name == options.show:
            print(text, "\n--\n", result.get("command"), result.get("reason"))
        evaluated = result["status"] == "bypassed" or result.get("form") == "eval"
        other_tree = name in OTHER_TREES or evaluated
        if evaluated:
            bypassed.append((name, text, result.get("reason") or "eval"))
        if evaluated and not (name.startswith("scripts/") and result.get("form") == "eval"):
            continue
        if cases.has_control(result["command"]):
            print(f"not ok {name}: not one line: {result['command']!r}")
        else:
            asked.append(json.dumps({"name": name, "text": text, "line": result["command"], "run": run or name in OTHER_TREES, "trees_differ": other_tree}))
    answer = subprocess.run([options.pwsh, "-NoProfile", "-NonInteractive", "-File", HERE / "same_tree.ps1"], input="\n".join(asked) + "\n", text=True, stdout=subprocess.PIPE, check=True)
    bad = 0
    for line in answer.stdout.splitlines():
        said = json.loads(line)
        if "problem" in said:
            bad += 1
            print(f"not ok {said['name']}: {said['problem']}")
    print(f"flatten-powershell: {said['compared']} lines compared by PowerShell's parser, {said['run']} run, {len(bypassed)} bypassed, {bad} wrong")
    for name, _, reason in bypassed[:5]:
        print(f"  bypassed {name}: {reason}")
    return 1 if bad or said["compared"] < options.count / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
