#!/usr/bin/env python3
"""Runs everyday command lines outside and in the sandbox, and counts those that give the same text and exit code without a question.

Each line of tests/fixtures/everyday runs in a fresh copy of its project, as an ordinary user with a home of its own: outside, in a trial
(the default), and at the level workspace with a loopback network. There are no rules, and nobody can be asked.
usage: everyday.py TERMHOST NODE_MODULES DOCUMENT [--only TEXT] [--jobs N]     DOCUMENT: has the table of the shares; TERMHOST_UPDATE=1 writes it
"""
import argparse, concurrent.futures, contextlib, hashlib, json, os, pathlib, queue, re, shutil, subprocess, sys, tempfile
sys.dont_write_bytecode = True

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / 'support'))
from mcp_agent import Agent

USER = 1234
CLASSES = {'read': 'read-only', 'check': 'checks: types, style, syntax, tests', 'write': 'write the workspace', 'need': 'network, more rights, a service'}
LEAST = {('read', 'auto'): 0.97, ('check', 'auto'): 0.90, ('write', 'auto'): 1, ('need', 'auto'): 1}
LEAST_AT_WORKSPACE = 0.85  # of reads, checks and writes together
MOST_OFF = 3  # lines that a figure of the document may differ by: tools differ between machines
PLACES = {'auto': (), 'workspace': ('--sandbox', 'workspace', '--network', 'loopback'), 'off': ('--sandbox', 'off')}
CACHES = re.compile(r'(^|/)(__pycache__|\.pytest_cache|\.mypy_cache|\.eslintcache|\.vite|\.npm|\.cache)(/|$)|\.tsbuildinfo$')


def lines_of(only):
    for table in sorted((here.parent / 'fixtures/everyday').glob('*.txt')):
        for row in table.read_text().splitlines():
            if not row or row.startswith('#'):
                continue
            kind, line, *known = row.split('\t')
            if only in f'{table.stem}: {line}':
                yield table.stem, kind, line.replace('␊', '\n'), dict(reason.split(': ', 1) for reason in known)


# ---- the comparison ----

MASKS = [
    (re.compile(r'/tmp/[\w./-]*|\btmp\.\w{10}'), 'TEMPORARY'),  # random names
    (re.compile(r'\b\d+(\.\d+)? ?(ms|s|sec)\b|(?<=duration_ms )[\d.]+|(?<="duration":)[\d.]+'), 'TIME'),  # how long tests took
    (re.compile(r'\b\d\d:\d\d(:\d\d)?\b'), 'CLOCK'),  # `ls -l` of what was just made
    (re.compile(r'^\[\d+\]( \d+)?', re.M), '[PID]'),  # jobs, and the log of the toolbox
    (re.compile(r'\b[0-9a-f]{7}\b(?= |\])'), 'COMMIT'),  # a commit of this line has this minute in its hash
]


def masked(text):
    for pattern, name in MASKS:
        text = pattern.sub(name, text)
    return text.replace('\r\n', '\n').rstrip()


def said(result):
    text = result.get('output', {}).get('text', '')
    return result['status'], result.get('exitCode'), masked(text) if not was_asked(result) else result['message']


def was_asked(result):
    return result['status'] in ('denied', 'rejected', 'not_started')


# ---- a copy of a project, with a home around it ----

