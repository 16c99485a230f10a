"""Random trees of processes, and every way in which a terminal can end:
no process is left two seconds after the time limit, and no other process is ended.

Runs in a pid namespace of its own, termhost and the trees as an unprivileged user.
usage: trees.py [--trees N] [--seed N] [--load N] [END]...
"""
import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'faults'))
import client  # noqa: E402
from client import name_of  # noqa: E402

USER = 64123  # nobody else's
BOUND = 1.75 + 2  # seconds: what programs get to put their things in order, and two
KEPT = 2  # seconds that the terminals of these ends wait for a successor, who does not come
MOST_PROCESSES = 1000  # of the user: who gets away must not fill the machine
MOST_NUMBERS = 1500  # a tree that forks fast uses each number several times
MOST_BYSTANDERS = 20
LAST_PID, PID_MAX = '/proc/sys/kernel/ns_last_pid', '/proc/sys/kernel/pid_max'


def become_user():
    resource.setrlimit(resource.RLIMIT_NPROC, (MOST_PROCESSES, MOST_PROCESSES))
    os.setgid(USER)
    os.setuid(USER)


def of_user():
    """pid → start time and state of the unprivileged user's processes; dead ones that nobody has waited for do not count."""
    found = {}
    for pid in map(int, filter(str.isdigit, os.listdir('/proc'))):
        try:
            with open(f'/proc/{pid}/status', encoding='utf8') as file:
                real = int(next(line for line in file if line.startswith('Uid:')).split()[1])
            with open(f'/proc/{pid}/stat', encoding='utf8') as file:
                fields = file.read().rsplit(')', 1)[1].split()
            if real == USER and fields[0] not in 'ZX':
                found[pid] = (fields[19], fields[0])
        except (OSError, StopIteration):
            pass
    return found


class Bystanders:
    """The same user's processes that are nobody's business. Some get the numbers of processes that a tree has lost."""

    def __init__(self):
        self.processes = {}
        for _ in range(3):
            self.add()

    def add(self, pid=None):
        if pid is not None:
            with open(LAST_PID, 'w', encoding='ascii') as file:
                file.write(str(pid - 1))
        process = subprocess.Popen(['sleep', '10000'], preexec_fn=become_user, start_new_session=True)
        self.processes[process.pid] = (process, of_user()[process.pid])

    def take_numbers(self, tree, folder):
        dead = [int(name) for name in os.listdir(folder) if int(name) not in tree]
        for pid in dead[:2]:
            if pid not in self.processes:
                self.add(pid)
        while len(self.processes) > MOST_BYSTANDERS:
            oldest, _ = self.processes.pop(next(iter(self.processes)))
            oldest.kill()
            oldest.wait()

    def check(self, there):
        for pid, (_, known) in self.processes.items():
            now = there.get(pid)
            assert now and now[0] == known[0] and now[1] != 'T', f'bystander {pid} was {known} and is {now}'


class Session:
    """A termhost of the user's that runs a tree; each way to end it is a method."""

    def __init__(self, command, env):
        self.command = command
        self.options = {'preexec_fn': become_user, 'env': env, 'cwd': '/'}

    def exec(self, *options):
        self.process = subprocess.Popen([client.TERMHOST, 'exec', *options, '--shell', 'bash', '--', self.command],
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **self.options)

    def serve(self, keep=30, **arguments):
        """`keep`: the setting keepTerminals."""
        self.server = client.Server('serve', preexec_fn=become_user, cwd='/', env=self.options['env'])
        self.server.watchdog.cancel()  # its number may be a bystander's by then
        self.process = self.server.process
        self.server.initialize(keepTerminals=keep)
        self.server.send('tool/call', {'name': 'execute_command', 'toolCallId': 'tree', 'taskId': 't', 'arguments': {
            'command': self.command, 'shell': 'bash', **arguments}}, id='tree')

    @staticmethod
    def named(name):
        return [int(pid) for pid in os.listdir('/proc') if pid.isdigit() and name_of(pid) == name]

    def guards(self):
        return self.named('termhost-guard')

    def keepers(self):
        return self.named('termhost-keeper')


def kill(*pids):
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def end_all(those):
    """Who got away, and may fork faster than one look finds him; the dead are ours, as the first process of the namespace."""
    while left := those():
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    for name in filter(str.isdigit, os.listdir('/proc')):
        if state_of(name) == ('Z', '1'):
            os.waitpid(int(name), os.WNOHANG)


def state_of(pid):
    """With its parent."""
    try:
        with open(f'/proc/{pid}/stat', encoding='utf8') as file:
            return tuple(file.read().rsplit(')', 1)[1].split()[:2])
    except OSError:
        return None


def stop(session):
    execution = session.server.read_answer('tree')['result']['structuredContent']['executionId']
    session.server.call('stop_command', execution_id=execution)
    leave(session)


def leave(session):
    """As an editor that was killed."""
    session.process.stdin.close()


def farewell(session):
    session.server.send('shutdown', None, id='farewell')
    session.server.send('exit', None)
    leave(session)


