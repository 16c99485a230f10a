"""termhost mcp is killed at random points of a command that prints; the next one in the same folder takes it over.

Each command ends with its own exit code, its artifact is that of a run that nobody disturbed, byte for byte, it ran once, and its
end is told once. Nothing is left: no process, no file in the folder where terminals wait. Terminals whose time is over go by
themselves. A successor that is early, or whose guard has no turn, still gets its terminal.
usage: survive.py [--kills N] [--seed N] [--jobs N]
"""
import argparse
import concurrent.futures
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'faults'))
from client import TERMHOST, Server, name_of  # noqa: E402

LINES = 400
# Progress that is written over, colours, characters of several bytes: the rendering has something to lose. The script writes its own
# trace, so that a second run would show.
SCRIPT = f'''echo "$1" >> ran
i=0
while [ $i -lt {LINES} ]; do
  printf 'step %d of {LINES}\\r' $i
  printf '\\033[32mline %d äöü €\\033[0m  \\n' $i
  i=$((i + 1))
  [ $((i % 20)) = 0 ] && sleep 0.05
done
printf 'no end of line'
exit $2
'''


class Folder:
    """A workspace, a home and a runtime folder of their own."""

    def __init__(self, keep=30, sandbox='off'):
        self.path = tempfile.mkdtemp(prefix='survive-')
        self.runtime = os.path.join(self.path, 'run')
        self.storage = os.path.join(self.path, 'storage')
        os.mkdir(self.runtime, 0o700)
        self.env = {'HOME': self.path, 'XDG_RUNTIME_DIR': self.runtime, 'SHELL': '/bin/bash', 'LANG': 'C.UTF-8',
                    'XDG_CONFIG_HOME': os.path.join(self.path, 'config')}
        self.script = os.path.join(self.path, 'print')
        with open(self.script, 'w', encoding='utf8') as file:
            file.write('#!/bin/sh\n' + SCRIPT)
        os.chmod(self.script, 0o755)
        os.makedirs(os.path.join(self.path, 'config', 'termhost'))
        with open(os.path.join(self.path, 'config', 'termhost', 'settings.json'), 'w', encoding='utf8') as file:
            json.dump({'keepTerminals': keep, 'allowedCommands': [self.script, 'sleep'], 'sandbox': {'level': sandbox}}, file)

    def server(self):
        server = Server('mcp', '--storage', self.storage, '--keep', '--structured', 'always', cwd=self.path, env=self.env)
        server.ask('initialize', {'protocolVersion': '2025-06-18', 'capabilities': {}, 'clientInfo': {'name': 'survive', 'version': '1'}})
        server.send('notifications/initialized', {})
        return server

    def waiting(self):
        folder = os.path.join(self.runtime, 'termhost')
        return sorted(name for name in os.listdir(folder) if '.' in name) if os.path.isdir(folder) else []

    def command(self, *arguments, **options):
        """`termhost` with these arguments: its process."""
        return subprocess.Popen([TERMHOST, *arguments], env={**os.environ, **self.env}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **options)

    def listed(self):
        """The lines of `termhost list`, as lists of fields."""
        output, errors = self.command('list').communicate(timeout=60)
        assert not errors, errors
        return [line.split('\t') for line in output.splitlines()]

    def guard(self):
        """The only one."""
        [found] = [int(one.split()[0]) for one in self.left() if name_of(one.split()[0]) == 'termhost-guard']
        return found

    def left(self):
        """Processes that were started here."""
        found = []
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                with open(f'/proc/{pid}/environ', 'rb') as file:
                    if f'HOME={self.path}\0'.encode() in file.read():
                        with open(f'/proc/{pid}/cmdline', 'rb') as words:
                            found.append(f'{pid} {words.read()!r}')
            except OSError:
                pass
        return found

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


def call(server, tool, **arguments):
    answer = server.ask('tools/call', {'name': tool, 'arguments': arguments})
    assert answer is not None and 'result' in answer, answer
    return answer['result']