class World:
    def __init__(self, root, tools):
        self.root, self.termhost = root, tools / 'termhost'
        self.home, self.templates = root / 'home', root.with_name(f'{root.name}-projects')
        made = self.home / 'work'  # where the lines find them: what is built knows its place
        subprocess.run([tools / 'everyday/projects', made, tools], check=True, env={'PATH': '/usr/bin:/bin', 'HOME': '/home/tools'}, stdout=sys.stderr)
        made.rename(self.templates)
        self.name = self.picture = None

    def fresh(self, name):
        if self.name == name and self.files() == self.picture:
            return
        shutil.rmtree(self.root, ignore_errors=True)
        self.home.mkdir(parents=True)
        (self.root / 'client').mkdir()
        self.project = self.home / 'work' / name
        self.project.mkdir(parents=True)
        for entry in os.scandir(self.templates / name):
            subprocess.run(['cp', '-al' if entry.name == 'node_modules' else '-a', entry.path, self.project], check=True)
        (self.home / '.gitconfig').write_text('[user]\n\tname = Ada\n\temail = ada@example.org\n')
        (self.home / '.bashrc').write_text("PS1='$ '\nalias ll='ls -l'\n")
        self.name, self.picture = name, self.files()

    def files(self):
        """Of the project and the home: what no line but one that writes may change."""
        seen = {}
        for folder, folders, names in os.walk(self.home):
            inner = os.path.relpath(folder, self.project)
            folders[:] = [name for name in folders if name != 'node_modules' and not (name == 'termhost' and folder.endswith(('.cache', 'state')))]
            for name in names:
                path = pathlib.Path(folder, name)
                status = path.lstat()
                content = os.readlink(path) if path.is_symlink() else hashlib.sha1(path.read_bytes()).hexdigest()
                seen[os.path.normpath(f'{inner}/{name}')] = (status.st_mode, content)
        return seen

    def run(self, line, options, rules=()):
        variables = {'HOME': str(self.home), 'PATH': '/usr/bin:/bin', 'TMPDIR': '/tmp', 'npm_config_update_notifier': 'false'}
        agent = Agent(self.termhost, self.root / 'client', variables, {}, workspace=self.project, rules=rules,
                      options=('--structured', 'always', '--storage', self.root / 'storage', *options))
        try:
            return agent.call('execute_command', command=line, timeout=60)
        finally:
            agent.end()


    def asks(self, line):
        """Whether a question is needed without a sandbox."""
        done = subprocess.run([self.termhost, 'check', '--shell', 'bash'], input=line, text=True, stdout=subprocess.PIPE, cwd=self.project,
                              env={'HOME': str(self.home), 'PATH': '/usr/bin:/bin'})
        return '' if json.loads(done.stdout)['verdict'] == 'allow' else 'was asked about'


# ---- what is right ----

def changed(before, after):
    return {path for path in {**before, **after} if before.get(path) != after.get(path) and not CACHES.search(path)}


MOST_CHANGES = 64  # of a result; its note counts the others


def untold(changes, written, project):
    """The files that the line writes outside and that no change of its trial tells. What git keeps in .git counts as one."""
    if len(changes) == MOST_CHANGES:
        return set()
    told = [os.path.relpath(change['path'], project) for change in changes]
    covers = lambda path: any(path == name or path.startswith(f'{name}/') for name in told)
    files = {path for path in written if not path.startswith('.git/')}
    missing = {path for path in files if not covers(path)}
    if written and not files and not any(name.split('/')[0] == '.git' for name in told):
        missing.add('.git')
    return missing


def wrong_at_auto(kind, result, outside, written, world):
    if kind == 'need':
        return '' if was_asked(result) else 'was tried'
    if was_asked(result):
        return '' if kind == 'write' else 'was asked about'
    changes = result.get('sandbox', {}).get('changes', [])
    if kind == 'write':
        missing = untold(changes, written, world.project)
        return f'does not tell {sorted(missing)[:3]}' if missing else ''
    if said(result) != said(outside):
        return 'differs'
    if kind == 'read' and changes:
        return f'tells changes: {[change["path"] for change in changes][:3]}'
    return ''


def wrong_at_workspace(result, outside, written, written_outside):
    if was_asked(result):
        return 'was asked about'
    if said(result) != said(outside):
        return 'differs'
    files = lambda paths: {path for path in paths if not path.startswith('.git/')}
    return 'writes other files' if files(written) != files(written_outside) else ''