ENDS = {  # how it is started, and how it ends
    'end': (lambda s: s.exec('--timeout', '5'), lambda s: None),
    'timeout': (lambda s: s.exec('--timeout', '1.2'), lambda s: None),
    'cancel': (Session.exec, lambda s: os.kill(s.process.pid, signal.SIGINT)),
    'call cancelled': (Session.serve, lambda s: (s.server.send('$/cancelRequest', {'id': 'tree'}), farewell(s))),
    'stop': (lambda s: s.serve(timeout=1), stop),
    'farewell': (Session.serve, farewell),
    'client gone': (lambda s: s.serve(keep=0), leave),
    'client gone, kept': (lambda s: s.serve(keep=KEPT), leave),
    'SIGKILL, kept': (lambda s: s.serve(keep=KEPT), lambda s: kill(s.process.pid)),
    'SIGTERM': (Session.exec, lambda s: os.kill(s.process.pid, signal.SIGTERM)),
    'SIGKILL': (Session.exec, lambda s: kill(s.process.pid)),
    'SIGKILL of the guard': (Session.exec, lambda s: kill(*s.guards())),
    'SIGKILL of the keeper': (Session.exec, lambda s: kill(*s.keepers())),
    'SIGKILL of guard and keeper': (Session.exec, lambda s: kill(*s.keepers(), *s.guards())),
    'SIGKILL of termhost and guard': (Session.exec, lambda s: kill(s.process.pid, *s.guards())),
    'SIGKILL of termhost and keeper': (Session.exec, lambda s: kill(s.process.pid, *s.keepers())),
}


def grown(folder):
    """Waits until the tree is there: no new process for a while."""
    names, deadline = set(), time.monotonic() + 20
    while time.monotonic() < deadline:
        time.sleep(0.5)
        now = set(os.listdir(folder))
        if now and now == names:
            return
        names = now
    assert names, 'no tree grew'


def one(seed, end, bystanders, programs):
    random.seed(seed)
    with tempfile.TemporaryDirectory() as home:
        folder = os.path.join(home, 'tree')
        os.mkdir(folder)
        for path in (home, folder):
            os.chown(path, USER, USER)
        env = {'PATH': os.environ['PATH'], 'HOME': home, 'XDG_STATE_HOME': home, 'TMPDIR': home, 'SETUID_SLEEP': os.path.join(programs, 'sleep')}
        session = Session(f'python3 {programs}/grow.py {seed} {folder}', env)
        start, finish = ENDS[end]
        start(session)
        grown(folder)
        tree = of_user()
        bystanders.take_numbers(tree, folder)
        if session.process.poll() is None:
            finish(session)
        if end in ('end', 'timeout', 'cancel'):
            session.process.wait(timeout=40)
        bound = BOUND + (KEPT if end.endswith('kept') else 0)
        limit = time.monotonic() + bound
        mine = lambda: {pid: state for pid, state in of_user().items() if pid not in bystanders.processes}
        while mine() and time.monotonic() < limit:
            time.sleep(0.02)
        left = {pid: (name_of(pid), state[1]) for pid, state in mine().items()}
        took = time.monotonic() - (limit - bound)
        bystanders.check(of_user())
        assert not left, f'left after {took:.1f} s: {left}'
        return took, len(tree)


def reuse_numbers():
    """Before Linux 6.14 this limit is the whole machine's, and left alone."""
    if tuple(map(int, re.match(r'(\d+)\.(\d+)', os.uname().release).groups())) >= (6, 14):
        with open(PID_MAX, 'w', encoding='ascii') as file:
            file.write(str(MOST_NUMBERS))


def programs_of_user():
    """A folder with what the unprivileged user runs, who may not be let into ours."""
    folder = tempfile.mkdtemp()
    subprocess.run(['mount', '-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', folder], check=True)
    for program in (client.TERMHOST, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'grow.py'), shutil.which('sleep')):
        shutil.copy(program, folder)
    client.TERMHOST = os.path.join(folder, 'termhost')
    sleeper = os.path.join(folder, 'sleep')
    os.chown(sleeper, USER + 1, USER + 1)
    os.chmod(sleeper, 0o4755)
    return folder


def inside(options):
    reuse_numbers()
    programs = programs_of_user()
    bystanders = Bystanders()
    load = [subprocess.Popen(['sh', '-c', 'while :; do :; done']) for _ in range(options.load)]
    wrong, slowest, processes = 0, 0, 0
    ends = options.ends or list(ENDS)
    for number in range(options.trees):
        end, seed = ends[number % len(ends)], options.seed + number
        try:
            took, size = one(seed, end, bystanders, programs)
            slowest, processes = max(slowest, took), processes + size
        except Exception as error:  # of whatever kind: the seed tells how to see it again
            wrong += 1
            print(f'FAILED: seed {seed}, {end}: {error}', flush=True)
        end_all(lambda: set(of_user()) - set(bystanders.processes))
    for process in load:
        process.kill()
    subprocess.run(['umount', '--lazy', programs], check=True)
    os.rmdir(programs)
    print(json.dumps({'trees': options.trees, 'processes': processes, 'wrong': wrong, 'slowest': round(slowest, 2)}))
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--trees', type=int, default=24)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--load', type=int, default=0, help='programs that keep the processors busy')
    parser.add_argument('ends', nargs='*')
    options = parser.parse_args()
    if os.getpid() != 1:
        as_root = [] if os.getuid() == 0 else ['sudo', '--preserve-env=TERMHOST']
        namespaces = [*as_root, 'unshare', '--pid', '--mount', '--fork', '--mount-proc', '--kill-child']
        os.execvp(namespaces[0], [*namespaces, sys.executable, *sys.argv])
    sys.exit(inside(options))


if __name__ == '__main__':
    main()
