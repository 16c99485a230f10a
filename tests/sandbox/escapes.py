#!/usr/bin/env python3
"""Tries to get out of a sandbox by each row of tests/fixtures/sandbox/escapes.txt, as a user and as root.

All of it happens in namespaces of its own: homes and temporary folders are empty ones in memory, the machine's files can't be
written, and the processes, sockets and secrets that are attacked are there for nothing else. So an escape harms nothing.
Whatever an unconfined command can do there is done without a sandbox too, so that a row that could never succeed is seen. With
--no-namespaces all is done once more where no sandbox can make them, as in a container: what is a gap there has to succeed, and be said.
With --trial all is done in throw-away copies: there a file of the copy may be changed, and none outside, in the workspace either.
usage: escapes.py TERMHOST [--only TEXT] [--who user|root] [--no-namespaces | --trial]
"""
import argparse, hashlib, os, pathlib, shutil, socket, struct, subprocess, sys, time
sys.dont_write_bytecode = True

from no_namespaces import forbid_namespaces

here = pathlib.Path(__file__).resolve().parent
user_id = 1234
search_path = '/usr/bin:/bin:/usr/sbin:/sbin'


def rows(only):
    table = here.parent / 'fixtures/sandbox/escapes.txt'
    for number, line in enumerate(table.read_text().splitlines(), 1):
        if not line.strip() or line.startswith('#'):
            continue
        name, held_by, who, code = line.split('\t', 3)
        if only in name:
            yield name, held_by, who, code


def held_alone(held_by):
    """What holds a row where there are no namespaces."""
    whole, _, alone = held_by.partition(' / ')
    names = alone or ', '.join(name for name in whole.split(', ') if name not in ('mounts', 'namespaces'))
    assert names, held_by
    return names


def in_namespaces(arguments):
    """Starts itself again where nothing that goes wrong matters."""
    command = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--net', '--ipc', '--uts', '--propagation', 'private']
    if os.geteuid() != 0:
        command[1:1] = ['--user', '--map-root-user']
    os.execvp('unshare', [*command, '/usr/bin/python3', __file__, *arguments, '--inside'])


def empty_machine(termhost):
    program, attempt, table = (pathlib.Path(p).read_bytes() for p in (termhost, here / 'attempt.py', here.parent / 'fixtures/sandbox/escapes.txt'))
    lists = list(rows(''))
    subprocess.run(['mount', '-o', 'remount,bind,ro', '/'], check=True)
    for folder in ('/home', '/run', '/tmp', '/var/tmp', '/mnt', '/dev/shm'):
        subprocess.run(['mount', '-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', folder], check=True)
    subprocess.run(['mount', '-t', 'devpts', '-o', 'newinstance,ptmxmode=0666', 'devpts', '/dev/pts'], check=True)
    tools = pathlib.Path('/run/tools')
    tools.mkdir(mode=0o755)
    (tools / 'termhost').write_bytes(program)
    (tools / 'termhost').chmod(0o755)
    (tools / 'attempt.py').write_bytes(attempt)
    pathlib.Path('/run/heard').touch()
    os.chmod('/run/heard', 0o666)
    lo = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    import fcntl
    fcntl.ioctl(lo, 0x8914, struct.pack('16sh22x', b'lo', 1))
    return lists


