#!/usr/bin/env python3
"""Commands on another machine: the same results as here, errors in one sentence, nothing run twice. world.py makes the machines.

    TERMHOST=/path/to/termhost python3 remote_test.py [NAME]...
"""
import hashlib
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from world import Relay, World, wait_for

TERMHOST = Path(os.environ["TERMHOST"])  # with `termhost-linux-…` in its folder, which it sends

BREAKS = int(os.environ.get("BREAKS", "20"))  # connections that are broken at random moments, in each test of them

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
        before = sent[0].stat().st_ino
        self.assertEqual(self.world.run("exec", "--on", self.world.container(), "--", "umask")[0], 0)
        self.assertEqual(sent[0].stat().st_ino, before)  # it was not sent again

    def test_programs_that_nobody_uses_are_removed(self):
        self.world.run("exec", "--on", "ssh:there", "--", "true")
        folder = self.world.home / ".cache/termhost"
        own = next(folder.glob("*/termhost-linux-*"))
        def program(version, days, name="termhost-linux-x64-0123456789abcdef"):
            (folder / version).mkdir(exist_ok=True)
            shutil.copy(shutil.which("sleep"), folder / version / name)
            os.utime(folder / version / name, (time.time() - days * 86400,) * 2)
            return folder / version / name
        unused, lately, runs = program("0.0.1", 8), program("0.0.2", 6), program("0.0.3", 8)
        incomplete, other = program("0.0.4", 8, ".termhost-linux-x64-0123456789abcdef.17"), program("0.0.5", 8, "notes")
        of_this_version = program(own.parent.name, 8)
        running = subprocess.Popen([runs, "1000"])
        self.addCleanup(lambda: (running.kill(), running.wait()))
        os.utime(own, (time.time() - 30 * 86400,) * 2)
        self.world.run("exec", "--on", "ssh:there", "--", "true")
        wait_for(lambda: not of_this_version.exists() and not incomplete.parent.exists() and not unused.parent.exists(), "the removal")
        self.assertEqual([file.exists() for file in (own, lately, runs, other)], [True] * 4)
        self.assertLess(time.time() - own.stat().st_mtime, 3600)

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


    def test_the_program_without_libraries_is_copied(self):
        sources = Path(__file__).parents[2]
        copy = re.search(r"(?m)^cp .*readlink -f.*$", (sources / "docs/remote.md").read_text())[0]
        program = self.world.folder / "program/termhost"
        program.parent.mkdir()
        shutil.copy(TERMHOST, program)
        (self.world.folder / "links").mkdir()
        (self.world.folder / "links/termhost").symlink_to(program)
        subprocess.run(["bash", "-c", copy], check=True, cwd=sources, env={"PATH": f"{self.world.folder}/links:/usr/bin:/bin"})
        self.assertEqual(sorted(file.name for file in program.parent.iterdir()), ["termhost", "termhost-linux-x64"])


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

    def test_a_startup_file_that_waits_for_input(self):
        rc = self.world.home / ".bashrc"
        rc.write_text("echo Continue? >&2; read answer\n")
        self.addCleanup(rc.unlink)
        status, output, errors = self.world.run("mcp", "--on", "ssh:there", input="")
        self.assertEqual((status, output), (125, ""))
        self.assertEqual(errors, "termhost: ssh:there did not answer within 25 s (Continue?): it cannot be reached, or a startup file there (such as .bashrc) waits for input; make sure that `ssh there true` ends\n")

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
        agent = Agent(self.world, "--on", "ssh:there", "--sandbox", "off")
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
        agent = Agent(self.world, "--on", "ssh:there", "--sandbox", "off", decision="Run it once")
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
        agent = Agent(self.world, "--on", f"ssh:{name}", "--policy", policy)
        self.addCleanup(agent.server.kill)
        return agent

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

    def keep_for(self, seconds):
        self.world.write_settings("settings.json", json.dumps({"keepTerminals": seconds}))
        self.addCleanup((self.world.folder / "client/.config/termhost/settings.json").unlink)

    def relay(self):
        relay = Relay(self.world.port)
        self.addCleanup(relay.close)
        return relay

    def begin(self, agent, command, **arguments):
        """Without waiting for the answer."""
        agent.last += 1
        agent.send({"id": agent.last, "method": "tools/call", "params": {"name": "execute_command", "arguments": {"command": command, **arguments}}})

    def left(self):
        """Processes of the other machine's account, apart from sshd."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if f"HOME={self.world.home}\0".encode() in (process / "environ").read_bytes() and not (process / "comm").read_text().startswith("sshd"):
                    found.append((process.name, (process / "comm").read_text().strip()))
            except OSError:
                pass
        return found

    def nothing_is_left(self):
        wait_for(lambda: not self.left(), "the end of what runs there")
        self.assertEqual([path for folder in ("client", "home") for path in (self.world.folder / folder).rglob("*.session")], [])

    def test_a_broken_connection_is_repaired(self):
        relay = self.relay()
        agent = self.agent(relay, "broken")
        agent.run("cd /usr; word=kept")
        self.begin(agent, f"echo begun >>{self.world.home}/begun; sleep 1; seq 1 3; exit 7")
        wait_for((self.world.home / "begun").exists, "the command")
        relay.cut()
        result = agent.answer()
        self.assertEqual((result["structuredContent"]["exitCode"], result["structuredContent"]["output"]["text"]), (7, "1\n2\n3"))
        self.assertEqual(result["content"][-1]["text"], "Note: the connection to ssh:broken was lost and repaired while this ran.")
        self.assertIn("the connection to ssh:broken was lost and repaired while this ran.", result["structuredContent"]["notes"])
        result = agent.run("pwd")
        self.assertEqual((result["structuredContent"]["output"]["text"], len(result["content"])), ("/usr", 1))
        self.assertEqual((self.world.home / "begun").read_text(), "begun\n")
        self.assertEqual(agent.end(), 0)
        self.nothing_is_left()

    def test_an_idle_connection_is_repaired(self):
        relay = self.relay()
        agent = self.agent(relay, "idle")
        agent.run("word=kept")
        relay.cut()
        self.assertEqual(agent.run("echo $word")["structuredContent"]["output"]["text"], "kept")
        agent.end()

    def test_a_question_outlives_the_connection(self):
        relay = self.relay()
        self.world.add_host("asking", relay.port, host_key="host")
        agent = Agent(self.world, "--on", "ssh:asking", "--sandbox", "off", decision="Run it once")
        send = agent.send
        def send_after_a_cut(message):
            if "result" in message:
                relay.cut()
            send(message)
        agent.send = send_after_a_cut
        self.assertEqual(agent.run("touch asked-once; exit 5")["structuredContent"]["exitCode"], 5)
        self.assertEqual(len(agent.questions), 1)
        agent.end()

    def test_a_single_command_is_repaired(self):
        relay = self.relay()
        self.world.add_host("single", relay.port, host_key="host")
        running = subprocess.Popen([TERMHOST, "exec", "--on", "ssh:single", "--shell", "bash", "--", "echo begun >single; sleep 1; seq 1 100; exit 9"], env=self.world.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for((self.world.home / "single").exists, "the command")
        relay.cut()
        output, errors = running.communicate()
        self.assertEqual(running.returncode, 9, errors)
        self.assertTrue(output.endswith("\n100\n"), output)
        self.assertIn("Note: the connection to ssh:single was lost and repaired while this ran.", errors)
        self.nothing_is_left()

    def test_a_connection_that_cannot_be_repaired_is_one_true_answer(self):
        self.keep_for(2)
        relay = self.relay()
        agent = self.agent(relay, "gone")
        self.begin(agent, "echo $$ >shell; exec sleep 12345")
        wait_for(lambda: (self.world.home / "shell").exists() and (self.world.home / "shell").read_text().strip(), "the command")
        relay.close()
        result = agent.answer()
        self.assertTrue(result["isError"])
        self.assertRegex(result["content"][0]["text"], r"^The connection to ssh:gone ended while the command ran; it is not known whether the command has ended\. termhost did not run it again\. It could not be repaired within 2 s: ssh:gone cannot be reached \(.*\)\.$")
        self.assertEqual(agent.end(), 1)
        self.nothing_is_left()

    def test_nothing_is_left_behind(self):
        self.keep_for(0)
        relay = self.relay()
        agent = self.agent(relay, "left")
        self.begin(agent, "echo begun >never; exec sleep 12345")
        wait_for((self.world.home / "never").exists, "the command")
        relay.cut()
        self.assertEqual(agent.answer()["content"][0]["text"], "The connection to ssh:left ended while the command ran; it is not known whether the command has ended. termhost did not run it again.")
        self.assertEqual(agent.end(), 1)
        self.nothing_is_left()

    def test_nothing_is_left_behind_by_a_killed_termhost(self):
        self.keep_for(1)
        agent = self.agent(self.relay(), "killed")
        self.begin(agent, "echo begun >killed; exec sleep 12345")
        wait_for((self.world.home / "killed").exists, "the command")
        agent.server.kill()
        agent.end()
        self.nothing_is_left()

    def test_a_session_that_was_killed_is_one_true_answer(self):
        agent = self.agent(self.relay(), "dead")
        self.begin(agent, "echo begun >dead; exec sleep 12345")
        wait_for((self.world.home / "dead").exists, "the command")
        for pid, name in self.left():
            if name.startswith("termhost-sessio"):
                os.kill(int(pid), signal.SIGKILL)
        self.assertIn("It could not be repaired: ssh:dead: the termhost there has ended since.", agent.answer()["content"][0]["text"])
        self.assertEqual(agent.end(), 1)
        wait_for(lambda: not self.left(), "the end of what runs there")

    def test_a_session_is_reached_by_its_secret_alone(self):
        agent = self.agent(self.relay(), "secret")
        agent.run("true")
        name = next((self.world.home / ".cache/termhost").glob("*.session")).stem
        for secret in ("", "0" * 64):
            request = {"jsonrpc": "2.0", "id": "on", "method": "termhost/connect", "params": {"protocol": 2, "session": f"{name}-{secret}", "received": 0, "patience": 9}}
            done = subprocess.run([self.world.folder / "bin/ssh", "there", str(TERMHOST), "remote"], input=json.dumps(request) + "\n", capture_output=True, text=True)
            self.assertIn("the termhost there has ended since", done.stdout)
        self.assertEqual(agent.run("echo here")["structuredContent"]["output"]["text"], "here")
        agent.end()

    def test_nothing_runs_twice_wherever_the_connection_breaks(self):
        relay = self.relay()
        self.world.add_host("fragile", relay.port)
        log, ends = self.world.home / "runs", {"whole": 0, "nothing": 0}
        run = lambda number: self.world.run("exec", "--on", "ssh:fragile", "--shell", "bash", "--", f"echo begin-{number} >>{log}; sleep 0.1; seq 1 50; echo end-{number} >>{log}; exit 7")
        self.assertEqual(run("first")[0], 7)  # termhost is sent
        relay.chunks.clear()
        self.assertEqual(run("whole")[0], 7)
        chunks = len(relay.chunks)
        for number in range(BREAKS):
            relay.chunks.clear()
            relay.cut_after = random.randint(chunks - 8 if number % 2 else 0, chunks)  # the last ones are of the command
            status, output, errors = run(number)
            runs = log.read_text().split() if log.exists() else []
            if status == 7:
                ends["whole"] += 1
                self.assertEqual((runs.count(f"begin-{number}"), runs.count(f"end-{number}")), (1, 1))
                self.assertTrue(output.endswith("\n49\n50\n"), output)
            else:
                ends["nothing"] += 1
                self.assertEqual((status, output), (125, ""), errors)
                self.assertEqual(runs.count(f"begin-{number}"), 0, errors)
        print(f"ends of {BREAKS} runs whose connection was cut:", ends)
        runs = log.read_text().split()
        self.assertEqual(len(runs), len(set(runs)))
        self.nothing_is_left()

    def test_each_command_of_a_session_has_its_result_wherever_the_connection_breaks(self):
        relay = self.relay()
        self.world.add_host("shaky", relay.port, host_key="host")
        policy = self.world.write_settings("all.json", '{"allowedCommands": ["*"]}')
        agent = Agent(self.world, "--on", "ssh:shaky", "--policy", policy)
        self.addCleanup(agent.server.kill)
        log, noted = self.world.home / "commands", 0
        for number in range(BREAKS):
            size = random.choice((10, 3000, 100_000))
            self.begin(agent, f"echo {number} >>{log}; seq {number} {number + size}; sleep 0.{random.randint(0, 4)}; (exit {number % 200})")
            for _ in range(random.choice((1, 1, 2))):
                time.sleep(random.random() * 0.4)
                if random.random() < 0.5:
                    relay.cut()
                else:
                    carriers = subprocess.run(["pgrep", "-P", str(agent.server.pid)], capture_output=True, text=True).stdout.split()
                    for carrier in carriers:
                        os.kill(int(carrier), signal.SIGKILL)
            result = agent.answer()
            structure = result["structuredContent"]
            self.assertEqual(structure.get("exitCode"), number % 200, structure)
            noted += len(result["content"]) - 1
            expected = "".join(f"{each}\n" for each in range(number, number + size + 1))
            artifact = structure["output"].get("artifactId")
            whole = next((self.world.home / "state/termhost").rglob(f"*{artifact}*")).read_text() if artifact else structure["output"]["text"] + "\n"
            self.assertEqual(hashlib.sha256(whole.encode()).hexdigest(), hashlib.sha256(expected.encode()).hexdigest(), len(whole))
            self.assertTrue(structure["output"]["text"].endswith(str(number + size)), structure["output"]["text"][-100:])
        print(f"{BREAKS} commands whose connection was cut: {noted} results have the note")
        self.assertGreater(noted, BREAKS // 4)
        self.assertEqual(log.read_text().split(), [str(number) for number in range(BREAKS)])
        self.assertEqual(agent.end(), 0)
        self.nothing_is_left()

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
