#!/usr/bin/env python3
"""Plays `termhost serve` for the tests of the plugin.

FAKE_TRANSCRIPT names a file of protocol/transcripts: its `←` lines are sent, its `→` lines are waited for. What differs is
written to FAKE_REPORT, "ok" if nothing does. Without a transcript a tool call does what its command says (ACTIONS), and
FAKE_HEARD names a file for all messages that came, a JSON text a line.
"""
import base64
import json
import os
import sys
import threading
import time


def receive():
    length = None
    while line := sys.stdin.buffer.readline().strip():
        name, value = line.split(b':', 1)
        if name.lower() == b'content-length':
            length = int(value)
    return json.loads(sys.stdin.buffer.read(length)) if length is not None else None


def frame(message):
    body = json.dumps({'jsonrpc': '2.0', **message}).encode()
    return b'Content-Length: %d\r\n\r\n' % len(body) + body


def send(*messages):
    sys.stdout.buffer.write(b''.join(frame(message) for message in messages))
    sys.stdout.buffer.flush()


def text_result(text):
    return {'content': [{'type': 'text', 'text': text}], 'isError': False}


# --- transcripts ---------------------------------------------------------------------------------------------------------

HELLO = {'capabilities': {'terminalSources': ['bytes'], 'tools': []}, 'serverInfo': {'name': 'termhost', 'version': '0.1.0'}}
WRITE = 'terminal/didWrite'
UNEXPECTED = ('terminal/didOpen', 'terminal/didResize')


class Differs(Exception):
    pass


