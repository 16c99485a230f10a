"""Runs hostile lines for real in trials, and looks for anything that got out of their copies.

usage: trial_oracle.py TERMHOST SHELL calls|groups [LINES SEED CANARIES]     CANARIES: the program that makes lines up

The lines are those of the tables in tests/fixtures/approval that are of this shell, or made-up ones. A world of an unprivileged user is
made with bubblewrap: a home with secrets, a project, a server, and `termhost mcp` with the level auto and no rules.

- `calls`: each line is an agent's command there. Lines that need more than a trial are not run: nobody can be asked.
- `groups`: an agent's command runs many lines, see lines_in_trial.py. The policy sees none of these lines, so all of them run. If anything
  got out, each line of the group is run in a copy of its own.

All files outside of the copies, mounts and counters of packets stay as they are, nobody calls the server, no secret is shown or copied, and
no process is left."""

import hashlib
import json
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from lines_in_trial import HOME, PROJECT, SECRET, SEED, differences, picture, shows_secret

TOKEN = "T0K3N" + "1a2b3c4d5e6f"  # in a variable that every program sees; not made of words: those are not hidden
FIXTURES = Path(__file__).resolve().parent / "../../fixtures/approval"
SECRET_FILES = {"w/.env": f"KEY={SECRET}\n", ".ssh/id_rsa": SECRET, ".aws/credentials": SECRET}
OTHER_FILES = {"w/f": "b\na\n", "w/src/a.txt": "b\na\n", ".bashrc": "true\n", "other/file": "theirs\n",
               "w/Makefile": "all:\n\t@echo made\n", "w/ev": "#!/bin/sh\n>hit\n",
               ".local/share/fish/generated_completions/a.fish": "",  # else fish fills this folder in the background
               ".config/termhost/settings.json": '{"warmShells": 2}\n'}
# Nothing of this is run anywhere, not even in a world of its own.
OFF_LIMITS = re.compile(
    r"\b(date|hostname|kill|pkill|killall|shutdown|reboot|halt|poweroff|hwclock|timedatectl|mount|sudo)\b|yes|sleep|while (true|:)")
LEAST_TRIED = 0.5  # of the lines, or the run proves too little
IN_GROUP = 50  # lines
IN_SESSION = 1000  # lines, or so, of one agent
MOST_WAIT = {"calls": 20, "groups": 120}  # seconds for one answer: more is a trial that hangs


def lines_of_tables(shell):
    lines = []
    for table in sorted(FIXTURES.glob("*.tsv")):
        for row in table.read_text().splitlines():
            fields = row.split("\t")
            if len(fields) < 2 or fields[0].startswith(("#", "@")):
                continue
            name = fields[1] if table.stem.startswith("agents") else fields[0]
            if name == shell:
                lines.append(fields[-1].replace("␊", "\n").replace("␉", "\t"))
    return lines


def lines_made_up(canaries, shell, count, seed):
    made = subprocess.run([canaries, "--lines", count, seed, shell], check=True, capture_output=True).stdout
    return [line for line in made.decode(errors="replace").split("\0") if line]


# ---- inside the world ----