def structure(result):
    return result.get('structuredContent') or {}


def artifact(folder, execution):
    for path, _, names in os.walk(folder.storage):
        if f'cmd-{execution}.txt' in names:
            candidate = os.path.join(path, f'cmd-{execution}.txt')
            yield candidate


def wait_until(condition, what, seconds=20):
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, what() if callable(what) else what
        time.sleep(0.02)


def kill(server):
    """The answers that it had written."""
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    server.watchdog.cancel()
    answers = []
    for line in server.process.stdout.read().splitlines(keepends=True):
        if line.endswith(b'\n'):  # the last one may be torn
            answers.append(json.loads(line))
    return [message['result'] for message in answers if 'result' in message]


def finish(folder, server, execution, code, expected):
    result = structure(call(server, 'wait_for_command', executionId=execution, timeout=20))
    assert result.get('exitCode') == code, result
    texts = []
    for path in artifact(folder, execution):
        with open(path, 'rb') as file:
            texts.append((os.path.getmtime(path), file.read()))
    assert texts, 'there is no artifact'
    newest = max(texts)[1]
    if expected is not None:
        assert newest == expected, difference(newest, expected)
    return newest


def difference(text, expected):
    at = next((i for i, (a, b) in enumerate(zip(text, expected)) if a != b), min(len(text), len(expected)))
    return f'artifact of {len(text)} instead of {len(expected)} bytes, differs at {at}: {text[at - 40:at + 60]!r} / {expected[at - 40:at + 60]!r}'


def undisturbed():
    folder = Folder()
    try:
        server = folder.server()
        begun = structure(call(server, 'execute_command', command=f'{folder.script} x 0', timeout=0))
        text = finish(folder, server, begun['executionId'], 0, None)
        server.process.stdin.close()
        server.process.wait()
        server.watchdog.cancel()
        return text
    finally:
        folder.remove()


def begin(folder, server, rng, code):
    """Sends the call, and waits for a random time, not for the answer."""
    server.asked += 1
    arguments = {'name': 'execute_command', 'arguments': {'command': f'{folder.script} x {code}'}}
    server.send('tools/call', arguments, id=server.asked)
    time.sleep(rng.random())


def end(folder, server):
    """In order; then nothing is left."""
    server.process.stdin.close()
    server.process.wait()
    server.watchdog.cancel()
    wait_until(lambda: not folder.left(), lambda: f'left: {folder.left()}')
    assert not folder.waiting(), folder.waiting()


def unbegun(folder, server, kills):
    """Nobody was told that it runs, and it has not run."""
    end(folder, server)
    assert not os.path.exists(os.path.join(folder.path, 'ran')), 'it ran, and nobody knows of it'
    return kills


def ended_before(folder, result, code, expected):
    """The answer was out before the kill: it is right, and what its agent knows already does not wait for long."""
    assert result.get('exitCode') == code, result
    [path] = artifact(folder, result['executionId'])
    with open(path, 'rb') as file:
        text = file.read()
    assert text == expected, difference(text, expected)
    end(folder, folder.server())
    with open(os.path.join(folder.path, 'ran'), encoding='utf8') as file:
        ran = file.read()
    assert ran == 'x\n', f'it ran as {ran!r}'
    return 1


def execution_in(folder):
    """The number of the only command, by its artifact; None: there is none yet."""
    names = [name for _, _, names in os.walk(folder.storage) for name in names if name.startswith('cmd-')]
    return names[0][4:].split('.')[0] if names else None