class World:
    """What is attacked: files, secrets, a process, sockets. `harm` says what has happened to it."""

    def __init__(self, user, trial=False):
        self.user, self.trial = user, trial
        self.home = pathlib.Path('/home/tester' if user else '/home/root')
        shutil.rmtree(self.home, ignore_errors=True)
        for path in pathlib.Path('/tmp').glob('*'):
            if not path.name.startswith('termhost-'):
                path.unlink() if path.is_symlink() or not path.is_dir() else shutil.rmtree(path, ignore_errors=True)
        pathlib.Path('/dev/shm/canary').unlink(missing_ok=True)
        self.out, self.workspace = self.home / 'outside', self.home / 'project'
        secrets = ('.ssh/id_rsa', '.aws/credentials', '.netrc', '.config/gh/hosts.yml', 'project/.env', '.local/state/termhost/other/cmd-1.txt')
        files = ('.npm/_cacache/kept', '.cache/yarn/kept', 'outside/canary', '.bashrc', '.profile', '.gitconfig', 'project/file', 'project/.vscode/tasks.json', 'project/.envrc',
                 'project/.mcp.json', 'project/.claude/settings.json', 'project/.git/modules/sub/config', 'outside/folder/inner',
                 'project/hk/pre-commit', 'project/t/gtc', 'project/conf/helix/config.toml', 'project/conf/gvimrc')
        for name in (*secrets, *files):
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('SECRET-7f3a\n' if name in secrets else '')
        (self.home / '.gitconfig').write_text('[core]\n\thooksPath = hk\n')
        (self.home / '.config/git').mkdir()
        (self.home / '.config/git/config').write_text('[include]\n\tpath = more\n')
        (self.home / '.config/git/more').write_text('[diff "g"]\n\ttextconv = t/gtc\n')
        for name, leads_to in (('.helix', 'conf/helix'), ('.gvimrc', 'conf/gvimrc'), ('.lvimrc', 'missing/lvimrc')):
            (self.workspace / name).symlink_to(leads_to)
        for init in ([self.workspace], ['--separate-git-dir', self.workspace / '.store', self.workspace / 'apart']):
            subprocess.run(['git', 'init', '-q', *init], env={**os.environ, 'HOME': str(self.home)}, check=True)
        (self.home / 'outside/empty').mkdir()
        shutil.rmtree('/home/other', ignore_errors=True)
        pathlib.Path('/home/other').mkdir(mode=0o755)
        pathlib.Path('/home/other/notes').write_text('SECRET-7f3a\n')
        uid = user_id if user else 0
        for path in (self.home, *self.home.rglob('*')):
            os.chown(path, uid, uid, follow_symlinks=False)
        self.start_victim(uid)
        self.before = self.state()

    def start_victim(self, uid):
        reading, writing = os.pipe()
        environment = {'PATH': search_path, 'HOME': str(self.home), 'TOKEN': 'SECRET-7f3a', 'OUT': str(self.out)}
        self.victim = subprocess.Popen(['/usr/bin/python3', '-c', victim, str(writing)], env=environment, pass_fds=[writing], user=uid, group=uid,
                                       extra_groups=[], cwd=self.out, start_new_session=True)
        os.close(writing)
        with os.fdopen(reading) as facts:
            self.port, self.shm, self.tty = facts.readline().split()

    def end(self):
        self.victim.kill()
        self.victim.wait()

    def state(self):
        """Of all that lies outside of the workspace, and of what in it is protected."""
        digest = hashlib.sha256()
        project = self.workspace
        watched = [project / name for name in ('.git/config', '.git/hooks', '.vscode', '.envrc', '.mcp.json', '.claude', '.git/modules', '.git',
                                             '.store/config', '.store/hooks', 'hk', 't/gtc', '.helix', '.gvimrc', '.lvimrc', 'conf', 'missing/lvimrc')]
        paths = [p for p in self.home.rglob('*') if self.trial or project not in p.parents] + [project]
        paths += [q for p in watched for q in ([p, *p.rglob('*')] if p.name in ('hooks', '.vscode', '.claude', 'modules', 'hk', 'conf') else [p])]
        for path in sorted(paths):
            if not os.path.lexists(path):
                digest.update(b'missing')
                continue
            s = path.lstat()
            if path.name in ('.lock',) or '.local/state/termhost' in str(path) or '.cache/termhost' in str(path):
                continue
            content = () if path.is_dir() else (s.st_size, s.st_mtime_ns)
            attributes = os.listxattr(path, follow_symlinks=False)
            digest.update(repr((str(path), s.st_mode, s.st_uid, s.st_gid, content, attributes)).encode())
            if path.is_file() and not path.is_symlink():
                digest.update(path.read_bytes())
        return digest.hexdigest()

    def harm(self):
        if self.victim.poll() is not None:
            return 'the process outside has ended'
        status = pathlib.Path(f'/proc/{self.victim.pid}/stat').read_text().rsplit(')', 1)[1].split()
        if status[0] in 'Tt':
            return 'the process outside was stopped'
        if self.state() != self.before:
            return 'files outside were changed'
        heard = pathlib.Path('/run/heard')
        if heard.stat().st_size:
            return f'a socket outside heard {heard.read_bytes()[:40]!r}'
        return ''