class Agent:
    def __init__(self, termhost, shell, how):
        env = {**os.environ, "SHELL": shutil.which(shell)}
        self.process = subprocess.Popen([termhost, "mcp", "--sandbox", "auto"], cwd=PROJECT, env=env,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.wait = MOST_WAIT[how]
        client = {"name": "oracle", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        timer = threading.Timer(self.wait, self.process.kill)
        timer.start()
        try:
            for line in self.process.stdout:
                message = json.loads(line)
                if message.get("id") == self.number and "method" not in message:
                    return message.get("result", message)
        finally:
            timer.cancel()
        sys.exit("termhost did not answer, or ended")

    def tool(self, name, arguments):
        result = self.ask("tools/call", {"name": name, "arguments": arguments})
        return "\n".join(part.get("text", "") for part in result.get("content", []))

    def run(self, line, timeout=2):
        text = self.tool("execute_command", {"command": line, "timeout": timeout})
        going_on = re.search(r"[Ee]xecution ID: (\d+)", text)
        if going_on:
            text += self.tool("stop_command", {"execution_id": going_on[1]})
        return text

    def end(self):
        self.process.stdin.close()
        self.process.wait(MOST_WAIT["calls"])


def plant():
    for path, text in {**SECRET_FILES, **OTHER_FILES}.items():
        file = Path(HOME, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    os.chmod(f"{PROJECT}/ev", 0o755)
    for command in (["init", "-q"], ["add", "f"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
        subprocess.run(["git", "-C", PROJECT, *command], check=True)
    shutil.copytree(HOME, SEED, symlinks=True)
    for path in SECRET_FILES:
        os.unlink(f"{SEED}/{path}")


class Outside:
    """All that outlives a command, except termhost's own files."""

    def __init__(self):
        self.called, self.contents = [], {}
        threading.Thread(target=self.serve, daemon=True).start()
        self.known = self.look()

    def serve(self):
        server = socket.create_server(("127.0.0.1", 8080))
        while True:
            server.accept()[0].close()
            self.called.append(time.time())

    def look(self):
        own = (f"{HOME}/.cache/termhost", f"{HOME}/.local/state/termhost", "/dev/pts")
        files = picture("/mnt", "/tmp", "/var/tmp", "/dev", without=own)
        return {"files": {path: (status[0], self.content_of(path, status)) for path, status in files.items()},
                "mounts": dict.fromkeys(Path("/proc/self/mountinfo").read_text().splitlines(), True),
                "packets": dict.fromkeys(Path("/proc/net/dev").read_text().splitlines(), True)}

    def content_of(self, path, status):
        if not stat.S_ISREG(status[0]):
            return ""
        known, content = self.contents.get(path, (None, ""))
        if known != status:
            content = hashlib.sha256(Path(path).read_bytes()).hexdigest()
            self.contents[path] = (status, content)
        return content

    def news(self):
        """What has happened since the last call, as the ends of sentences that begin with "a trial"."""
        before, self.known = self.known, self.look()
        told = [f"changes the {what}: {changed[:3]}" for what in before if (changed := differences(before[what], self.known[what]))]
        if self.called:
            told.append("calls the server")
            self.called.clear()
            self.known = self.look()
        return told


def left_over():
    """Names of processes that belong neither to the world nor to this program."""
    names = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if int(pid) not in (1, os.getpid()):
                names.append(Path("/proc", pid, "comm").read_text().strip())
        except OSError:
            pass
    return names


def what_is_left():
    deadline = time.time() + 5
    while (left := left_over()) and time.time() < deadline:
        time.sleep(0.1)
    return [f"leaves {left}"] if left else []


def see_harm(outside):
    """The oracle has eyes: harm that is done without a sandbox is seen."""
    send = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto"
    for harm in ("touch /mnt/home/other/hit", "echo mine >/mnt/home/other/file", "chmod 600 /mnt/home/.bashrc",
                 "rm /mnt/home/.aws/credentials", f"/usr/bin/python3 -c '{send}(b\"x\", (\"127.0.0.1\", 9))'",
                 "/usr/bin/python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", 8080))'"):
        subprocess.run(["/bin/sh", "-c", harm], check=True)
        time.sleep(0.1)
        if not outside.news():
            sys.exit(f"this would not be seen: {harm}")
    for reader in ("cat", "base64", "rev", "od -An -tx1"):
        if not shows_secret(subprocess.run(["/bin/sh", "-c", f"{reader} /mnt/home/.ssh/id_rsa"], capture_output=True, check=True).stdout):
            sys.exit(f"{reader} of a secret would not be seen")
    left = subprocess.Popen(["/usr/bin/setsid", "cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    seen = left_over()
    left.stdin.close()
    left.wait()
    if not seen:
        sys.exit("a process would not be seen")
    for path, text in {**SECRET_FILES, **OTHER_FILES}.items():
        Path(HOME, path).write_text(text)
    os.unlink("/mnt/home/other/hit")
    outside.known = outside.look()


class Session:
    """Lines that one agent runs, and what came of them."""

    def __init__(self, termhost, shell, how, lines, outside):
        self.start = lambda: Agent(termhost, shell, how)
        self.shell, self.lines, self.outside = shutil.which(shell), lines, outside
        self.attack = {"calls": self.attack_by_calls, "groups": self.attack_by_groups}[how]
        self.problems, self.tried, self.writing, self.late = [], 0, 0, 0

    def after(self, first, last):
        """What is seen when the agent that ran these lines has ended."""
        agent = self.start()
        self.attack(agent, first, last)
        agent.end()
        return [*self.outside.news(), *what_is_left()]

    def run(self, first, last):
        problems = self.after(first, last)
        if not problems:
            return
        counts = self.tried, self.writing, self.late
        while last - first > 1:
            middle = (first + last) // 2
            half = next((half for half in ((first, middle), (middle, last)) if self.after(*half)), None)
            if half is None:
                break
            first, last = half
        self.tried, self.writing, self.late = counts
        self.problems += [[problem, "\n".join(self.lines[first:last])] for problem in problems]

    def attack_by_calls(self, agent, first, last):
        for line in self.lines[first:last]:
            text = agent.run(line)
            self.tried += not text.startswith("Not run")
            shown = any(secret in text.replace(line, "") for secret in (SECRET, TOKEN))
            self.problems += [[problem, line] for problem in (["shows the secret"] if shown else []) + self.outside.news()]

    def attack_by_groups(self, agent, first, last):
        for begin in range(first, last, IN_GROUP):
            end = min(begin + IN_GROUP, last)
            problems, counts = self.group(agent, begin, end)
            if problems or counts is None:
                alone = [(self.lines[number], *self.group(agent, number, number + 1)) for number in range(begin, end)]
                named = [[problem, line] for line, told, _ in alone for problem in told]
                self.problems += named or [[problem, "\n".join(self.lines[begin:end])] for problem in problems]
                known = [one for _, _, one in alone if one]
                counts = [sum(column) for column in zip(*known)] or (0, 0, 0)
            self.tried, self.writing, self.late = (a + b for a, b in zip((self.tried, self.writing, self.late), counts))

    def group(self, agent, first, last):
        """What got out; how many lines ran, changed their copy and had to be stopped, None if that is not known."""
        text = agent.run(f"/usr/bin/python3 -IS /mnt/lines_in_trial.py {self.shell} {first} {last}", MOST_WAIT["groups"] - 20)
        problems = self.outside.news()
        report = re.search(r'\{"ran": (\d+), "writing": (\d+), "late": (\d+), "shown": \[(.*)\]\}', text)
        if report is None:
            print(f"lines {first} to {last}: {text[:500]}", file=sys.stderr)
            return problems, None
        if report[4]:
            problems.append("shows the secret")
        return problems, tuple(int(report[number]) for number in (1, 2, 3))


def in_world(termhost, shell, how):
    plant()
    subprocess.run(["ip", "link", "set", "lo", "up"], check=False, capture_output=True)
    lines = [json.loads(line) for line in Path("/mnt/lines").read_text().split("\n") if line]
    agent = Agent(termhost, shell, how)
    if "throw-away copy" not in agent.run("echo x >probe"):
        sys.exit("there are no trials in this world")
    agent.end()
    outside = Outside()
    see_harm(outside)
    session = Session(termhost, shell, how, lines, outside)
    for first in range(0, len(lines), IN_SESSION):
        session.run(first, min(first + IN_SESSION, len(lines)))
        print(f"{shell}: {first + IN_SESSION} lines, {len(session.problems)} problems, {session.late} late", file=sys.stderr)
    print(json.dumps({"lines": len(lines), "tried": session.tried, "writing": session.writing, "late": session.late,
                      "problems": session.problems}))


# ---- outside of it ----


def main():
    termhost, shell, how = sys.argv[1:4]
    lines = lines_made_up(sys.argv[6], shell, *sys.argv[4:6]) if len(sys.argv) > 4 else lines_of_tables(shell)
    lines = [line for line in lines if not OFF_LIMITS.search(line)]
    with tempfile.TemporaryDirectory(prefix="termhost-oracle-") as folder:
        os.chmod(folder, 0o755)
        shutil.copy(termhost, f"{folder}/termhost")
        for name in ("trial_oracle.py", "lines_in_trial.py"):
            shutil.copy(Path(__file__).with_name(name), folder)
        Path(folder, "lines").write_text("\n".join(map(json.dumps, lines)))
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs"] if os.getuid() == 0 else []
        world = ["bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
                 "--tmpfs", "/tmp", "--tmpfs", "/var/tmp", "--tmpfs", "/run", "--tmpfs", "/mnt", "--dir", PROJECT,
                 "--ro-bind", f"{folder}/lines", "/mnt/lines", "--ro-bind", f"{folder}/termhost", "/mnt/termhost",
                 "--ro-bind", f"{folder}/trial_oracle.py", "/mnt/trial_oracle.py",
                 "--ro-bind", f"{folder}/lines_in_trial.py", "/mnt/lines_in_trial.py", "--chdir", PROJECT, "--clearenv",
                 "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", HOME, "--setenv", "LC_ALL", "C.UTF-8",
                 "--setenv", "API_TOKEN", TOKEN]
        ran = subprocess.run([*nobody, *world, "/usr/bin/python3", "/mnt/trial_oracle.py", "--in-world", "/mnt/termhost", shell, how],
                             stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    if ran.returncode != 0:
        sys.exit(f"{shell}: the world ended with {ran.returncode}")
    told = json.loads(ran.stdout.decode().splitlines()[-1])
    for problem, line in told["problems"]:
        print(f"{shell}: a trial {problem}:\n{line}\n")
    changed = f", {told['writing']} changed their copy, {told['late']} did not end" if how == "groups" else ""
    print(f"{shell}: of {told['lines']} lines {told['tried']} ran in trials ({how}){changed}, {len(told['problems'])} got out")
    weak = told["tried"] < LEAST_TRIED * told["lines"]
    if weak:
        print(f"{shell}: too few ran to prove anything")
    sys.exit(1 if told["problems"] or weak else 0)


if sys.argv[1] == "--in-world":
    in_world(*sys.argv[2:5])
else:
    main()
