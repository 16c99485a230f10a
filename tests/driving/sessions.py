"""Programs with a screen driven by the tools alone, and what is waited for, used and left, through `termhost mcp`.
usage: sessions.py TERMHOST [NAME]..."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from mcp_agent import Agent  # noqa: E402

PATIENCE = 20


class Driver(Agent):
    """An agent in a folder of its own, with one command at a time."""

    def __init__(self, termhost, folder):
        super().__init__(termhost, folder)
        self.folder = Path(folder)

    def run(self, command, **more):
        given = {"command": command, "cwd": str(self.folder), "timeout": PATIENCE, **more}
        result = self.call("execute_command", **{name: value for name, value in given.items() if value is not None})
        self.id = result.get("executionId")
        return result

    def type(self, text=None, keys=None):
        given = {"text": text, "keys": keys}
        answer = self.ask("tools/call", {"name": "send_input", "arguments": {"execution_id": self.id, **{name: value for name, value in given.items() if value}}})
        assert not answer.get("isError"), answer
        return answer["structuredContent"]

    def screen(self):
        return self.call("read_screen", execution_id=self.id)

    def until_screen(self, shows):
        for _ in range(50):
            screen = self.screen()
            if shows(screen):
                return screen
            time.sleep(0.1)
        raise AssertionError("the screen is " + "\n".join(screen["rows"]))

    def end(self):
        result = self.call("wait_for_command", execution_id=self.id, timeout=PATIENCE)
        assert result["status"] == "completed", result
        return result


def vim(agent):
    result = agent.run("vim -u NONE -N notes.txt")
    assert result["status"] == "waiting_for_input" and result["input"]["kind"] == "editor", result
    agent.type(keys="ihello<Enter>world<Esc>")
    normal = {"row": 2, "column": 5, "visible": True}
    assert agent.until_screen(lambda screen: screen["rows"][:2] == ["hello", "world"] and screen["cursor"] == normal)["alternate"]
    agent.type(keys=["<Up>", "<Home>"])
    agent.until_screen(lambda screen: (screen["cursor"]["row"], screen["cursor"]["column"]) == (1, 1))
    agent.type(keys=[":set autoindent<Enter>", "Go  <lt>deep>"])
    agent.type("\n  pasted once\n  pasted twice")  # indented once more for each line, unless it comes as a paste
    agent.type(keys=["<Esc>", ":wq<Enter>"])
    agent.end()
    assert (agent.folder / "notes.txt").read_text() == "hello\nworld\n  <deep>\n  pasted once\n  pasted twice\n"


def less(agent):
    (agent.folder / "long.txt").write_text("".join(f"line {i}\n" for i in range(1, 1001)))
    result = agent.run("less long.txt")
    assert result["input"]["kind"] == "pager", result
    agent.until_screen(lambda screen: screen["rows"][0] == "line 1")
    agent.type(keys=["<Down>"])
    agent.until_screen(lambda screen: screen["rows"][0] == "line 2")
    agent.type(keys=["<PageDown>"])
    agent.until_screen(lambda screen: int(screen["rows"][0].split()[1]) > 20)
    agent.type(keys=["/line 500<Enter>"])
    agent.until_screen(lambda screen: screen["rows"][0] == "line 500")
    agent.type(keys=["q"])
    assert agent.end()["exitCode"] == 0


def top(agent):
    agent.run("top -d 1")
    agent.until_screen(lambda screen: any("PID" in row and "COMMAND" in row for row in screen["rows"]))
    agent.type(keys=["q"])
    assert agent.end()["exitCode"] == 0


def fzf(agent):
    agent.run("printf 'apple\\nbanana\\ncherry\\nbandana\\n' | fzf")
    agent.until_screen(lambda screen: any("4/4" in row for row in screen["rows"]))
    agent.type("ban")
    agent.until_screen(lambda screen: any("2/4" in row for row in screen["rows"]))
    agent.type(keys=["<Up>", "<Enter>"])
    assert "bandana" in agent.end()["output"]["text"]


def git_add(agent):
    def git(*words):
        return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=agent.folder, check=True, capture_output=True, text=True).stdout

    file = agent.folder / "file.txt"
    file.write_text("".join(f"{i}\n" for i in range(1, 41)))
    for words in (["init", "-q"], ["add", "file.txt"], ["commit", "-qm", "first"]):
        git(*words)
    file.write_text(file.read_text().replace("1\n2\n", "1\ntwo\n", 1).replace("39\n", "thirty-nine\n", 1))
    result = agent.run("git add -p")
    assert result["status"] == "waiting_for_input" and "Stage this hunk" in result["input"]["prompt"], result
    assert "Stage this hunk" in agent.type("n\n")["input"]["prompt"]
    agent.type(keys=["y", "enter"])
    agent.end()
    staged = git("diff", "--cached")
    assert "thirty-nine" in staged and "two" not in staged, staged


def keys_of_shell(agent):
    """A nested shell asks for brackets around a paste, and takes it for one line."""
    agent.run("env -i TERM=xterm-256color bash --norc --noprofile -i")
    agent.type("echo one\necho two")
    screen = agent.screen()
    assert "one" not in screen["rows"] and not screen["alternate"], screen
    agent.type(keys=["enter"])
    agent.until_screen(lambda screen: "one" in screen["rows"] and "two" in screen["rows"])
    agent.type("printf '\\033]2;my title\\a'\n")
    agent.until_screen(lambda screen: screen["title"] == "my title")
    agent.type(keys=["<C-d>"])
    agent.end()


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def port(agent):
    wanted = free_port()
    began = time.monotonic()
    result = agent.run(f"sleep 1; python3 -m http.server {wanted}", until={"port": wanted}, background=True)
    assert result["status"] == "running" and result["met"] == {"port": wanted}, result
    assert result["listening"] == [wanted] and 1 <= time.monotonic() - began < 10, result
    assert f"listens on port {wanted}" in result["message"], result
    agent.call("stop_command", execution_id=agent.id)
    daemon = agent.run(f"setsid -f python3 -m http.server {wanted} >/dev/null 2>&1 </dev/null; sleep 60", until={"port": wanted})
    assert daemon["met"] == {"port": wanted}, daemon
    agent.call("stop_command", execution_id=agent.id)


def left(agent):
    wanted = free_port()
    result = agent.run(f"python3 -m http.server {wanted} >/dev/null 2>&1 & until (exec 3<>/dev/tcp/localhost/{wanted}) 2>/dev/null; do sleep 0.1; done")
    assert result["listening"] == [wanted] and [each["name"] for each in result["leftRunning"]] == ["python3"], result
    assert "Left running: python3" in result["message"] and f"Listening on port {wanted}." in result["message"], result
    after = agent.run("true")
    assert "listening" not in after and "leftRunning" not in after, after


def pattern(agent):
    result = agent.run("for i in 1 2 3 4 5 6 7 8 9; do printf 'step '; sleep 0.2; echo $i; done; cat", until={"pattern": "^step [5-9]$", "input": False})
    assert result["status"] == "running" and result["met"] == {"line": "step 5"}, result
    later = agent.call("wait_for_command", execution_id=agent.id, until={"pattern": "step \\d", "input": False}, timeout=PATIENCE)
    assert later["met"] == {"line": "step 6"}, later
    quiet = agent.call("wait_for_command", execution_id=agent.id, until={"quiet": 1.5, "input": False}, timeout=PATIENCE)
    assert 1.5 <= quiet["met"]["quiet"] < 3, quiet
    agent.call("stop_command", execution_id=agent.id)


def flood(agent):
    """A line among a million, with a pattern that other engines never come back from."""
    result = agent.run("seq 1000000; echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; seq 1000000; cat", until={"pattern": "^(a+)+$", "input": False}, timeout=60)
    assert result["met"] == {"line": "a" * 37}, result
    agent.call("stop_command", execution_id=agent.id)


def cost(agent):
    busy = "python3 -c 'import time\nbegan = time.process_time()\nwhile time.process_time() - began < 1: pass'"
    result = agent.run(f"{busy}; head -c 5000000 /dev/zero >zeros; cat zeros >/dev/null")
    assert 900 <= result["cost"]["cpuMs"] <= 3000, result
    assert 10_000_000 <= result["cost"]["readBytes"] <= 12_000_000 and 10_000_000 <= result["cost"]["writtenBytes"] <= 12_000_000, result
    assert agent.run("true")["cost"]["cpuMs"] <= 100
    large = "python3 -c 'import time\nlarge = bytearray(200 << 20)\ntime.sleep(3)'"
    seen = agent.run(large)["cost"]
    assert seen["peakMemoryBytes"] >= 200 << 20 and seen["peakAtLeast"], seen
    known = agent.run(large, pipes=True)["cost"]
    assert known["peakMemoryBytes"] >= 200 << 20 and not known["peakAtLeast"], known


# What is stopped, with which signal, and whether its shell has to go with it.
STOPS = (
    ("trap '' INT; sleep 52; touch F", None, True),
    ("trap '' INT TERM HUP; sleep 52; touch F", None, True),
    ("trap '' INT; sleep 52; touch F", "SIGTERM", True),
    ("trap 'echo no' INT; sleep 52; touch F", "SIGKILL", True),
    ("trap '' INT; while :; do sleep 0.1; touch F; rm F; done", None, True),
    ("exec sh", None, True),
    ("exec sh", "SIGKILL", True),
    ("sleep 52; touch F", None, False),
    ("sleep 52; touch F", "SIGTERM", False),
    ("sleep 52; touch F", "SIGKILL", False),
    ("sh -c 'trap \"\" INT TERM; sleep 52; touch F'", None, False),
    ("for i in 1 2 3; do sleep 52; touch F; done", "SIGTERM", False),
    ("sleep 52 & sleep 53; touch F", None, False),
)


def stops(agent):
    """Nothing of the call runs afterwards, and what is said of it is so."""
    for shell in ("bash", "zsh", "fish"):
        for line, signal, with_shell in STOPS:
            if shell == "fish" and ("trap" in line or "for" in line):
                continue
            agent.run(line, timeout=1, shell=shell)
            given = {"signal": signal} if signal else {}
            result = agent.call("stop_command", execution_id=agent.id, **given)
            where = f"{shell}: {line} ({signal}): {result}"
            assert result["status"] == "stopped", where
            assert ("together with its shell" in result["message"]) == with_shell, where
            if "rm F" in line:
                (agent.folder / "F").unlink(missing_ok=True)  # the round in which it was killed may leave it; another must not
            time.sleep(0.3)  # for what might still run
            assert not (agent.folder / "F").exists(), where
            assert sleepers(agent) == [], f"{where}: {sleepers(agent)}"
            assert agent.run("echo next", shell=shell)["output"]["text"] == "next", where


def sleepers(agent):
    """The sleep programs that the agent's server has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"HOME={agent.folder}\0".encode() in status.read_bytes() and (status.parent / "comm").read_text() == "sleep\n":
                found.append((status.parent / "cmdline").read_text())
        except OSError:
            continue
    return found


