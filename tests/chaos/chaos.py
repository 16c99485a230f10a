"""Random faults against the real program, from a seed: shells, guards and termhost itself are killed, terminals hang up, frames are
cut, repeated, dropped and mixed, the disk is full, the wall clock jumps, answers are not read for a while, the same storage is used
again, and an editor tells the next termhost what the last one has left.

Every accepted call ends once, artifacts are true, nothing runs twice, descriptors, processes and memory return to where they were.
usage: chaos.py [--sessions N] [--seed N] [--jobs N]     tests/unit/host/chaos_test.cpp plays far more sessions in memory
"""
import argparse
import collections
import concurrent.futures
import json
import os
import queue
import random
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'faults'))
import preload  # noqa: E402
from client import PATIENCE, Server, with_nulls  # noqa: E402
from editor import CAPABILITIES, Editor  # noqa: E402

LINES = 2000
KINDS = ['serve', 'mcp', 'acp-terminals', 'an editor with terminals']
HANG_UP = 'python3 -c "import fcntl; fcntl.ioctl(0, 0x5437)" 2>/dev/null; exit 3'  # TIOCVHANGUP; it takes root
YEAR = 365 * 24 * 3600


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
        assert time.monotonic() < limit, what() if callable(what) else what
        time.sleep(0.02)


def output_of(number):
    return ''.join(f'{number}00{line:04}\n' for line in range(LINES))


