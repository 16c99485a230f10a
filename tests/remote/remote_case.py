"""Machines for one class of tests, and a client of `termhost mcp --on …`."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from world import World, wait_for

TERMHOST = Path(os.environ["TERMHOST"])  # it sends itself


class RemoteCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="termhost-remote-")
        cls.world = World(cls.folder, TERMHOST)
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.addClassCleanup(cls.world.close)

    def left(self):
        """Processes of the account there, and of the user here, apart from sshd."""
        found = []
        homes = [f"HOME={self.world.folder}/{name}\0".encode() for name in ("client", "home")]
        for process in Path("/proc").glob("[0-9]*"):
            try:
                variables, name = (process / "environ").read_bytes(), (process / "comm").read_text().strip()
            except OSError:
                continue
            if any(home in variables for home in homes) and not name.startswith("sshd"):
                found.append((process.name, name))
        return found

    def nothing_is_left(self):
        wait_for(lambda: not self.left(), "the end of what runs there")
        self.assertEqual([path for folder in ("client", "home") for path in (self.world.folder / folder).rglob("*.session")], [])

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

    def __init__(self, world, *options, decision=None, cwd=None, **variables):
        self.server = subprocess.Popen([world.termhost, "mcp", *map(str, options)], env=world.environment(**variables), cwd=cwd or world.folder / "client", text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
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
