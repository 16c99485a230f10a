#!/usr/bin/env python3
"""Every link in the documents leads somewhere: to a file, to a heading in it, also in a release's tarball; and docs/README.md names
every document.

usage: links.py
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MADE_INTO = {'packaging/tarball.md': ROOT}  # where it lies in the tarball, beside docs and editors


def documents():
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '*.md'], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split() if not name.startswith('tests/')]


def prose(name, root=ROOT):
    return re.sub(r'(?ms)^ *```.*?^ *```', '', (root / name).read_text())


def headings(path, root=ROOT):
    """As GitHub makes anchors of them."""
    titles = re.findall(r'(?m)^#+ (.+)$', prose(path, root))
    return {re.sub(r'[^\w -]', '', title.strip().lower()).replace(' ', '-') for title in titles}


def fault(name, link, root=ROOT):
    file, _, anchor = link.partition('#')
    folder = MADE_INTO.get(name, (root / name).parent)
    path = (folder / file).resolve() if file else root / name
    if not path.exists() or not path.is_relative_to(root):
        return f'{name}: {link} is not there'
    if anchor and anchor not in headings(path.relative_to(root), root):
        return f'{name}: {link}: no such heading'
    return None


def links_of(names, root=ROOT):
    return [(name, link) for name in names for link in re.findall(r'\]\(([^)\s]+)\)', prose(name, root)) if '://' not in link]


def tarball(folder):
    """The documents of a tarball, as scripts/release makes it."""
    release = (ROOT / 'scripts/release').read_text()
    [archived] = re.findall(r'git archive HEAD (.+?) \|', release)
    [copied] = re.findall(r'cp (LICENSE .+?) "\$work/\$name"', release)
    listed = subprocess.run(['git', 'ls-files', '--', *archived.split()], cwd=ROOT, capture_output=True, text=True, check=True)
    left_out = re.compile(r'editors/[^/]+/scripts/|editors/emacs/test/')
    for name in [*copied.split(), *(name for name in listed.stdout.split() if not left_out.match(name))]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    shutil.copy(ROOT / 'packaging/tarball.md', folder / 'README.md')
    subprocess.run([ROOT / 'packaging/tarball_links.py', folder, '1.2.3'], check=True)
    return [str(path.relative_to(folder)) for path in folder.rglob('*.md')]


def faults_in_a_tarball():
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made).resolve()
        names = tarball(folder)
        assert any('](https://github.com/termhost/termhost/blob/v1.2.3/protocol/README.md' in prose(name, folder) for name in names)
        return [f'tarball: {found}' for name, link in links_of(names, folder) if (found := fault(name, link, folder))]


links = links_of(documents())
faults = [found for name, link in links if (found := fault(name, link))] + faults_in_a_tarball()
index = prose('docs/README.md')
faults += [f'docs/README.md does not name {path.name}' for path in sorted((ROOT / 'docs').glob('*.*'))
           if path.suffix in ('.md', '.json') and path.name != 'README.md' and f']({path.name})' not in index]
print('\n'.join(faults) or f'links: {len(links)} lead somewhere')
sys.exit(bool(faults))
