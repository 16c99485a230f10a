#!/usr/bin/env python3
"""Every link in the documents leads somewhere: to a file, to a heading in it; and docs/README.md names every document.

usage: links.py
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MADE_INTO = {'packaging/tarball.md': ROOT}  # where it lies in the tarball, beside docs and editors


def documents():
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '*.md'], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split() if not name.startswith('tests/')]


def prose(name):
    return re.sub(r'(?ms)^ *```.*?^ *```', '', (ROOT / name).read_text())


def headings(path):
    """As GitHub makes anchors of them."""
    titles = re.findall(r'(?m)^#+ (.+)$', prose(path))
    return {re.sub(r'[^\w -]', '', title.strip().lower()).replace(' ', '-') for title in titles}


def fault(name, link):
    file, _, anchor = link.partition('#')
    folder = MADE_INTO.get(name, (ROOT / name).parent)
    path = (folder / file).resolve() if file else ROOT / name
    if not path.exists():
        return f'{name}: {link} is not there'
    if anchor and anchor not in headings(path.relative_to(ROOT)):
        return f'{name}: {link}: no such heading'
    return None


links = [(name, link) for name in documents() for link in re.findall(r'\]\(([^)\s]+)\)', prose(name)) if '://' not in link]
faults = [found for name, link in links if (found := fault(name, link))]
index = prose('docs/README.md')
faults += [f'docs/README.md does not name {path.name}' for path in sorted((ROOT / 'docs').glob('*.*'))
           if path.suffix in ('.md', '.json') and path.name != 'README.md' and f']({path.name})' not in index]
print('\n'.join(faults) or f'links: {len(links)} lead somewhere')
sys.exit(bool(faults))