victim = r'''
import array, ctypes, mmap, os, pty, resource, selectors, socket, sys
home = os.environ['HOME']
secret = open(home + '/.ssh/id_rsa')
heard = os.fdopen(os.open('/run/heard', os.O_WRONLY | os.O_APPEND), 'ab', 0)
os.makedirs('/tmp/.X11-unix', exist_ok=True)
selector = selectors.DefaultSelector()
for path in (home + '/agent.sock', '/tmp/.X11-unix/X0', '/tmp/docker.sock', '/tmp/bus', home + '/project/editor.sock', '/run/service.sock', '\0canary'):
    for kind, ending in ((socket.SOCK_STREAM, ''), (socket.SOCK_DGRAM, '.d')):
        s = socket.socket(socket.AF_UNIX, kind)
        if path[0] != '\0' and os.path.exists(path + ending): os.unlink(path + ending)
        s.bind(path + ending)
        if not ending: s.listen()
        selector.register(s, selectors.EVENT_READ, kind)
tcp = socket.socket(); tcp.bind(('127.0.0.1', 0)); tcp.listen(); port = tcp.getsockname()[1]
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); udp.bind(('127.0.0.1', port))
selector.register(tcp, selectors.EVENT_READ, socket.SOCK_STREAM); selector.register(udp, selectors.EVENT_READ, socket.SOCK_DGRAM)
libc = ctypes.CDLL(None, use_errno=True)
shm = libc.shmget(4711, 4096, 0o1666); libc.semget(4712, 1, 0o1666); libc.msgget(4713, 0o1666)
open('/dev/shm/canary', 'w').write('canary')
queue = libc.mq_open(b'/canary', os.O_CREAT | os.O_RDWR, 0o666, None) if hasattr(libc, 'mq_open') else -1
master, slave = pty.openpty()
os.set_blocking(master, False)
selector.register(master, selectors.EVENT_READ, 'tty')
os.write(int(sys.argv[1]), f'{port} {shm} {os.ttyname(slave)}\n'.encode()); os.close(int(sys.argv[1]))
accepted = []
before = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0), open('/proc/self/oom_score_adj').read()
while True:
    for key, _ in selector.select(0.05):
        if key.data == 'tty': heard.write(b'tty: ' + os.read(master, 100))
        elif key.data == socket.SOCK_STREAM: accepted.append(key.fileobj.accept()[0]); heard.write(b'connection')
        else: heard.write(key.fileobj.recv(100))
    if open('/dev/shm/canary').read() != 'canary': heard.write(b'shared memory'); break
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 7 or os.getpriority(os.PRIO_PROCESS, 0) != before[0]: heard.write(b'limits'); break
    if os.sched_getaffinity(0) != before[1]: heard.write(b'affinity'); break
    if open('/proc/self/oom_score_adj').read() != before[2]: heard.write(b'oom'); break
while True: selector.select(1)
'''