class Listener(Server):
    """Reads whether anybody listens or not, but while somebody holds `stalled`."""

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.stalled = threading.Lock()
        self.messages = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        try:
            while (message := super(Listener, self).read()) is not None:
                self.messages.put(message)
                with self.stalled:
                    pass
        except (ValueError, IndexError):  # a kill has cut it
            pass
        self.messages.put(None)

    def read(self, seconds=PATIENCE):
        """The next message; None at the end. Raises queue.Empty where there is none."""
        return self.messages.get(timeout=seconds)

    def end(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.thread.join()
        return super().end()


class Session:
    def __init__(self, kind, seed, folder):
        self.kind, self.folder = kind, folder
        self.random = random.Random(seed)
        self.ran = os.path.join(folder, 'ran')  # each command says here that it runs
        self.storage = os.path.join(folder, 'storage')
        policy, self.script = os.path.join(folder, 'policy.json'), os.path.join(folder, 'run')
        with open(policy, 'w', encoding='utf8') as file:
            json.dump({'allowedCommands': [self.script]}, file)
        os.makedirs(os.path.join(folder, '.config', 'termhost'), exist_ok=True)
        with open(os.path.join(folder, '.config', 'termhost', 'settings.json'), 'w', encoding='utf8') as file:
            json.dump({'keepTerminals': 0}, file)  # tests/survive plays with terminals that wait
        with open(self.script, 'w', encoding='utf8') as file:
            file.write(f'#!/bin/sh\necho $1 >> {self.ran}; seq ${{1}}000000 ${{1}}00{LINES - 1:04}; eval "$2"\n')
        os.chmod(self.script, 0o755)
        self.editor = Editor(self.random, self.script, output_of) if kind == KINDS[3] else None
        self.preload = preload.Preload()
        self.arguments = {'serve': ['serve'], KINDS[3]: ['serve'], 'mcp': ['mcp', '--policy', policy, '--storage', self.storage, '--keep'],
                          'acp-terminals': ['acp-terminals', '--storage', self.storage]}[kind]
        self.ends = collections.Counter()
        self.told = collections.Counter()  # kinds of ends, to see that the faults are no rule
        self.started = 0
        self.hung_up = set()  # commands after whose output the terminal goes, with what of it nobody has read

    def start(self):
        env = {**self.preload.env, 'HOME': self.folder, 'SHELL': '/bin/bash', 'LANG': 'C.UTF-8'}
        self.server = Listener(*self.arguments, cwd='/', env=env)
        self.open = {}
        if self.kind != 'acp-terminals':
            assert 'result' in self.server.initialize(CAPABILITIES if self.editor else None, storage=self.storage)
        if self.editor:
            self.editor.attach(self.server)
        self.pid = self.server.process.pid

    def command(self, number):
        pause = f'sleep 0.{self.random.randint(0, 9)}; exit 3'
        tail = self.random.choice(['exit 3', pause, 'kill -9 $PPID 2>/dev/null; sleep 10', '(sleep 1000 &) ; exit 3', HANG_UP])
        if tail == HANG_UP:
            self.hung_up.add(number)
        return f"{self.script} {number} '{tail}'"

    def call(self):
        self.started += 1
        number = f'call-{self.started}'
        command = self.command(self.started)
        if self.kind == 'acp-terminals':
            frame = {'method': 'terminal/create', 'params': {'sessionId': 's', 'command': command}}
        else:
            params = {'name': 'execute_command', 'arguments': {'command': command}}
            if self.server.headers:
                params |= {'toolCallId': number, 'taskId': 't'}
            frame = {'method': 'tool/call' if self.server.headers else 'tools/call', 'params': params}
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
        keepers = children(self.pid)
        guards = [guard for keeper in keepers for guard in children(keeper)]
        shells = [shell for guard in guards for shell in children(guard)]
        choice = self.random.random()
        if choice < 0.15 and guards:
            kill(self.random.choice(keepers + guards))
        elif choice < 0.3 and shells:
            kill(self.random.choice(shells))
        elif choice < 0.2 and self.editor:
            self.editor.disturb()
        elif choice < 0.4:
            self.preload.set(self.random.random() < 0.5, self.random.choice([0, -9 * YEAR, 9 * YEAR, -3600, 5]))
        elif choice < 0.45:
            os.kill(self.pid, signal.SIGSTOP)
            time.sleep(0.1)
            os.kill(self.pid, signal.SIGCONT)
        elif choice < 0.5:
            with self.server.stalled:
                time.sleep(0.2)
        elif choice < 0.6 and self.open and self.kind != 'acp-terminals':
            method = '$/cancelRequest' if self.server.headers else 'notifications/cancelled'
            number = self.random.choice(list(self.open))
            self.server.send(method, {'id': number} if self.server.headers else {'requestId': number})
            if self.kind == 'mcp':  # it stays silent then
                del self.open[number]
        self.listen(self.random.random() * 0.1)

    def answered(self, message):
        number = message['id']
        self.ends[number] += 1
        assert self.ends[number] == 1, f'{number} was answered twice'
        started = self.open.pop(number, None)
        if started is None or 'result' not in message:
            self.told['error' if 'error' in message else 'acp'] += 1
            return
        if self.kind == 'acp-terminals':
            terminal = {'sessionId': 's', 'terminalId': message['result']['terminalId']}
            for method in ('terminal/wait_for_exit', 'terminal/output', 'terminal/release'):
                self.server.send(method, terminal, id=f'{method} of {number}')
                self.open[f'{method} of {number}'] = None
        elif message['result'].get('structuredContent'):
            self.check_artifact(started, message['result']['structuredContent'])

    def check_artifact(self, number, result):
        self.told[result['status']] += 1
        result = with_nulls(result)
        del result['output']['text']
        artifact, problem = result['output']['artifactId'], result['output'].get('problem')
        if result['exitCode'] is not None:
            assert result['exitCode'] in (3, 129, 130, 137), result  # or the signal that took its terminal away
            assert artifact or problem or result['exitCode'] != 3 or number in self.hung_up, result
        if not artifact:
            return
        for folder, _, files in os.walk(self.storage):
            if artifact in files:
                with open(os.path.join(folder, artifact), encoding='utf8') as file:
                    text = file.read()
                doubts = problem or [note for note in result['notes'] if 'likely' not in note]
                whole = result['status'] == 'completed' and result['exitCode'] == 3 and not doubts and number not in self.hung_up
                counted = ''.join(line for line in text.splitlines(True) if line[0].isdigit())  # a shell may have complained
                expected = output_of(number)
                if self.editor and not whole:  # what was dropped is missing anywhere
                    assert counted.split('\n', 1)[0] in expected, f'{artifact}: {text[:60]!r}'
                else:
                    same = os.path.commonprefix([counted, expected])
                    rest = counted[len(same):]  # a shell may have complained in the middle of a line
                    assert text == expected or not whole and not rest[:1].isdigit(), \
                        f'{artifact}: after {len(same)} {counted[max(0, len(same) - 50):len(same) + 50]!r}, {result}'

    def heard(self, message):
        assert message is not None, f'termhost ended with {sorted(self.open)} open: {self.server.end()}'
        if 'method' in message:
            self.server.handle(message)
        elif str(message.get('id', '')) in self.open or str(message.get('id', '')).startswith('call-'):
            self.answered(message)

    def listen(self, seconds):
        limit = time.monotonic() + seconds
        while (left := limit - time.monotonic()) > 0:
            if self.editor and self.editor.busy():
                self.editor.go_on()
            try:
                self.heard(self.server.read(min(left, 0.005)))
            except queue.Empty:
                pass

    def collect(self):
        limit = time.monotonic() + PATIENCE
        while self.open:
            assert time.monotonic() < limit, f'no answer to {sorted(self.open)}'
            self.listen(0.01)

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
        self.preload.set()

    def play(self):
        self.start()
        self.server.ask('terminal/output' if self.kind == 'acp-terminals' else 'ping', {'sessionId': 's', 'terminalId': 'none'})
        before = descriptors(self.pid), self.server.memory()[1]
        for _ in range(self.random.randint(1, 4)):
            self.round()
        guards = children(self.pid)
        # Idle terminals stay, with two descriptors, and one stays for the storage.
        wait_until(lambda: descriptors(self.pid) <= before[0] + 2 * len(children(self.pid)) + 1, 'descriptors are left')
        after = self.server.memory()[1]
        assert after - before[1] < 12 << 20, f'{(after - before[1]) >> 20} MiB more'
        if self.server.headers:
            assert self.server.ask('shutdown')
            self.server.send('exit', {})
        status, stderr = self.server.end()
        assert status == 0, (status, stderr)
        wait_until(lambda: not any(os.path.exists(f'/proc/{guard}') for guard in guards), 'guards are left')
        marked = self.folder.encode()
        left = lambda: [read(pid, 'cmdline') for pid in filter(str.isdigit, os.listdir('/proc')) if marked in read(pid, 'environ')]
        wait_until(lambda: not left(), lambda: f'processes are left: {left()}')
        runs = self.editor.runs if self.editor else []
        if os.path.exists(self.ran):
            with open(self.ran, encoding='ascii') as file:
                runs = file.read().split()
        twice = [number for number, count in collections.Counter(runs).items() if count > 1]
        assert not twice, f'ran twice: {twice}'


def read(pid, what):
    try:
        with open(f'/proc/{pid}/{what}', 'rb') as file:
            return file.read()
    except OSError:
        return b''


def play(seed):
    """What one session told, and what was wrong."""
    kind = KINDS[seed % len(KINDS)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        session = Session(kind, seed, folder)
        try:
            session.play()
            return session.told, None
        except Exception as error:  # the seed tells how to see it again
            kill(session.pid)
            session.server.process.wait()
            time.sleep(0.5)
            return session.told, f'FAILED: seed {seed}, {kind}: {type(error).__name__} {str(error)[:2500]}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--sessions', type=int, default=32)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=4)
    options = parser.parse_args()
    preload.build()
    told, wrong = collections.Counter(), 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for here, problem in pool.map(play, range(options.seed, options.seed + options.sessions)):
            told += here
            if problem:
                wrong += 1
                print(problem, flush=True)
    print(f'{options.sessions} sessions, {wrong} wrong; {dict(told)}')
    assert told['completed'] > options.sessions / 2 and told['acp'] > options.sessions / 2, 'too few went well to tell anything'
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
