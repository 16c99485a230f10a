#!/usr/bin/env python3
"""Commands on another machine: the same results as here, errors in one sentence, nothing run twice. world.py makes the machines.

    TERMHOST=/path/to/termhost python3 remote_test.py [NAME]...
"""
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from world import Relay, World, wait_for

TERMHOST = Path(os.environ["TERMHOST"])  # with `termhost-linux-…` in its folder, which it sends

# Played here and there; the results must be equal, apart from the machine and what is new in each run.
COMMANDS = [
    "echo hello; exit 3",
    "printf '10%%\\r100%%\\n'; ls /nowhere",
    "printf 'no line end'",
    "for i in 1 2 3; do\necho $i\ndone",
    "false | true",
    "seq 1 5000",
    "printf 'ä€😀\\n'",
    "printf 'a\\0b\\n' | cat -v",
    "echo to stderr >&2; exit 200",
    "cd /tmp && pwd",
    "kill -9 $$",
    "cat <<'END'\n$x `y` \\z\nEND",
    "read -p 'Name: ' name",
    "echo 'unfinished",
    "true",
    "exec sh -c 'exit 7'",
]
CHANGING = {"durationMs", "terminalId", "executionId", "toolCallId", "cost", "host", "pid", "artifactId", "taskId"}


def plain(value, on="\0"):
    """Without the machine, and without what is new in each run."""
    if isinstance(value, str):
        return re.sub(r"\b\d+\.\d s\b", "SECONDS", re.sub(r"\S+\.txt", "ARTIFACT", value.replace(f", on {on}", "")))
    if isinstance(value, dict):
        return {key: plain(each, on) for key, each in value.items() if key not in CHANGING}
    return [plain(each, on) for each in value] if isinstance(value, list) else value


class RemoteCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="termhost-remote-")
        cls.world = World(cls.folder, TERMHOST)
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.addClassCleanup(cls.world.close)

    def refused(self, on, *, termhost=None, **variables):
        """The one sentence, after `termhost: `."""
        status, output, errors = self.world.run("exec", "--on", on, "--", "echo ran >ran", termhost=termhost, **variables)
        self.assertEqual((status, output), (125, ""), errors)
        lines = errors.strip().split("\n")
        self.assertEqual(len(lines), 1, errors)
        self.assertTrue(lines[0].startswith("termhost: "), errors)
        self.assertFalse((self.world.home / "ran").exists())
        return lines[0].removeprefix("termhost: ")


