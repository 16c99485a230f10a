"""An agent's session in the environment of somebody, and what plain shells make of the same commands."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from mcp_agent import Agent  # noqa: E402

PATIENCE = 12  # seconds that a command may take


class Person(Agent):
    """An agent in an environment of somebody."""

    def __init__(self, termhost, environment, startup_text, folder):
        self.home = Path(folder)
        startup = self.home / environment.startup
        startup.parent.mkdir(parents=True, exist_ok=True)
        startup.write_text(startup_text)
        (self.home / ".local/share/fish/generated_completions").mkdir(parents=True)  # else fish reads every manual page
        settings = self.home / ".config/termhost/settings.json"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text('{"autoApprove": true}')  # a line that can't be read would be asked about
        variables = {"SHELL": shutil.which(environment.shell), "ENV": f"{folder}/.shrc", **environment.variables}
        super().__init__(termhost, folder, variables, {"PATH": os.environ["PATH"]})

    def run(self, line, **more):
        return self.call("execute_command", command=line, timeout=PATIENCE, **more)

    def stop_what_runs(self, result):
        if result["status"] in ("running", "waiting_for_input", "waiting") and result.get("executionId"):
            self.call("stop_command", execution_id=result["executionId"])

    def leave_typed(self, text):
        """Types what nobody reads before the next prompt."""
        running = self.run("sleep 0.2", background=True)
        if running["status"] != "completed":
            self.call("send_input", execution_id=running["executionId"], text=text)
            self.call("wait_for_command", execution_id=running["executionId"], timeout=PATIENCE)


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


def emptied(folder):
    """The same folder, with nothing in it: a shell may be there."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return folder


def comparable(text):
    """Without the line number that a shell says only of text that it did not read from a terminal."""
    return re.sub(r"(?m)^((?:/bin/)?(?:bash|zsh|dash|ksh|mksh)): (-c: )?(line )?\d+: ", r"\1: ", text).rstrip("\n")


class PlainShell:
    """What a shell gives that runs a command as a script, without anybody's startup files; asked once for each."""

    def __init__(self):
        self.known, self.lock = {}, threading.Lock()

    def outcome(self, environment, line):
        language = {name: value for name, value in {"LANG": "C.UTF-8", **environment.variables}.items() if name.startswith(("LC_", "LANG"))}
        with self.lock:
            key = environment.shell, *language.items(), line
            if key not in self.known:
                self.known[key] = self.ask(environment.shell, language, line)
            return self.known[key]

    @staticmethod
    def ask(shell, language, line):
        with tempfile.TemporaryDirectory() as home:
            work = emptied(Path(home, "work"))
            script = Path(home, "script")  # a line of 100 KB can't be an argument
            script.write_text(line + "\n")
            environment = {"PATH": os.environ["PATH"], "HOME": home, **language}
            run = subprocess.run([shell, script], cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=30)
            return comparable(run.stdout.decode().replace(str(script), shell)), run.returncode, contents(work)
