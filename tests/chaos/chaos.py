"""Random faults against the real program, from a seed: shells, guards and termhost itself are killed, frames are cut and repeated, the
disk is full, answers are not read for a while, the same storage is used again.

Every accepted call ends once, artifacts are true, nothing runs twice, descriptors, processes and memory return to where they were.
usage: chaos.py [--sessions N] [--seed N]     tests/unit/host/chaos_test.cpp plays far more sessions in memory
"""
import argparse
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'faults'))
from client import Server  # noqa: E402

LINES = 2000
TOLD = collections.Counter()  # kinds of ends, to see that the faults are no rule
KINDS = ['serve', 'mcp', 'acp-terminals']


def children(pid):
    try:
        with open(f'/proc/{pid}/task/{pid}/children', encoding='ascii') as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def descriptors(pid):
    return len(os.listdir(f'/proc/{pid}/fd'))


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def wait_until(condition, what, seconds=15):
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, what
        time.sleep(0.02)


class Session:
    def __init__(self, kind, seed, folder):
        self.kind, self.folder = kind, folder
        self.random = random.Random(seed)
        self.ran = os.path.join(folder, 'ran')  # each command says here that it runs
        self.storage = os.path.join(folder, 'storage')
        policy, self.script = os.path.join(folder, 'policy.json'), os.path.join(folder, 'run')
        with open(policy, 'w', encoding='utf8') as file:
            json.dump({'allowedCommands': [self.script]}, file)
        with open(self.script, 'w', encoding='utf8') as file:
            file.write(f'#!/bin/sh\necho $1 >> {self.ran}; seq ${{1}}000000 ${{1}}00{LINES - 1:04}; eval "$2"\n')
        os.chmod(self.script, 0o755)
        self.arguments = {'serve': ['serve'], 'mcp': ['mcp', '--policy', policy, '--storage', self.storage, '--keep'],
                          'acp-terminals': ['acp-terminals', '--storage', self.storage]}[kind]
        self.ends = collections.Counter()
        self.started = 0

    def start(self):
        self.server = Server(*self.arguments, cwd='/', env={'HOME': self.folder, 'SHELL': '/bin/bash', 'LANG': 'C.UTF-8'})
        self.open = {}
        if self.kind != 'acp-terminals':
            assert 'result' in self.server.initialize(storage=self.storage)
        self.pid = self.server.process.pid

    def command(self, number):
        pause = f'sleep 0.{self.random.randint(0, 9)}; exit 3'
        tail = self.random.choice(['exit 3', pause, 'kill -9 $PPID 2>/dev/null; sleep 10', '(sleep 1000 &) ; exit 3'])
        return f"{self.script} {number} '{tail}'"

    def call(self):
        self.started += 1
        number = f'call-{self.started}'
        command = self.command(self.started)
        if self.kind == 'acp-terminals':
            frame = {'method': 'terminal/create', 'params': {'sessionId': 's', 'command': command}}
        else:
            params = {'name': 'execute_command', 'arguments': {'command': command}}
            if self.kind == 'serve':
                params |= {'toolCallId': number, 'taskId': 't'}
            frame = {'method': 'tool/call' if self.kind == 'serve' else 'tools/call', 'params': params}
        self.open[number] = self.started
        text = json.dumps({'jsonrpc': '2.0', 'id': number, **frame}).encode()
        if self.server.headers:
            text = b'Content-Length: %d\r\n\r\n%s' % (len(text), text)
        else:
            text += b'\n'
        cut = self.random.randint(0, len(text))
        for part in (text[:cut], text[cut:]):
            self.server.process.stdin.write(part)
            self.server.process.stdin.flush()
            time.sleep(self.random.choice([0, 0, 0.01]))
        if self.random.random() < 0.1:
            self.server.send_text(b'{"jsonrpc":"2.0","method":"nonsense/%d"}' % self.started)

    def disturb(self):
        """Something of what a machine does to programs."""
        guards = children(self.pid)
        shells = [shell for guard in guards for shell in children(guard)]
        choice = self.random.random()
        if choice < 0.15 and guards:
            kill(self.random.choice(guards))
        elif choice < 0.35 and shells:
            kill(self.random.choice(shells))
        elif choice < 0.45:
            os.kill(self.pid, signal.SIGSTOP)
            time.sleep(0.1)
            os.kill(self.pid, signal.SIGCONT)
        elif choice < 0.55 and self.open and self.kind != 'acp-terminals':
            method = '$/cancelRequest' if self.kind == 'serve' else 'notifications/cancelled'
            number = self.random.choice(list(self.open))
            self.server.send(method, {'id': number} if self.kind == 'serve' else {'requestId': number})
            if self.kind == 'mcp':  # it stays silent then
                del self.open[number]
        time.sleep(self.random.random() * 0.1)

    def answered(self, message):
        number = message['id']
        self.ends[number] += 1
        assert self.ends[number] == 1, f'{number} was answered twice'
        started = self.open.pop(number, None)
        if started is None or 'result' not in message:
            TOLD['error' if 'error' in message else 'acp'] += 1
            return
        if self.kind == 'acp-terminals':
            terminal = {'sessionId': 's', 'terminalId': message['result']['terminalId']}
            for method in ('terminal/wait_for_exit', 'terminal/output', 'terminal/release'):
                self.server.send(method, terminal, id=f'{method} of {number}')
                self.open[f'{method} of {number}'] = None
        elif message['result'].get('structuredContent'):
            self.check_artifact(started, message['result']['structuredContent'])

    def check_artifact(self, number, result):
        TOLD[result['status']] += 1
        artifact = result.get('output', {}).get('artifactId')
        expected = ''.join(f'{number}00{line:04}\n' for line in range(LINES))
        if result['status'] == 'completed' and result.get('exitCode') is not None:
            assert result.get('exitCode') in (3, 129, 137), result  # or the signal that took its terminal away
            assert artifact or result.get('output', {}).get('problem') or result.get('exitCode') != 3, result
        if artifact:
            for folder, _, files in os.walk(self.storage):
                if artifact in files:
                    with open(os.path.join(folder, artifact), encoding='utf8') as file:
                        text = file.read()
                    whole = result['status'] == 'completed' and result.get('exitCode') == 3
                    counted = ''.join(line for line in text.splitlines(True) if line[0].isdigit())  # a shell may have complained
                    assert text == expected or not whole and expected.startswith(counted), f'{artifact}: {text[-60:]!r}'

    def collect(self):
        while self.open:
            message = self.server.read()
            assert message is not None, f'termhost ended with {sorted(self.open)} open: {self.server.end()}'
            if 'method' in message:
                self.server.handle(message)
            elif str(message.get('id', '')) in self.open or str(message.get('id', '')).startswith('call-'):
                self.answered(message)

    def round(self):
        for _ in range(self.random.randint(1, 5)):
            self.call()
            if self.random.random() < 0.6:
                self.disturb()
        if self.random.random() < 0.2:
            kill(self.pid)  # whatever was open ends with it
            self.server.end()
            self.start()
        self.collect()

    def play(self):
        self.start()
        self.server.ask('terminal/output' if self.kind == 'acp-terminals' else 'ping', {'sessionId': 's', 'terminalId': 'none'})
        before = descriptors(self.pid), self.server.memory()[1]
        for _ in range(self.random.randint(1, 4)):
            self.round()
        guards = children(self.pid)
        if self.kind == 'acp-terminals':  # all are released; idle ones stay, with two descriptors, and one stays for the storage
            wait_until(lambda: descriptors(self.pid) <= before[0] + 2 * len(children(self.pid)) + 1, 'descriptors are left')
        after = self.server.memory()[1]
        assert after - before[1] < 12 << 20, f'{(after - before[1]) >> 20} MiB more'
        if self.kind == 'serve':
            assert self.server.ask('shutdown')
            self.server.send('exit', {})
        status, stderr = self.server.end()
        assert status == 0, (status, stderr)
        wait_until(lambda: not any(os.path.exists(f'/proc/{guard}') for guard in guards), 'guards are left')
        marked = self.folder.encode()
        wait_until(lambda: not [pid for pid in filter(str.isdigit, os.listdir('/proc')) if marked in environment(pid)],
                   'processes are left')
        if os.path.exists(self.ran):
            with open(self.ran, encoding='ascii') as file:
                runs = collections.Counter(file.read().split())
            assert all(count == 1 for count in runs.values()), f'ran twice: {runs}'


def environment(pid):
    try:
        with open(f'/proc/{pid}/environ', 'rb') as file:
            return file.read()
    except OSError:
        return b''


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--sessions', type=int, default=30)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    wrong = 0
    for seed in range(options.seed, options.seed + options.sessions):
        kind = KINDS[seed % len(KINDS)]
        with tempfile.TemporaryDirectory() as folder:
            session = Session(kind, seed, folder)
            try:
                session.play()
            except Exception as error:  # the seed tells how to see it again
                wrong += 1
                print(f'FAILED: seed {seed}, {kind}: {type(error).__name__} {str(error)[:500]}', flush=True)
                kill(session.pid)
                session.server.process.wait()
                time.sleep(0.5)
    print(f'{options.sessions} sessions, {wrong} wrong; {dict(TOLD)}')
    assert TOLD['completed'] > options.sessions / 2 and TOLD['acp'] > options.sessions / 2, 'too few went well to tell anything'
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