class Agent:
    """A client of `termhost mcp --on …`, whose user answers each question with `decision`."""

    def __init__(self, world, *options, decision=None, **variables):
        self.server = subprocess.Popen([world.termhost, "mcp", *map(str, options)], env=world.environment(**variables), cwd=world.folder / "client", text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        self.last, self.decision, self.questions = 0, decision, []
        abilities = {"elicitation": {}} if decision else {}
        self.beginning = self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": abilities, "clientInfo": {"name": "test", "version": "1"}})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.server.stdin.flush()

    def ask(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        return self.answer()

    def answer(self):
        for line in self.server.stdout:
            message = json.loads(line)
            if message.get("method") == "elicitation/create":
                self.questions.append(message["params"]["message"])
                self.send({"id": message["id"], "result": {"action": "accept", "content": {"decision": self.decision}}})
            elif message.get("id") == self.last and "method" not in message:
                return message["result"]
        raise EOFError("the server has ended: " + self.server.stderr.read())

    def call(self, tool, **arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def run(self, command, **arguments):
        return self.call("execute_command", command=command, **arguments)

    def end(self):
        self.server.stdin.close()
        self.server.stdout.read()
        self.server.stderr.close()
        self.server.stdout.close()
        return self.server.wait()


class TheSameResults(RemoteCase):
    def results(self, on=None):
        found = []
        for command in COMMANDS:
            status, output, errors = self.world.run("exec", "--json", "--shell", "bash", "--cwd", "/", *(["--on", on] if on else []), "--", command)
            try:
                found.append((command, status, plain(json.loads(output), on)))
            except json.JSONDecodeError:
                self.fail(f"{command}: {output} {errors}")
        return found

    def compare(self, on):
        for here, there in zip(self.results(), self.results(on), strict=True):
            self.assertEqual(here, there)

    def test_over_ssh(self):
        self.compare("ssh:there")

    def test_over_a_command(self):
        self.compare("cmd:nice -n 1")

    def test_over_a_command_with_a_shell_of_its_own(self):
        self.compare("""cmd:sh -c 'exec "$@"' carrier""")

    def test_text_names_the_machine(self):
        self.assertEqual(self.world.run("exec", "--on", "ssh:there", "--shell", "bash", "--", "echo hello; exit 3"), (3, "Exit code: 3, on ssh:there\nOutput:\nhello\n", ""))
        result = json.loads(self.world.run("exec", "--json", "--on", "ssh:there", "--", "pwd")[1])
        self.assertEqual((result["host"], result["output"]["text"]), ("ssh:there", str(self.world.home)))

    def test_live_output_and_time_limit(self):
        status, output, errors = self.world.run("exec", "--on", "ssh:there", "--shell", "bash", "--live", "--timeout", "1", "--", "echo early; sleep 100")
        self.assertEqual(status, 124)
        self.assertIn("early", errors)

    def test_a_container_without_termhost(self):
        self.assertEqual(self.world.run("exec", "--on", self.world.container(), "--", "uname -s; exit 4")[0:2], (4, f"Exit code: 4, on {self.world.container()}\nOutput:\nLinux\n"))
        sent = list((self.world.folder / "root/root/.cache/termhost").glob("*/*"))
        self.assertEqual(len(sent), 1)
        self.assertEqual(sent[0].stat().st_mode & 0o777, 0o700)
        self.assertEqual(sent[0].parent.stat().st_mode & 0o777, 0o700)
        before = sent[0].stat().st_mtime_ns
        self.assertEqual(self.world.run("exec", "--on", self.world.container(), "--", "umask")[0], 0)
        self.assertEqual(sent[0].stat().st_mtime_ns, before)

    def test_startup_files_that_print(self):
        rc = self.world.home / ".bashrc"
        rc.write_text("echo Welcome; printf 'no line end'; echo trouble >&2\n")
        self.addCleanup(rc.unlink)
        status, output, errors = self.world.run("exec", "--on", "ssh:there", "--shell", "sh", "--", "echo hello")
        self.assertEqual((status, output), (0, "Exit code: 0, on ssh:there\nOutput:\nhello\n"), errors)


class TheDocument(RemoteCase):
    def test_the_examples_run(self):
        """docs/remote.md, with a docker and a kubectl that run the command here."""
        for name, begin in (("docker", "exec -i box "), ("kubectl", "exec -i pod -- ")):
            program = self.world.folder / "bin" / name
            program.write_text(f'#!/bin/sh\n[ "$1 $2 $3" = "{" ".join(begin.split()[:3])}" ] || exit 64\nshift {len(begin.split())}\nexec "$@"\n')
            program.chmod(0o755)
        self.world.add_host("build", self.world.port)
        text = (Path(__file__).parents[2] / "docs/remote.md").read_text()
        examples = re.search(r"(?ms)^```sh\n(.*?)^```", text)[1].strip().split("\n")
        beginning = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}) + "\n"
        for example in examples:
            words = shlex.split(example)
            status, output, errors = self.world.run(*words[1:], input=beginning)
            self.assertIn(f"on {words[words.index('--on') + 1]}", output, errors)
        self.assertEqual(len(examples), 4)


class Errors(RemoteCase):
    def test_wrong_values(self):
        for on in ("there", "ssh:", "ssh:-x", "cmd:", "cmd:a | b"):
            status, output, errors = self.world.run("exec", "--on", on, "--", "true")
            self.assertEqual((status, output), (2, ""))
            self.assertTrue(errors.startswith("--on: "), errors)

    def test_host_keys(self):
        self.world.add_host("unknown", self.world.port, host_key=None)
        self.world.add_host("changed", self.world.port, host_key="other-host")
        self.assertEqual(self.refused("ssh:unknown"), "ssh does not know the key of ssh:unknown; connect once by `ssh unknown` and compare the key")
        self.assertIn("the key of ssh:changed is not the one that ssh knows", self.refused("ssh:changed"))

    def test_no_permission(self):
        self.world.add_host("stranger", self.world.port, key="stranger")
        self.assertIn("ssh:stranger does not let you in (other@127.0.0.1: Permission denied (publickey).)", self.refused("ssh:stranger"))

    def test_no_host(self):
        self.assertIn("the host name in ssh:nowhere.invalid is unknown", self.refused("ssh:nowhere.invalid"))
        self.world.add_host("closed", 1)
        self.assertIn("ssh:closed cannot be reached", self.refused("ssh:closed"))

    def test_no_shell(self):
        self.world.add_host("mute", self.world.port, user="mute")
        self.assertIn("before termhost began there", self.refused("ssh:mute"))
        empty = self.world.folder / "empty"
        empty.mkdir(exist_ok=True)
        self.assertIn("has no `sh`, which termhost needs there", self.refused(f"cmd:bwrap --bind {empty} / --proc /proc"))

    def test_no_carrier(self):
        self.assertEqual(self.refused("cmd:no-such-program exec"), "--on: the program 'no-such-program' cannot be started (No such file or directory); install it, or correct --on")
        self.assertEqual(self.refused("cmd:false"), "`false` ended with status 1 before termhost began there")

    def test_other_machines(self):
        fake = self.world.folder / "fake"
        fake.mkdir(exist_ok=True)
        (fake / "uname").write_text("#!/bin/sh\necho Darwin arm64\n")
        (fake / "uname").chmod(0o755)
        on = f"cmd:env PATH={fake}:/usr/bin:/bin"
        self.assertEqual(self.refused(on), f"{on} is 'Darwin arm64'; termhost runs on Linux with an x86_64 or aarch64 processor")
        (fake / "uname").write_text("#!/bin/sh\necho Linux aarch64\n")
        self.assertIn("this one cannot send one for linux-arm64; install termhost", self.refused(on))

    def test_a_full_disk(self):
        self.assertIn("its disk may be full; make room there, or install termhost", self.refused(self.world.container("--size 1000000 --tmpfs /root")))

    def test_no_folder(self):
        self.assertIn("has no folder that termhost can be put into", self.refused(self.world.container("--ro-bind /usr /root")))

    def test_another_c_library(self):
        alone = self.world.folder / "alone"
        alone.mkdir(exist_ok=True)
        shutil.copy(TERMHOST, alone / "termhost")
        root = self.world.container("--tmpfs /root/.cache")
        self.assertIn("its C library is another one", self.refused(root, termhost=alone / "termhost"))

    def test_another_version_there(self):
        old = self.world.folder / "old"
        old.mkdir(exist_ok=True)
        (old / "termhost").write_text("#!/bin/sh\necho termhost 0.0.1\n")
        (old / "termhost").chmod(0o755)
        on = f"cmd:env PATH={old}:/usr/bin:/bin XDG_CACHE_HOME={self.world.folder}/cache"
        self.assertEqual(self.world.run("exec", "--on", on, "--", "exit 5")[0], 5)

    def test_a_folder_that_is_not_there(self):
        status, output, errors = self.world.run("mcp", "--on", "ssh:there", "--cwd", "/nowhere", input="")
        self.assertEqual((status, output), (125, ""))
        self.assertIn("ssh:there: --cwd: Directory does not exist: /nowhere", errors)


class RulesAndSecrets(RemoteCase):
    def test_a_policy_of_this_machine_decides_there(self):
        policy = self.world.write_settings("named.json", '{"allowedCommands": ["echo"]}')
        there = self.world.home / ".config/termhost"
        there.mkdir(parents=True, exist_ok=True)
        (there / "policy.json").write_text('{"allowedCommands": ["*"]}')
        (there / "settings.json").write_text('{"autoApprove": true}')
        self.assertEqual(self.world.run("exec", "--on", "ssh:there", "--policy", policy, "--", "echo yes")[0], 0)
        self.assertEqual(self.world.run("exec", "--on", "ssh:there", "--policy", policy, "--", "touch no")[0], 126)
        self.assertFalse((self.world.home / "no").exists())
        agent = Agent(self.world, "--on", "ssh:there")
        self.assertEqual(agent.run("touch no")["structuredContent"]["status"], "denied")
        agent.end()

    def test_files_of_the_other_machine_are_seen(self):
        policy = self.world.write_settings("empty.json", "{}")
        for name in ("plain", "trap"):
            subprocess.run(["git", "init", "-q", self.world.home / name], check=True, env=self.world.environment())
        subprocess.run(["git", "-C", self.world.home / "trap", "config", "core.fsmonitor", "touch /tmp/trapped; true"], check=True, env=self.world.environment())
        run = lambda folder: self.world.run("exec", "--on", "ssh:there", "--policy", policy, "--cwd", self.world.home / folder, "--", "git status")[0]
        self.assertEqual((run("plain"), run("trap")), (0, 126))

    def test_the_workspace_narrows(self):
        self.world.write_settings("settings.json", json.dumps({"trustedWorkspaces": [str(self.world.home)]}))
        self.addCleanup((self.world.folder / "client/.config/termhost/settings.json").unlink)
        policy = self.world.write_settings("all.json", '{"allowedCommands": ["*"]}')
        (self.world.home / "project/.termhost").mkdir(parents=True)
        (self.world.home / "project/.termhost/settings.json").write_text('{"deniedCommands": ["touch"]}')
        run = lambda command: self.world.run("exec", "--on", "ssh:there", "--policy", policy, "--cwd", self.world.home / "project", "--", command)[0]
        self.assertEqual((run("true"), run("touch x")), (0, 126))

    def test_questions_come_back_and_name_the_machine(self):
        agent = Agent(self.world, "--on", "ssh:there", decision="Run it once")
        self.assertIn("Commands run on ssh:there", agent.beginning["instructions"])
        result = agent.run("touch asked; echo done")["structuredContent"]
        self.assertEqual((result["exitCode"], result["host"]), (0, "ssh:there"))
        self.assertEqual(len(agent.questions), 1)
        self.assertIn("It would run on ssh:there.", agent.questions[0])
        self.assertTrue((self.world.home / "asked").exists())
        agent.end()

    def test_settings_that_cannot_be_read_ask_for_everything(self):
        self.world.write_settings("settings.json", "{")
        self.addCleanup((self.world.folder / "client/.config/termhost/settings.json").unlink)
        agent = Agent(self.world, "--on", "ssh:there")
        self.assertIn("settings could not be used", agent.beginning["instructions"])
        self.assertEqual(agent.run("ls")["structuredContent"]["status"], "denied")
        agent.end()

    def test_variables_of_this_machine_stay_here(self):
        output = self.world.run("exec", "--on", "ssh:there", "--shell", "bash", "--", "env", DEPLOY_TOKEN="do-not-send")[1]
        self.assertNotIn("do-not-send", output)
        self.assertIn("HOME=", output)

    def test_outputs_stay_there_and_are_read_from_here(self):
        policy = self.world.write_settings("all.json", '{"allowedCommands": ["*"]}')
        agent = Agent(self.world, "--on", "ssh:there", "--policy", policy)
        artifact = agent.run("seq 1 200000")["structuredContent"]["output"]["artifactId"]
        found = agent.call("read_command_output", artifact_id=artifact, search="^123456$")
        self.assertIn("123456", json.dumps(found))
        self.assertFalse((self.world.folder / "client/.local/state/termhost").exists())
        self.assertTrue(list((self.world.home / "state/termhost").rglob(f"*{artifact}*")))
        agent.end()


class Connections(RemoteCase):
    def agent(self, relay, name):
        self.world.add_host(name, relay.port, host_key="host")
        policy = self.world.write_settings("all.json", '{"allowedCommands": ["*"]}')
        return Agent(self.world, "--on", f"ssh:{name}", "--policy", policy)

    def test_a_command_costs_one_round_trip(self):
        relay = Relay(self.world.port, delay=0.1)
        self.addCleanup(relay.close)
        agent = self.agent(relay, "slow")
        agent.run("true")
        for _ in range(5):
            wait_for(lambda: not relay.chunks or time.sleep(0.3) is None, "quiet")
            relay.chunks.clear()
            self.assertEqual(agent.run("echo hello")["structuredContent"]["output"]["text"], "hello")
            ways = [way for i, way in enumerate(relay.chunks) if i == 0 or relay.chunks[i - 1] != way]
            self.assertEqual(ways, ["asked", "answered"])
        agent.end()

    def test_a_broken_connection_is_one_true_answer(self):
        relay = Relay(self.world.port)
        self.addCleanup(relay.close)
        agent = self.agent(relay, "broken")
        agent.last += 1
        agent.send({"id": agent.last, "method": "tools/call", "params": {"name": "execute_command", "arguments": {"command": "echo begun >>begun; sleep 100"}}})
        wait_for((self.world.home / "begun").exists, "the command")
        relay.cut()
        result = agent.answer()
        self.assertTrue(result["isError"])
        self.assertEqual(result["content"][0]["text"], "The connection to ssh:broken ended while the command ran; it is not known whether the command has ended. termhost did not run it again.")
        self.assertEqual(agent.end(), 1)
        self.assertEqual((self.world.home / "begun").read_text(), "begun\n")

    def test_nothing_runs_twice_wherever_the_connection_breaks(self):
        relay = Relay(self.world.port)
        self.addCleanup(relay.close)
        self.world.add_host("fragile", relay.port)
        log, ends = self.world.home / "runs", {"whole": 0, "unknown": 0, "nothing": 0}
        run = lambda number: self.world.run("exec", "--on", "ssh:fragile", "--shell", "bash", "--", f"echo begin-{number} >>{log}; sleep 0.1; echo end-{number} >>{log}; exit 7")
        self.assertEqual(run("first")[0], 7)  # termhost is sent
        relay.chunks.clear()
        self.assertEqual(run("whole")[0], 7)
        chunks = len(relay.chunks)
        for number in range(40):
            relay.chunks.clear()
            relay.cut_after = random.randint(chunks - 8 if number % 2 else 0, chunks)  # the last ones are of the command
            status, output, errors = run(number)
            runs = log.read_text().split() if log.exists() else []
            if status == 7:
                ends["whole"] += 1
                self.assertEqual((runs.count(f"begin-{number}"), runs.count(f"end-{number}")), (1, 1))
            elif "it is not known whether the command has ended" in errors:
                ends["unknown"] += 1
                self.assertEqual((status, output), (125, ""))
            else:
                ends["nothing"] += 1
                self.assertEqual((status, output), (125, ""), errors)
                self.assertEqual(runs.count(f"begin-{number}"), 0, errors)
        print("ends of 40 runs whose connection was cut:", ends)
        time.sleep(1)
        runs = log.read_text().split() if log.exists() else []
        self.assertEqual(len(runs), len(set(runs)))

    def test_nothing_is_left_behind(self):
        relay = Relay(self.world.port)
        self.addCleanup(relay.close)
        agent = self.agent(relay, "left")
        agent.last += 1
        agent.send({"id": agent.last, "method": "tools/call", "params": {"name": "execute_command", "arguments": {"command": "echo $$ >shell; exec sleep 12345"}}})
        wait_for(lambda: (self.world.home / "shell").exists() and (self.world.home / "shell").read_text().strip(), "the command")
        relay.cut()
        agent.answer()
        agent.end()
        left = lambda: subprocess.run(["pgrep", "-f", "^sleep 12345$"], capture_output=True).returncode == 0
        wait_for(lambda: not left(), "the end of the command")

    def test_a_stop_here_stops_it_there(self):
        stopped = subprocess.Popen([TERMHOST, "exec", "--on", "ssh:there", "--shell", "bash", "--", "echo begun >stopping; sleep 100"], env=self.world.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for((self.world.home / "stopping").exists, "the command")
        stopped.terminate()
        output, errors = stopped.communicate()
        self.assertIn("Stopped by the user", output, errors)
        self.assertEqual(stopped.returncode, 130)


class Servers(RemoteCase):
    def test_serve_runs_in_terminals_there(self):
        def frame(message):
            text = json.dumps({"jsonrpc": "2.0", **message})
            return f"Content-Length: {len(text.encode())}\r\n\r\n{text}"
        settings = {"allowedCommands": ["*"]}
        session = [
            {"id": 1, "method": "initialize", "params": {"processId": os.getpid(), "capabilities": {"terminal": {"source": "events", "modes": ["execute"]}}, "workspaceFolders": [{"uri": f"file://{self.world.home}"}], "initializationOptions": {"storageDir": "/nowhere/here", "settings": settings}}},
            {"method": "initialized", "params": {}},
            {"id": 2, "method": "tool/call", "params": {"name": "execute_command", "arguments": {"command": "pwd; exit 6"}, "toolCallId": "c", "taskId": "t"}},
            {"id": 3, "method": "shutdown"},
        ]
        server = subprocess.Popen([TERMHOST, "serve", "--on", "ssh:there"], env=self.world.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        def read():
            size = 0
            while (line := server.stdout.readline().strip()):
                size = int(line.split(b":")[1])
            return json.loads(server.stdout.read(size))
        answers = {}
        for message in session:
            server.stdin.write(frame(message).encode())
            server.stdin.flush()
            while "id" in message and message["id"] not in answers:
                got = read()
                answers[got.get("id")] = got
        server.stdin.write(frame({"method": "exit"}).encode())
        server.stdin.close()
        result = answers[2]["result"]["structuredContent"]
        self.assertEqual((result["exitCode"], result["host"], result["output"]["text"], result["integration"]), (6, "ssh:there", str(self.world.home), "owned"))
        self.assertEqual(server.wait(), 0)
        server.stdout.close()
        server.stderr.close()


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
