"""Runs awkward commands in a real PowerShell through `termhost mcp`, and compares text and codes with what the tables state.
usage: table.py TERMHOST PWSH [--only TEXT]... [--jobs N]
  commands.jsonl  {"name", "command", "text" (null: any), "code"}, run one after the other in one shell: in each profile those that say `short`, in
                  the plain one all. `trim`: without blank lines around it; `read_line`: only where there is PSReadLine; `full`: not where the language is constrained;
                  `home`: $HOME stands for the home
  profiles/       profiles of users; a line `#: without read_line` says that PSReadLine is not there, `#: without full` that .NET is not
  sessions.jsonl  what waits, is stopped or ends the shell: a list of steps"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
from mcp_agent import Agent  # noqa: E402

PATIENCE = 30  # seconds that a command may take
STOPPABLE = ("running", "waiting_for_input", "waiting")


def lines_of(name):
    return [json.loads(line) for line in (HERE / name).read_text().splitlines()]


def filled(line):
    """`@word N@` stands for N bytes of numbered words, `@lines N@` for a list of numbers on N lines and their sum's count."""
    numbered = lambda size: "".join(f"word{number:05} " for number in range(size // 10 + 1))[:size]
    line = re.sub(r"@word (\d+)@", lambda found: numbered(int(found[1])), line)
    listed = lambda count: "@(\n" + "".join(f"  {number}\n" for number in range(count)) + ").Count"
    return re.sub(r"@lines (\d+)@", lambda found: listed(int(found[1])), line)


def agent_of(termhost, pwsh, folder, profile):
    home = Path(folder)
    for name in (".config/powershell", ".config/termhost"):
        (home / name).mkdir(parents=True)
    (home / ".config/termhost/settings.json").write_text('{"autoApprove": true}')
    (home / ".config/powershell/profile.ps1").write_text(profile + "\n$global:ProfileRan = 'the profile was run'\n")
    variables = {"SHELL": pwsh, "POWERSHELL_TELEMETRY_OPTOUT": "1", "POWERSHELL_UPDATECHECK": "Off"}
    return Agent(termhost, folder, variables, {name: os.environ[name] for name in ("PATH", "DOTNET_ROOT") if name in os.environ})


def text_of(result):
    return (result.get("output") or {}).get("text") or ""


def difference(row, result, home):
    text, wanted = text_of(result).rstrip("\n"), row.get("text", "")
    if row.get("trim"):
        text = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
    if row.get("home") and wanted:
        wanted = wanted.replace("$HOME", home)
    status = row.get("status", "completed")
    if result["status"] == status and result.get("exitCode") == row.get("code", 0) and wanted in (None, text) and row.get("says", "") in (result.get("message") or ""):
        return None
    return f"gives {result['status']}, {result.get('exitCode')}, {text[-600:]!r}, wants {row.get('code', 0)}, {wanted and wanted[:600]!r} ({(result.get('message') or '')[:300]!r})"


class Commands:
    def __init__(self, profile):
        self.name, self.profile = profile.stem, profile.read_text()

    def rows(self):
        without = re.findall(r"(?m)^#: without (\S+)$", self.profile)
        for row in lines_of("commands.jsonl"):
            if (self.name == "plain" or row.get("short")) and not any(row.get(name) for name in without):
                yield row

    def run(self, termhost, pwsh, folder):
        agent, faults, count = agent_of(termhost, pwsh, folder, self.profile), [], 0
        for row in self.rows():
            count += 1
            result = agent.call("execute_command", command=filled(row["command"]), timeout=PATIENCE)
            if result["status"] in STOPPABLE and result.get("executionId"):
                agent.call("stop_command", execution_id=result["executionId"])
            fault = difference(row, result, folder)
            if fault:
                faults.append(f"{row['name']} {fault}")
            if len(faults) > 30:
                break
        agent.end()
        return faults, count


class Session:
    """A step has a `command`, or `send`s input to the last one, `stop`s it or waits for it."""

    def __init__(self, row):
        self.row, self.name = row, f"session/{row['name']}"

    def run(self, termhost, pwsh, folder):
        agent, faults, execution = agent_of(termhost, pwsh, folder, self.row.get("profile", "")), [], None
        for number, step in enumerate(self.row["steps"], 1):
            if "command" in step:
                result = agent.call("execute_command", command=step["command"], timeout=step.get("timeout", PATIENCE))
                execution = result.get("executionId") or execution
            elif "send" in step:
                result = agent.call("send_input", execution_id=execution, text=step["send"])
                going_on = result.get("status") in (None, "running", "waiting_for_input")
                if going_on and result.get("status") != step.get("status", "completed"):
                    result = agent.call("wait_for_command", execution_id=execution, timeout=PATIENCE)
            else:
                began = time.monotonic()
                result = agent.call("stop_command", execution_id=execution)
                if time.monotonic() - began > step.get("seconds", 5):
                    faults.append(f"step {number}: stopped too late")
            fault = difference({"code": None, **step}, result, folder)
            if fault:
                faults.append(f"step {number} {fault}")
        agent.end()
        return faults, len(self.row["steps"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("termhost")
    parser.add_argument("pwsh", type=os.path.abspath)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    termhost = os.path.abspath(options.termhost)
    every = [*(Commands(path) for path in sorted(HERE.glob("profiles/*.ps1"))), *(Session(row) for row in lines_of("sessions.jsonl"))]
    chosen = [one for one in every if all(text in one.name for text in options.only)]
    bad = compared = 0

    def run(one):
        with tempfile.TemporaryDirectory(prefix="termhost-powershell-") as folder:
            try:
                return one, *one.run(termhost, options.pwsh, folder)
            except Exception:
                return one, [traceback.format_exc()], 0

    with ThreadPoolExecutor(options.jobs) as pool:
        for one, faults, count in pool.map(run, chosen):
            compared += count
            bad += bool(faults)
            if faults:
                print(f"not ok {one.name}", *(f"    {fault}" for fault in faults), sep="\n", flush=True)
    print(f"powershell: {len(chosen) - bad} of {len(chosen)} rows right, {compared} commands compared")
    return 1 if bad or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