class Player:
    def __init__(self, path):
        lines = [json.loads(line) for line in open(path, encoding='utf-8') if line.strip() and not line.startswith('#')]
        self.steps = [line for line in lines if 'msg' in line]
        self.values = {}
        self.requests = 0
        self.output = b''
        self.expected_output = b''

    def bound(self, value):
        """A value of the transcript with what its names stand for."""
        if isinstance(value, dict):
            return {key: self.bound(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.bound(item) for item in value]
        if isinstance(value, str) and value.startswith('$'):
            return self.values.setdefault(value, f'{value[1:]}-1')
        return value

    def match(self, expected, found, where):
        if isinstance(expected, dict):
            if not isinstance(found, dict):
                raise Differs(f'{where}: expected an object, found {found!r}')
            for key, item in expected.items():
                if key not in found and item is not None:
                    raise Differs(f'{where}.{key} is missing in {found!r}')
                self.match(item, found.get(key), f'{where}.{key}')
        elif isinstance(expected, str) and expected.startswith('$'):
            if self.values.setdefault(expected, found) != found:
                raise Differs(f'{where}: expected {self.values[expected]!r}, found {found!r}')
        elif expected != found:
            raise Differs(f'{where}: expected {expected!r}, found {found!r}')

    def outgoing(self, message):
        message = json.loads(json.dumps(message))
        if 'method' in message and 'id' in message:
            self.requests += 1
            self.values[message['id']] = self.requests
        if 'result' in message and 'serverInfo' in (message['result'] or {}):
            message['result'] = HELLO
        if 'result' in message:
            message['id'] = self.values.get(f'#{message["id"]}', message['id'])
            if 'structuredContent' in (message['result'] or {}):
                message['result'] = {**text_result('as recorded'), **message['result']}
        send(self.bound(message))

    def next(self):
        """The next message that a transcript knows of. More about a terminal may come at any time."""
        while True:
            found = receive()
            if found is None or found.get('method') not in UNEXPECTED or 'requestId' in found['params']:
                return found

    def incoming(self, expected):
        """Output comes in pieces of any size: what counts is what has come before the next other message."""
        if expected.get('method') == WRITE:
            self.expected_output += data_of(expected['params'])
            while len(self.output) < len(self.expected_output):
                self.take(self.next())
            return
        while True:
            found = self.next()
            if found is None:
                raise Differs(f'nothing came, expected {expected!r}')
            if found.get('method') == WRITE:
                self.take(found)
                continue
            break
        if expected.get('method') == 'initialize':
            expected = {'method': 'initialize'}
        if 'id' in expected and 'method' in expected:
            self.values[f'#{expected["id"]}'] = found.get('id')
            expected = {key: item for key, item in expected.items() if key != 'id'}
        if 'error' in expected:  # any answer will do to a question that was withdrawn
            expected = {'id': expected['id']}
        if expected.get('method') == '$/cancelRequest' and isinstance(expected['params']['id'], int):
            expected = {**expected, 'params': {'id': self.values[f'#{expected["params"]["id"]}']}}
        self.match(expected, found, expected.get('method', 'answer'))

    def take(self, found):
        if found is None or found.get('method') != WRITE:
            raise Differs(f'expected output, found {found!r}')
        self.output += data_of(found['params'])

    def play(self):
        for step in self.steps:
            if step['dir'] == '←':
                self.outgoing(step['msg'])
            else:
                self.incoming(step['msg'])
        if self.output != self.expected_output:
            raise Differs(f'output: expected {self.expected_output!r}, found {self.output!r}')


def data_of(params):
    return base64.b64decode(params['data']) if params.get('encoding') == 'base64' else params['data'].encode()


def play(path):
    try:
        Player(path).play()
        verdict = 'ok'
    except Differs as difference:
        verdict = str(difference)
    with open(os.environ['FAKE_REPORT'], 'w', encoding='utf-8') as report:
        report.write(verdict)
    serve()


# --- actions -------------------------------------------------------------------------------------------------------------


def die(_call):
    os._exit(7)


def hang(_call):
    pass


def burst(call):
    """Notifications and requests in one go; who handles them can't hold them apart by time."""
    messages = []
    for number in range(200):
        messages.append({'method': 'window/logMessage', 'params': {'type': 4, 'message': f'notification {number}'}})
        messages.append({'id': 1000 + number, 'method': 'terminal/show', 'params': {'terminalId': f'request {number}'}})
    send(*messages, {'id': call['id'], 'result': text_result('burst')})


def deaf(call):
    """Answers, and reads nothing more."""
    send({'id': call['id'], 'result': text_result('deaf')})
    threading.Event().wait()


def slow(call):
    time.sleep(0.5)
    send({'id': call['id'], 'result': text_result('slow')})


def runs(call):
    """Is said to run, and is not answered until it is stopped."""
    status = {'terminalId': 't1', 'busy': True, 'command': 'runs', 'executionId': '17', 'toolCallId': call['params']['toolCallId']}
    send({'method': 'terminal/didChangeStatus', 'params': status})
    STOPPED['17'] = call['id']


def waits(call):
    """Waits for a terminal, gets one, and ends."""
    tool_call = call['params']['toolCallId']
    result = {'status': 'waiting', 'reason': 'all 5 are busy', 'executionId': '18', 'toolCallId': tool_call}
    send({'id': call['id'], 'result': {**text_result('waiting'), 'structuredContent': result}})
    time.sleep(0.5)
    status = {'terminalId': 't1', 'busy': True, 'command': 'waits', 'executionId': '18', 'toolCallId': tool_call}
    send({'method': 'terminal/didChangeStatus', 'params': status})
    time.sleep(0.5)
    data = {'type': 'complete', 'command': 'waits', 'cd': '/', 'exitCode': 3}
    send({'method': 'tool/calling', 'params': {'name': 'terminal', 'toolCallId': tool_call, 'data': data}})


def logs(call):
    """A line of each level, and a setting that is wrong, twice."""
    lines = [(level, f'level {level}') for level in (1, 2, 3, 4)] + 2 * [(2, 'settings.maxTerminals: expected an integer')]
    send(*({'method': 'window/logMessage', 'params': {'type': level, 'message': text}} for level, text in lines))
    send({'id': call['id'], 'result': text_result('logs')})


STOPPED = {}
ACTIONS = {'runs': runs, 'waits': waits, 'logs': logs, 'die': die, 'hang': hang, 'burst': burst, 'deaf': deaf, 'slow': slow}


def serve():
    while message := receive():
        method, number = message.get('method'), message.get('id')
        if 'FAKE_HEARD' in os.environ:
            with open(os.environ['FAKE_HEARD'], 'a', encoding='utf-8') as heard:
                heard.write(json.dumps(message) + '\n')
        if method == 'tool/call':
            ACTIONS[message['params']['arguments']['command']](message)
        elif method == 'tool/stop':
            send({'id': number, 'result': None})
            send({'id': STOPPED[message['params']['executionId']], 'result': text_result('stopped by the user')})
        elif method == 'exit':
            sys.exit(0)
        elif method == '$/cancelRequest':
            send({'id': message['params']['id'], 'result': text_result('stopped')})
        elif method is not None and number is not None:
            send({'id': number, 'result': HELLO if method == 'initialize' else None})


if sys.argv[1:2] == ['--version']:
    print('termhost 0.1.0')
elif 'FAKE_TRANSCRIPT' in os.environ:
    play(os.environ['FAKE_TRANSCRIPT'])
else:
    serve()