def measure(world, name, kind, line):
    """What is wrong with the line at each place, and the results."""
    world.fresh(name)
    results = {'auto': world.run(line, PLACES['auto'])}
    kept = changed(world.picture, world.files())
    if kept:
        return {'auto': f'KEPT {sorted(kept)[:3]}', 'workspace': '', 'off': ''}, results
    if kind == 'need':
        return {'auto': wrong_at_auto(kind, results['auto'], None, None, world), 'workspace': 'was asked about', 'off': 'was asked about'}, results
    results['workspace'] = world.run(line, PLACES['workspace'])
    written = changed(world.picture, world.files())
    world.fresh(name)
    results['outside'] = outside = world.run(line, PLACES['off'], ['*'])
    written_outside = changed(world.picture, world.files())
    wrong = {'auto': wrong_at_auto(kind, results['auto'], outside, written_outside, world),
             'workspace': wrong_at_workspace(results['workspace'], outside, written, written_outside),
             'off': world.asks(line)}
    return wrong, results


def measure_fairly(world, name, kind, line, known):
    """A second time where only the text differs: on a busy machine the order of parallel output does, by chance."""
    wrong, results = measure(world, name, kind, line)
    by_chance = any(wrong[place] == 'differs' and place not in known for place in ('auto', 'workspace'))
    return measure(world, name, kind, line) if by_chance else (wrong, results)


# ---- all lines ----

def show(name, line, place, wrong, results, reason):
    print(f'{"known" if reason else "NOT KNOWN"}: {name}, {place}: {wrong}{f" ({reason})" if reason else ""}\n  {line}')
    if wrong == 'differs':
        for where in ('outside', place):
            print(f'    {where}: {said(results[where])}')


def count(measured):
    lines, right, unknown = {}, {}, 0
    for (name, kind, line, known), (wrong, results) in measured:
        lines[kind] = lines.get(kind, 0) + 1
        for place in PLACES:
            right[kind, place] = right.get((kind, place), 0) + (not wrong[place])
            if wrong[place] and place != 'off' and kind + place != 'needworkspace':
                show(name, line, place, wrong[place], results, known.get(place))
                unknown += place not in known
            elif not wrong[place] and place in known:
                print(f'right, though not expected: {name}, {place}: {line}')
    return lines, right, unknown


def faults(lines, right, unknown, measured):
    for (kind, place), least in LEAST.items():
        if right[kind, place] < least * lines[kind]:
            yield f'{kind} at {place}: {right[kind, place]} of {lines[kind]} are right; at least {least:.0%} must be'
    together = [kind for kind in CLASSES if kind != 'need']
    share = sum(right[kind, 'workspace'] for kind in together) / sum(lines[kind] for kind in together)
    if share < LEAST_AT_WORKSPACE:
        yield f'workspace: {share:.0%} are right; at least {LEAST_AT_WORKSPACE:.0%} must be'
    for (_, _, line, _), (wrong, _) in measured:
        if wrong['auto'].startswith('KEPT'):
            yield f'a trial has changed files outside: {wrong["auto"]}: {line}'
    if unknown > MOST_OFF:
        yield f'{unknown} lines are wrong without a reason in their table'


def table(lines, right):
    """The rows of the document."""
    for kind, meaning in CLASSES.items():
        figures = [right[kind, place] for place in PLACES] if kind != 'need' else [right[kind, 'auto'], '–', '–']
        yield f'| {meaning} | {" | ".join(map(str, [lines[kind], *figures]))} |'


def compare(document, rows):
    """What is wrong with the document's figures. It is open, since its folder may be hidden by now."""
    text = document.read()
    for row in rows:
        start, *figures = row.strip('| ').split(' | ')
        found = re.search(rf'^\| {re.escape(start)} \|(.*)\|$', text, re.M)
        if os.environ.get('TERMHOST_UPDATE'):
            text = text.replace(found[0], row)
            continue
        written = [figure.strip() for figure in found[1].split('|')] if found else []
        off = lambda a, b: a != b and not (a.isdigit() and b.isdigit() and abs(int(a) - int(b)) <= MOST_OFF)
        if len(written) != len(figures) or written[:1] != figures[:1] or any(map(off, written, figures)):
            yield f'{pathlib.Path(document.name).name} has {written} for "{start}", measured: {figures}; TERMHOST_UPDATE=1 writes them'
    if os.environ.get('TERMHOST_UPDATE'):
        document.seek(0)
        document.truncate()
        document.write(text)


def tee(rows, kept):
    for row in rows:
        kept.append(row)
        yield row


