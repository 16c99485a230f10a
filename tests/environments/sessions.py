"""What a session does to its own shell, and what the commands behind it give: the rows of sessions.jsonl, one for each of their shells.
A step has a `command` with the `text` (one, several that will do, or null: any) and `code` (one of `codes`) that it gives, or `fails`, or another `status` (null: any);
`cwd` below its folder, what its message `says`, the `seconds` that it may take. {"repeat": N} is N commands that say who they are; what stands
under `outside` is run by another shell, and must succeed."""

import subprocess
import tempfile
import time

from person import Person, comparable, emptied
from rows import Environment, KINDS, lines_of


def steps_of(row, shell):
    number = 0
    for step in row["steps"]:
        for _ in range(step.get("repeat", 0)):
            number += 1
            ends = f"sh -c 'exit {number + 2}'" if shell == "fish" else f"(exit {number + 2})"
            yield {"command": f"echo m{number}; {ends}", "text": f"m{number}", "code": number + 2}
        if "repeat" not in step:
            yield step


def fault_of(step, result, seconds):
    """What is wrong with a result, or nothing."""
    status, code = result["status"], result.get("exitCode")
    text = comparable((result.get("output") or {}).get("text") or "")
    got = f"{step['command']!r} gives {status}, {code}, {text!r} after {seconds:.1f} s ({(result.get('message') or '')[-300:]!r})"
    if seconds > step.get("seconds", 1000):
        return f"{got}: too late"
    if "seconds" in step and "text" not in step:
        return None
    if step.get("fails"):
        return None if status == "completed" and code else got
    wanted = step.get("status", "completed")
    if wanted and status != wanted or step.get("says", "") not in (result.get("message") or ""):
        return got
    if wanted != "completed":
        return None
    texts = step.get("text", "") if isinstance(step.get("text", ""), list) else [step.get("text", "")]
    codes = step.get("codes", [step.get("code", 0)])
    return None if code in codes and (text in texts or None in texts) else f"{got}, wants {codes}, {texts}"


class Session:
    def __init__(self, row, shell):
        self.row, self.name = row, f"session/{row['name']}-{shell}"
        startup, slow_prompt = KINDS[shell if shell in KINDS else "sh"]
        self.environment = Environment(self.name, shell, startup, slow_prompt, row.get("startup", ""), variables=row.get("environment", {}), needs=row.get("needs", "").split())

    def run(self, termhost):
        """The faults, and how many commands were compared."""
        faults, count = [], 0
        with tempfile.TemporaryDirectory(prefix="termhost-environment-") as folder:
            person = Person(termhost, self.environment, self.environment.text, folder)
            work = emptied(person.home / "work")
            for step in steps_of(self.row, self.environment.shell):
                if "outside" in step:
                    if subprocess.run(["sh", "-c", step["outside"]], cwd=work).returncode:
                        faults.append(f"{step['outside']!r} is not so")
                    continue
                began, count = time.monotonic(), count + 1
                more = {"cwd": str(work / step["cwd"])} if "cwd" in step else {} if count > 1 else {"cwd": str(work)}
                result = person.run(step["command"], **more)
                person.stop_what_runs(result)
                fault = fault_of(step, result, time.monotonic() - began)
                if fault:
                    faults.append(f"command {count}: {fault}")
                if len(faults) > 2:
                    break
            person.end()
        return faults, count


def sessions():
    return [Session(row, shell) for row in lines_of("sessions.jsonl") for shell in row["shells"]]
