"""A client of `termhost serve`, as an editor is one."""
import json
import os
import subprocess


class EditorClient:
    def __init__(self, termhost, environment, *options, cwd=None, folders=(), settings=None, storage=None):
        self.server = subprocess.Popen([termhost, "serve", *options], env=environment, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.last = 0
        initialization = {**({"storageDir": storage} if storage else {}), "settings": settings or {}}
        self.ask("initialize", {"processId": os.getpid(), "capabilities": {"terminal": {"source": "events", "modes": ["execute"]}}, "workspaceFolders": [{"uri": f"file://{folder}"} for folder in folders], "initializationOptions": initialization})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.server.stdin.flush()

    def read(self):
        size = None
        while line := self.server.stdout.readline().strip():
            size = int(line.split(b":")[1])
        if size is None:
            raise EOFError("the server has ended: " + self.server.stderr.read().decode())
        return json.loads(self.server.stdout.read(size))

    def ask(self, method, params=None):
        self.last += 1
        self.send({"id": self.last, "method": method, **({"params": params} if params is not None else {})})
        while True:
            got = self.read()
            if got.get("id") == self.last and "method" not in got:
                return got["result"]

    def run(self, command, **arguments):
        return self.ask("tool/call", {"name": "execute_command", "arguments": {"command": command, **arguments}, "toolCallId": f"c{self.last}", "taskId": "t"})["structuredContent"]

    def end(self):
        self.ask("shutdown")
        self.send({"method": "exit"})
        self.server.stdin.close()
        status = self.server.wait()
        self.server.stdout.close()
        self.server.stderr.close()
        return status
