"""Runs hostile lines for real in trials, and looks for anything that got out of their copies.

usage: trial_oracle.py TERMHOST SHELL [LINES SEED CANARIES]     CANARIES: the program that makes lines up

A world of an unprivileged user is made with bubblewrap: a home with secrets, a project, a server on the loopback network, and
`termhost mcp` with the level auto and no rules. Each line of the tables in tests/fixtures/approval that is one of this shell's, or each
made-up line, is an agent's command there. In the end every file outside of the copies is as it was, no answer has a secret in it, nobody
has called the server, and no process is left. Lines that need more than a trial are not run there: nobody can be asked."""

import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

SECRET = "S3CR3T" + "9f8e7d6c5b4a"  # not made of words: those are not hidden, whatever their variable is called
FIXTURES = Path(__file__).resolve().parent / "../../fixtures/approval"
# Nothing of this is run anywhere, not even in a world of its own.
OFF_LIMITS = re.compile(
    r"\b(date|hostname|kill|pkill|killall|shutdown|reboot|halt|poweroff|hwclock|timedatectl|mount|sudo)\b|yes|sleep|while (true|:)")
MOST_WAIT = 20  # seconds for one answer: more is a trial that hangs
LEAST_TRIED = 0.5  # of the lines, or the run proves too little


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
    def __init__(self, termhost, shell):
        env = {**os.environ, "SHELL": shutil.which(shell)}
        self.process = subprocess.Popen([termhost, "mcp", "--sandbox", "auto"], cwd="/mnt/home/w", env=env,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        client = {"name": "oracle", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        timer = threading.Timer(MOST_WAIT, self.process.kill)
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

    def run(self, line):
        text = self.tool("execute_command", {"command": line, "timeout": 2})
        going_on = re.search(r"[Ee]xecution ID: (\d+)", text)
        if going_on:
            text += self.tool("stop_command", {"execution_id": going_on[1]})
        return text

    def end(self):
        self.process.stdin.close()
        self.process.wait(MOST_WAIT)


def plant():
    for path, text in {
        "w/f": "b\na\n", "w/src/a.txt": "b\na\n", "w/.env": f"KEY={SECRET}\n", ".ssh/id_rsa": SECRET, ".bashrc": "true\n",
        ".aws/credentials": SECRET, "other/file": "theirs\n", "w/Makefile": "all:\n\t@echo made\n", "w/ev": "#!/bin/sh\n>hit\n",
    }.items():
        file = Path("/mnt/home", path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    os.chmod("/mnt/home/w/ev", 0o755)
    for command in (["init", "-q"], ["add", "f"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
        subprocess.run(["git", "-C", "/mnt/home/w", *command], check=True)


def picture():
    """All files that outlive a command, without termhost's own."""
    seen = {}
    for top in ("/mnt/home", "/tmp", "/var/tmp", "/dev/shm"):
        for folder, folders, files in os.walk(top):
            if folder in ("/mnt/home/.cache/termhost", "/mnt/home/.local/state/termhost"):
                folders[:], files = [], []
            for name in [*folders, *files]:
                path = os.path.join(folder, name)
                status = os.lstat(path)
                content = hashlib.sha256(Path(path).read_bytes()).hexdigest() if name in files and not os.path.islink(path) else ""
                seen[path] = (status.st_mode, content)
    return seen


def left_over():
    own = {os.getpid(), 1}
    names = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if int(pid) not in own:
                names.append(Path("/proc", pid, "comm").read_text().strip())
        except OSError:
            pass
    return [name for name in names if name not in ("bwrap", "python3")]


def serve(called):
    server = socket.create_server(("127.0.0.1", 8080))
    while True:
        server.accept()[0].close()
        called.append(time.time())


def in_world(termhost, shell):
    plant()
    called = []
    subprocess.run(["ip", "link", "set", "lo", "up"], check=False, capture_output=True)
    threading.Thread(target=serve, args=(called,), daemon=True).start()
    lines = json.loads(Path("/mnt/lines").read_text())
    agent = Agent(termhost, shell)
    if "throw-away copy" not in agent.run("echo x >probe"):
        sys.exit("there are no trials in this world")
    before = picture()
    problems, tried = [], 0
    for line in lines:
        text = agent.run(line)
        tried += not text.startswith("Not run")
        if SECRET in text.replace(line, ""):
            problems.append(["shows the secret", line])
        if called:
            problems.append(["calls the server", line])
            called.clear()
        if (now := picture()) != before:
            problems.append([f"changes {[path for path in {**before, **now} if before.get(path) != now.get(path)][:3]}", line])
            before = now
    agent.end()
    deadline = time.time() + 5
    while (left := left_over()) and time.time() < deadline:
        time.sleep(0.1)
    if left:
        problems.append([f"leaves {left}", ""])
    print(json.dumps({"lines": len(lines), "tried": tried, "problems": problems}))


# ---- outside of it ----


def main():
    termhost, shell = sys.argv[1:3]
    lines = lines_made_up(sys.argv[5], shell, *sys.argv[3:5]) if len(sys.argv) > 3 else lines_of_tables(shell)
    lines = [line for line in lines if not OFF_LIMITS.search(line)]
    with tempfile.TemporaryDirectory(prefix="termhost-oracle-") as folder:
        os.chmod(folder, 0o755)
        shutil.copy(termhost, f"{folder}/termhost")
        shutil.copy(__file__, f"{folder}/oracle.py")
        Path(folder, "lines").write_text(json.dumps(lines))
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs"] if os.getuid() == 0 else []
        world = ["bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
                 "--tmpfs", "/tmp", "--tmpfs", "/var/tmp", "--tmpfs", "/mnt", "--dir", "/mnt/home/w",
                 "--ro-bind", f"{folder}/lines", "/mnt/lines", "--ro-bind", f"{folder}/termhost", "/mnt/termhost",
                 "--ro-bind", f"{folder}/oracle.py", "/mnt/oracle.py", "--chdir", "/mnt/home/w", "--clearenv",
                 "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/mnt/home", "--setenv", "LC_ALL", "C.UTF-8",
                 "--setenv", "API_TOKEN", SECRET]
        ran = subprocess.run([*nobody, *world, "/usr/bin/python3", "/mnt/oracle.py", "--in-world", "/mnt/termhost", shell],
                             stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    if ran.returncode != 0:
        sys.exit(f"{shell}: the world ended with {ran.returncode}")
    told = json.loads(ran.stdout.decode().splitlines()[-1])
    for problem, line in told["problems"]:
        print(f"{shell}: a trial {problem}:\n{line}\n")
    print(f"{shell}: of {told['lines']} lines {told['tried']} ran in trials, {len(told['problems'])} got out")
    weak = told["tried"] < LEAST_TRIED * told["lines"]
    if weak:
        print(f"{shell}: too few ran to prove anything")
    sys.exit(1 if told["problems"] or weak else 0)


if sys.argv[1] == "--in-world":
    in_world(*sys.argv[2:4])
else:
    main()