def server(agent):
    """Nobody said that it is one."""
    result = agent.run("python3 -c 'import http.server as h; s = h.HTTPServer((\"127.0.0.1\", 0), h.BaseHTTPRequestHandler); print(\"Listening on port\", s.server_port); s.serve_forever()'", timeout=60)
    assert result["status"] == "running" and result["met"] == {"port": result["listening"][0]}, result
    agent.call("stop_command", execution_id=agent.id)


def names(agent):
    """By what it has become, not by what has started it."""
    for line in ("nohup sleep 40 >/dev/null 2>&1 &", "setsid sleep 41 >/dev/null 2>&1 </dev/null", "sleep 42 >/dev/null 2>&1 </dev/null &"):
        result = agent.run(line)
        assert [each["name"] for each in result["leftRunning"]] == ["sleep"], result
    assert "was deleted" in agent.run("mkdir gone; cd gone; rmdir ../gone")["message"]
    assert "does not exist" in agent.run("true", cwd=None)["message"]


SESSIONS = {session.__name__: session for session in (vim, less, top, fzf, git_add, keys_of_shell, port, left, pattern, flood, cost, stops, server, names)}


def main(termhost, *names):
    failed = []
    for name in names or SESSIONS:
        with tempfile.TemporaryDirectory() as folder:
            agent = Driver(os.path.abspath(termhost), folder)
            try:
                SESSIONS[name](agent)
                print(f"{name}: right", flush=True)
            except Exception:  # each session is told of
                failed.append(name)
                print(f"{name}: wrong\n{traceback.format_exc()}", flush=True)
            agent.server.stdin.close()
            agent.server.wait()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
