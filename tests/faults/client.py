"""A termhost under test: its process, what it is sent and what it says."""
import json
import os
import subprocess
import tempfile
import threading

PATIENCE = 60  # seconds: what hangs is killed, which shows as its status
TERMHOST = os.path.abspath(os.environ.get('TERMHOST', 'build/dev/bin/termhost'))


def name_of(pid):
    """Of a process; empty if it has ended."""
    try:
        with open(f'/proc/{pid}/comm', encoding='utf8') as file:
            return file.read().strip()
    except OSError:
        return ''


def with_nulls(result):
    """A result's structure with what an agent is not told because it is empty."""
    return {'exitCode': None, 'notes': [], **result, 'output': {'artifactId': None, 'text': '', **result.get('output', {})}}


class Server:
    """`termhost mcp`, `acp-terminals` (a message a line) or `serve` (Content-Length)."""

    def __init__(self, *arguments, env=None, **popen):
        self.headers = arguments[0] == 'serve'
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([TERMHOST, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, env={**os.environ, **(env or {})}, **popen)
        self.watchdog = threading.Timer(PATIENCE, self.process.kill)
        self.watchdog.daemon = True
        self.watchdog.start()
        self.asked = 0
        self.heard = []  # notifications that were read
        self.handlers = {}  # of requests: method -> function of the params, which raises LookupError for what is not there

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
        return self.read_answer(self.asked)

    def read_answer(self, number):
        while (message := self.read()) is not None:
            if message.get('id') == number and 'method' not in message:
                return message
            self.handle(message)
        return None

    def handle(self, message):
        if 'method' in message and 'id' in message:
            handler = self.handlers.get(message['method'], lambda params: None)
            try:
                answer = {'result': handler(message['params'])}
            except LookupError as error:
                answer = {'error': {'code': -32603, 'message': str(error)}}
            self.send_text(json.dumps({'jsonrpc': '2.0', 'id': message['id'], **answer}))
        else:
            self.heard.append(message)

    def initialize(self, capabilities=None, storage=None, **settings):
        if self.headers:
            options = {'settings': {'autoApprove': True, **settings}}
            if storage:
                options['storageDir'] = storage
            params = {'processId': os.getpid(), 'capabilities': capabilities or {}, 'initializationOptions': options}
        else:
            params = {'protocolVersion': '2025-06-18', 'capabilities': {}, 'clientInfo': {'name': 't', 'version': '1'}}
        answer = self.ask('initialize', params)
        self.send('initialized' if self.headers else 'notifications/initialized', {})
        return answer

    def call(self, tool, **arguments):
        """The result of a tool, its structure and whether it is an error; None if termhost has ended."""
        if self.headers:
            params = {'name': tool, 'arguments': arguments, 'toolCallId': f'call-{self.asked}', 'taskId': 't'}
        else:
            params = {'name': tool, 'arguments': arguments}
        return self.ask('tool/call' if self.headers else 'tools/call', params)

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
        status = self.process.wait()
        self.watchdog.cancel()
        self.process.stdout.close()
        self.errors.seek(0)
        return status, self.errors.read().decode(errors='replace')