def session(number, seed, expected):
    rng = random.Random(seed * 10_000 + number)
    folder = Folder()
    try:
        server = folder.server()
        code = rng.choice([0, 1, 3, 77])
        begin(folder, server, rng, code)
        kills = rng.choice([1, 1, 1, 2, 3])
        for _ in range(kills):
            for told in kill(server):
                return ended_before(folder, structure(told), code, expected)
            time.sleep(rng.choice([0, 0, 0.05, 0.3]))
            server = folder.server()
            time.sleep(rng.random() * 0.4)
        if not structure(call(server, 'list_terminals')).get('terminals'):
            return unbegun(folder, server, kills)
        limit = time.monotonic() + 15
        while not (execution := execution_in(folder)) and time.monotonic() < limit:
            time.sleep(0.02)
        if execution is None:  # termhost was killed between the note that the shell gets it and the key for it
            return unbegun(folder, server, kills)
        finish(folder, server, execution, code, expected)
        again = structure(call(server, 'wait_for_command', executionId=execution, timeout=1))
        assert again.get('exitCode') == code, again
        with open(os.path.join(folder.path, 'ran'), encoding='utf8') as file:
            ran = file.read()
        assert ran == 'x\n', f'it ran as {ran!r}'
        end(folder, server)
        return kills
    except AssertionError as error:
        raise AssertionError(f'session {number}: {error}') from None
    finally:
        folder.remove()


@contextlib.contextmanager
def case(**options):
    folder = Folder(**options)
    try:
        yield folder
    finally:
        folder.remove()


def terminals(server):
    return structure(call(server, 'list_terminals')).get('terminals') or []


def predecessor_is_not_gone(expected):
    """A termhost that starts while its predecessor runs takes over what that leaves, and nothing before."""
    with case() as folder:
        first = folder.server()
        execution = structure(call(first, 'execute_command', command=f'{folder.script} x 3', timeout=0))['executionId']
        second = folder.server()
        assert not terminals(second), terminals(second)
        assert not folder.listed(), folder.listed()
        kill(first)
        wait_until(lambda: terminals(second), 'it is not taken over')
        finish(folder, second, execution, 3, expected)
        end(folder, second)


def guard_has_no_turn(expected):
    """A guard that is stopped when the successor starts hands its terminal over when it goes on."""
    with case() as folder:
        first = folder.server()
        execution = structure(call(first, 'execute_command', command=f'{folder.script} x 3', timeout=0))['executionId']
        guard = folder.guard()
        os.kill(guard, signal.SIGSTOP)
        kill(first)
        second = folder.server()
        assert not terminals(second), terminals(second)
        os.kill(guard, signal.SIGCONT)
        wait_until(lambda: terminals(second), 'it is not taken over')
        finish(folder, second, execution, 3, expected)
        end(folder, second)


def all_are_listed():
    """Each terminal that waits is listed and can be stopped; a terminal that has a termhost is not listed and is not stopped."""
    with case(keep=600) as folder:
        first = folder.server()
        call(first, 'execute_command', command='sleep 1000', timeout=0)
        [door] = [name for name in folder.waiting() if name.endswith('.kept')]
        number = door.split('.')[0]
        assert not folder.listed(), folder.listed()
        refused = folder.command('stop', number)
        _, errors = refused.communicate(timeout=60)
        assert refused.returncode == 1 and 'a running termhost has it' in errors, errors
        kill(first)
        [[listed, left, workspace, command]] = folder.listed()
        assert (listed, workspace, command) == (number, folder.path, 'sleep 1000'), (listed, workspace, command)
        assert 500 < int(left.split()[0]) <= 600, left
        stopped = folder.command('stop', number)
        output, errors = stopped.communicate(timeout=60)
        assert stopped.returncode == 0, errors
        assert not folder.listed() and not folder.waiting(), folder.waiting()
        wait_until(lambda: not folder.left(), lambda: f'left: {folder.left()}')  # its keeper goes a moment later


def user_attaches():
    """Who attaches to a terminal that waits sees it and types into it; the next termhost has what came of that."""
    with case(keep=600) as folder:
        first = folder.server()
        line = 'echo ready; read -r word; echo "got $word"; exit 3'
        with open(folder.script, 'w', encoding='utf8') as file:
            file.write(f'#!/bin/sh\n{line}\n')
        execution = structure(call(first, 'execute_command', command=folder.script, timeout=0))['executionId']
        kill(first)
        [[number, *_]] = folder.listed()
        attached = folder.command('attach', number)
        seen = ''
        while 'ready' not in seen:
            seen += attached.stdout.readline()
        attached.stdin.write('typed\n')
        attached.stdin.flush()
        while 'got typed' not in seen:
            seen += attached.stdout.readline()
        second = folder.server()
        result = structure(call(second, 'wait_for_command', executionId=execution, timeout=20))
        assert result.get('exitCode') == 3 and 'got typed' in result['output']['text'], result
        attached.communicate(timeout=60)
        assert attached.returncode == 0
        end(folder, second)