def run(world, row, options):
    name, _, who, code = row
    script = code
    if code.startswith('py '):
        script = "python3 -c " + "'" + ('from attempt import *; ' + code[3:]).replace("'", "'\\''") + "'"
    environment = {'PATH': search_path, 'HOME': str(world.home), 'OUT': str(world.out), 'WS': str(world.workspace),
                   'VICTIM': str(world.victim.pid), 'PORT': world.port, 'SHMID': world.shm, 'VTTY': world.tty, 'PYTHONPATH': '/run/tools',
                   'PYTHONDONTWRITEBYTECODE': '1', 'SHELL': '/bin/bash', 'TERM': 'xterm', 'SSH_AUTH_SOCK': str(world.home / 'agent.sock')}
    os.truncate('/run/heard', 0)
    uid = user_id if world.user else 0
    command = ['/run/tools/termhost', 'exec', '--shell', 'bash', '--timeout', '10', '--cwd', str(world.workspace), *options, '--', script]
    done = subprocess.run(command, env=environment, user=uid, group=uid, extra_groups=[], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace', cwd='/', timeout=60)
    time.sleep(0.12 if 'later' in name else 0.06)  # the victim looks every 50 ms
    harm = world.harm()
    if not harm and 'SECRET-7f3a' in done.stdout:
        harm = 'a secret was shown'
    of_its_own = world.trial and ('mounts' in row[1] or 'termhost' in row[1] or name == 'IPv6')  # its copy, its network
    if not harm and done.returncode == 0 and not of_its_own:
        harm = 'the attempt says that it got what it wanted'
    return harm, done


def attempts(world_of, table, who, options):
    """Yields each row with what came of it; a world that was harmed is made anew."""
    world = world_of()
    for row in table:
        if who not in row[2]:
            continue
        harm, done = run(world, row, options(row))
        if harm:
            world.end()
            world = world_of()
        yield row, harm, done
    world.end()


def options_in_trial(row):
    return ['--sandbox', 'auto', '--network', 'all' if 'all' in row[2] else 'loopback']


def options_of(row):
    network = next((n for n in ('loopback', 'all') if n in row[2]), 'none')
    return ['--sandbox', 'readOnly' if 'readOnly' in row[2] else 'workspace', '--network', network]


def verdict(held_by, harm, said):
    """What is wrong with how an attempt has ended; nothing: it is as it should be."""
    started = 'nothing was started' not in said
    if held_by == 'not started':
        return 'STARTED' if started or harm else ''
    if not started:
        return 'NOT STARTED'
    _, is_gap, gap = held_by.partition('gap: ')
    if not is_gap:
        return 'ESCAPED' if harm else ''
    if gap not in said.partition('on this machine the sandbox does not cover')[2]:
        return 'A GAP THAT NOBODY IS TOLD OF'
    return '' if harm else 'NO GAP ANY MORE'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('termhost')
    parser.add_argument('--only', default='')
    parser.add_argument('--who', choices=['user', 'root'])
    parser.add_argument('--no-namespaces', action='store_true')
    parser.add_argument('--trial', action='store_true')
    parser.add_argument('--inside', action='store_true')
    parser.add_argument('--verbose', action='store_true')
    given = parser.parse_args()
    if not given.inside:
        in_namespaces([os.path.abspath(given.termhost), *sys.argv[2:]])
    table = [row for row in empty_machine(given.termhost) if given.only in row[0]]
    if given.no_namespaces:
        forbid_namespaces()
        table = [(name, held_alone(held_by), who, code) for name, held_by, who, code in table]
    failed, tried, controls = [], 0, 0
    is_root = pathlib.Path('/proc/self/uid_map').read_text().split()[2] != '1'  # else nobody but root has a name here
    for who, letter in (('user', 'u'), ('root', 'r')):
        if given.who not in (None, who) or (who == 'user' and not is_root):
            continue
        options = options_in_trial if given.trial else options_of
        for row, harm, done in attempts(lambda: World(who == 'user', given.trial), table, letter, options):
            tried += 1
            wrong = verdict(row[1] if given.no_namespaces else '', harm, done.stdout)
            if wrong or given.verbose:
                print(f'{wrong or "as it should be"} as {who}: {row[0]} ({row[1]}; {harm or "held"})\n{done.stdout}')
            if wrong:
                failed.append(row[0])
        if who == 'root' or given.no_namespaces or given.trial:
            continue
        for row, harm, done in attempts(lambda: World(True), table, 'c', lambda row: []):
            controls += 1
            if not harm:
                print(f'PROVES NOTHING: {row[0]} does no harm without a sandbox either\n{done.stdout}')
                failed.append(row[0])
    print(f'{tried} attempts, {controls} of them also without a sandbox; {len(failed)} failed')
    sys.exit(1 if failed or not tried else 0)


main()