def inside(only, jobs):
    tools = pathlib.Path('/home/tools')
    worlds = queue.Queue()
    for number in range(jobs):
        worlds.put(World(pathlib.Path(f'/home/world{number}'), tools))
    world = worlds.queue[0]
    world.fresh('toolbox')
    if world.run('true', PLACES['auto']).get('sandbox', {}).get('level') != 'trial':
        print('this machine cannot make the copies that trials run in')
        sys.exit(77)

    def one(row):
        world = worlds.get()
        try:
            return row, measure_fairly(world, *row)
        finally:
            worlds.put(world)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        measured = []
        lines, right, unknown = count(tee(pool.map(one, lines_of(only)), measured))
    print(json.dumps({'rows': list(table(lines, right)), 'faults': list(faults(lines, right, unknown, measured))} if not only else {'rows': []}))


# ---- a place where lines of all kinds do no harm ----

def furnish(home, termhost, node_modules):
    tools = home / 'tools'
    tools.mkdir()
    shutil.copy(termhost, tools / 'termhost')
    for source, name in ((here, 'everyday'), (here.parent / 'support', 'support'), (here.parent / 'fixtures/everyday', 'fixtures/everyday')):
        shutil.copytree(source, tools / name, ignore=shutil.ignore_patterns('node'))
    subprocess.run(['cp', '-a', node_modules, tools / 'node_modules'], check=True)


def as_root(termhost, node_modules):
    """In this mount namespace: homes and temporary folders in memory. The checkout may be in one of those that they hide."""
    in_memory = lambda folder: subprocess.run(['mount', '-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', folder], check=True)
    home = tempfile.mkdtemp()
    in_memory(home)
    furnish(pathlib.Path(home), termhost, node_modules)
    subprocess.run(['mount', '--bind', home, '/home'], check=True)
    subprocess.run(['umount', home], check=True)
    os.rmdir(home)
    for folder in ('/tmp', '/var/tmp', '/dev/shm'):
        in_memory(folder)
    subprocess.run(['chown', '-R', f'{USER}:{USER}', '/home'], check=True)
    return ['setpriv', f'--reuid={USER}', f'--regid={USER}', '--clear-groups']


def as_user(scratch, termhost, node_modules):
    furnish(scratch, termhost, node_modules)
    return ['bwrap', '--die-with-parent', '--dev-bind', '/', '/', '--bind', scratch, '/home', '--tmpfs', '/tmp', '--tmpfs', '/var/tmp']


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ('termhost', 'node_modules', 'document'):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument('--only', default='')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--inside', action='store_true')
    given = parser.parse_args()
    if given.inside:
        return inside(given.only, given.jobs)
    root = os.geteuid() == 0
    if root and 'TERMHOST_EVERYDAY' not in os.environ:
        if subprocess.run(['unshare', '--mount', 'true'], stderr=subprocess.DEVNULL).returncode != 0:
            print('this machine makes no namespaces')
            sys.exit(77)
        os.execvpe('unshare', ['unshare', '--mount', '--propagation', 'private', sys.executable, __file__, *sys.argv[1:]], {**os.environ, 'TERMHOST_EVERYDAY': '1'})
    document = open(given.document, 'r+')
    with tempfile.TemporaryDirectory() if not root else contextlib.nullcontext() as scratch:
        world = as_root(given.termhost, given.node_modules) if root else as_user(pathlib.Path(scratch), given.termhost, given.node_modules)
        again = ['/usr/bin/python3', '-u', '/home/tools/everyday/everyday.py', '-', '-', '-', '--inside', '--only', given.only, '--jobs', str(given.jobs)]
        with subprocess.Popen([*world, *again], cwd='/', stdout=subprocess.PIPE, text=True) as running:
            last = ''
            for line in running.stdout:
                if not line.startswith('{"rows"'):
                    print(line, end='', flush=True)
                last = line
    if running.returncode != 0:
        sys.exit(running.returncode)
    result = json.loads(last)
    if given.only:
        return
    print('\n'.join(result['rows']))
    wrong = [*result['faults'], *compare(document, result['rows'])]
    for fault in wrong:
        print(f'FAIL: {fault}')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
