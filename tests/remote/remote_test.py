"""Commands on another machine: the same results as here, and errors in one sentence. world.py makes the machines.

    cd tests/remote; TERMHOST=/path/to/termhost python3 -m unittest -v [remote_test.CLASS.NAME]...
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

from editor_client import EditorClient
from remote_case import TERMHOST, Agent, RemoteCase
from world import wait_for

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


    def test_the_program_for_another_processor_is_copied(self):
        sources = Path(__file__).parents[2]
        copy = re.search(r"(?m)^cp .*readlink -f.*$", (sources / "docs/remote.md").read_text())[0]
        package = self.world.folder / "termhost-0-linux-arm64/bin"
        package.mkdir(parents=True)
        (package / "termhost").write_text("the program for arm64")
        program = self.world.folder / "program/termhost"
        program.parent.mkdir()
        shutil.copy(TERMHOST, program)
        (self.world.folder / "links").mkdir()
        (self.world.folder / "links/termhost").symlink_to(program)
        subprocess.run(["bash", "-c", copy], check=True, cwd=self.world.folder, env={"PATH": f"{self.world.folder}/links:/usr/bin:/bin"})
        self.assertEqual(sorted(file.name for file in program.parent.iterdir()), ["termhost", "termhost-linux-arm64"])


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
        self.assertIn("ssh:stranger refused the login (other@127.0.0.1: Permission denied (publickey).)", self.refused("ssh:stranger"))

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
        self.assertIn("this termhost has no program for linux-arm64 to send; install termhost", self.refused(on))

    def test_a_full_disk(self):
        self.assertIn("its disk may be full; make room there, or install termhost", self.refused(self.world.container("--size 1000000 --tmpfs /root")))

    def test_no_folder(self):
        self.assertIn("has no folder into which termhost can be copied", self.refused(self.world.container("--ro-bind /usr /root")))

    def test_another_c_library(self):
        alone = self.world.folder / "alone"
        alone.mkdir(exist_ok=True)
        shutil.copy(TERMHOST, alone / "termhost")
        shutil.copy("/bin/true", alone / "termhost-linux-x64")
        root = self.world.container("--tmpfs /root/.cache")
        self.assertIn("its C library is different", self.refused(root, termhost=alone / "termhost"))

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


class Servers(RemoteCase):
    def test_serve_runs_in_terminals_there(self):
        editor = EditorClient(TERMHOST, self.world.environment(), "--on", "ssh:there", folders=[self.world.home], storage="/nowhere/here", settings={"allowedCommands": ["*"]})
        result = editor.run("pwd; exit 6")
        self.assertEqual((result["exitCode"], result["host"], result["output"]["text"], result["integration"]), (6, "ssh:there", str(self.world.home), "owned"))
        self.assertEqual(editor.end(), 0)