def only_what_was_asked_for_outlives_an_orderly_end():
    """After an orderly end only a command with `keep: true` stays, about which the user was asked, until it ends by itself."""
    with case() as folder:
        with open(folder.script, 'w', encoding='utf8') as file:
            file.write('#!/bin/sh\nuntil [ -e end ]; do sleep 0.02; done\n')
        asked = []

        def approve(params):
            asked.append(params)
            return {'decision': 'approve'}

        server = Server('serve', cwd=folder.path, env=folder.env)
        server.handlers['approval/request'] = approve
        server.initialize(capabilities={'approval': True}, storage=folder.storage, autoApprove=False, allowedCommands=['sleep', folder.script],
                          terminals='owned')
        call_tool = lambda command, **more: server.call('execute_command', command=command, shell='bash', timeout=0, **more)
        call_tool('sleep 1000')
        assert not asked, asked
        answer = call_tool(f'{folder.script} keep 0', keep=True)
        execution = structure(answer['result'])['executionId']
        assert len(asked) == 1 and 'termhost stop' in json.dumps(asked), asked
        server.ask('shutdown')
        server.send('exit', None)
        status, _ = server.end()
        assert status == 0, status
        wait_until(lambda: len(folder.listed()) == 1, lambda: f'listed: {folder.listed()}')
        [[_, left, _, command]] = folder.listed()
        assert left == 'no limit' and command.startswith(folder.script), (left, command)
        with open(os.path.join(folder.path, 'end'), 'w', encoding='utf8'):
            pass
        wait_until(lambda: [fields[1] for fields in folder.listed()] != ['no limit'], 'its end is not seen')
        server = folder.server()
        result = structure(call(server, 'wait_for_command', executionId=execution, timeout=20))
        assert result.get('exitCode') == 0, result
        end(folder, server)


def time_is_over():
    """A terminal that nobody takes over ends in its time, with all that it runs."""
    folder = Folder(keep=2)
    try:
        server = folder.server()
        call(server, 'execute_command', command='sleep 1000', timeout=0)
        killed = time.monotonic()
        kill(server)
        wait_until(lambda: any(name.endswith('.kept') for name in folder.waiting()), 'it does not wait')
        wait_until(lambda: not folder.left(), lambda: f'left: {folder.left()}', 8)
        took = time.monotonic() - killed
        assert 2 <= took < 4, f'it went after {took:.1f} s'
        assert not folder.waiting(), folder.waiting()
    finally:
        folder.remove()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--kills', type=int, default=200)
    parser.add_argument('--seed', type=int, default=int(time.time()))
    parser.add_argument('--jobs', type=int, default=4)
    options = parser.parse_args()
    print(f'seed {options.seed}')
    expected = undisturbed()
    for check in (predecessor_is_not_gone, guard_has_no_turn):
        check(expected)
    for check in (time_is_over, all_are_listed, user_attaches, only_what_was_asked_for_outlives_an_orderly_end):
        check()
    kills, number, failures = 0, 0, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        while kills < options.kills and len(failures) < 5:
            batch = [pool.submit(session, number + i, options.seed, expected) for i in range(4 * options.jobs)]
            number += len(batch)
            for one in batch:
                try:
                    kills += one.result()
                except AssertionError as error:
                    failures.append(str(error))
                    print(error)
    print(f'{kills} kills in {number} sessions, {len(failures)} failed')
    sys.exit(bool(failures))


if __name__ == '__main__':
    main()
