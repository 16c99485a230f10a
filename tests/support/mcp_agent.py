"""A client of `termhost mcp` for tests; every command is allowed if the test gives no rules."""

import json
import os
import subprocess
from pathlib import Path


class Agent:
    """A client of one server."""

    def __init__(self, termhost, folder, variables=None, inherited=os.environ, *, workspace=None, options=(), rules=("*",)):
        policy = Path(folder, "policy.json")
        policy.write_text(json.dumps({"allowedCommands": rules}))
        usual = {"HOME": str(folder), "XDG_STATE_HOME": f"{folder}/state", "SHELL": "/bin/bash", "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        environment = {**inherited, **usual, **(variables or {})}
        self.server = subprocess.Popen([termhost, "mcp", "--policy", policy, *options], cwd=workspace or folder, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "table", "version": "1"}})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.server.stdin.flush()

    def ask(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        for line in self.server.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.last:
                return answer["result"]
        raise EOFError("the server has ended")

    def call(self, tool, **arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]

    def end(self):
        self.server.stdin.close()
        self.server.wait()
