"""A termhost under test: its process, what it is sent and what it says."""
import json
import os
import subprocess
import tempfile

TERMHOST = os.path.abspath(os.environ.get('TERMHOST', 'build/dev/bin/termhost'))


class Server:
    """`termhost mcp`, `acp-terminals` (a message a line) or `serve` (Content-Length)."""

    def __init__(self, *arguments, env=None, **popen):
        self.headers = arguments[0] == 'serve'
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([TERMHOST, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, env={**os.environ, **(env or {})}, **popen)
        self.asked = 0
        self.heard = []  # messages that were read and are no answer

    def send_text(self, text):
        text = text if isinstance(text, bytes) else text.encode()
        frame = b'Content-Length: %d\r\n\r\n%s' % (len(text), text) if self.headers else text + b'\n'
        self.process.stdin.write(frame)
        self.process.stdin.flush()

    def send(self, method, params, **more):
        self.send_text(json.dumps({'jsonrpc': '2.0', 'method': method, 'params': params, **more}))

    def read(self):
        """The next message; None at the end."""
        line = self.process.stdout.readline()
        if not self.headers:
            return json.loads(line) if line else None
        if not line:
            return None
        self.process.stdout.readline()
        return json.loads(self.process.stdout.read(int(line.split(b':')[1])))

    def ask(self, method, params=None):
        """The answer to a request; None if termhost has ended."""
        self.asked += 1
        self.send(method, params or {}, id=self.asked)
        while (message := self.read()) is not None:
            if message.get('id') == self.asked and 'method' not in message:
                return message
            self.heard.append(message)
        return None

    def initialize(self, **capabilities):
        if self.headers:
            params = {'processId': os.getpid(), 'capabilities': capabilities,
                      'initializationOptions': {'settings': {'autoApprove': True}}}
        else:
            params = {'protocolVersion': '2025-06-18', 'capabilities': {}, 'clientInfo': {'name': 't', 'version': '1'}}
        answer = self.ask('initialize', params)
        self.send('initialized' if self.headers else 'notifications/initialized', {})
        return answer

    def memory(self):
        """Peak and present resident memory in bytes."""
        with open(f'/proc/{self.process.pid}/status', encoding='utf8') as file:
            lines = dict(line.split(':', 1) for line in file)
        return tuple(int(lines[name].split()[0]) * 1024 for name in ('VmHWM', 'VmRSS'))

    def end(self):
        """Closes its input; how it ended, and what it said on stderr."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.stdout.read()
        status = self.process.wait(timeout=60)
        self.process.stdout.close()
        self.errors.seek(0)
        return status, self.errors.read().decode(errors='replace')
