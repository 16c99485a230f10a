"""Programs of a newer Debian release, unpacked into a folder of their own. Nothing is installed on the machine."""
import hashlib
import lzma
import os
import re
import shutil
import subprocess
import sys
import urllib.request


def mirror():
    for path in ('/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'):
        if not os.path.exists(path):
            continue
        found = re.search(r'^(?:URIs:\s*|deb\s+(?:\[.*?\]\s+)?)(\S+)', open(path).read(), re.M)
        if found:
            return found[1].rstrip('/')
    sys.exit('install: no Debian mirror in the apt sources')


def fetch(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read()


def names(relation):
    """The first alternative of each package that a relation field names."""
    groups = [group.split('|')[0].strip() for group in relation.split(',')]
    return [re.split(r'[ :(]', group)[0] for group in groups if group]


class Release:
    """The packages of a Debian release, by name and by what they provide."""

    def __init__(self, suite):
        self.base, self.packages, self.providers = mirror(), {}, {}
        architecture = subprocess.run(['dpkg', '--print-architecture'], capture_output=True, text=True, check=True).stdout.strip()
        index = lzma.decompress(fetch(f'{self.base}/dists/{suite}/main/binary-{architecture}/Packages.xz')).decode()
        for stanza in index.split('\n\n'):
            fields = dict(re.findall(r'^([A-Za-z0-9-]+): (.*)$', stanza, re.M))
            if 'Package' not in fields:
                continue
            self.packages[fields['Package']] = fields
            for provided in names(fields.get('Provides', '')):
                self.providers.setdefault(provided, fields['Package'])

    def with_dependencies(self, wanted, without=()):
        """`wanted` and all it needs, except for the packages whose names begin as one of `without`."""
        seen, todo = set(), [wanted]
        while todo:
            name = todo.pop()
            name = name if name in self.packages else self.providers.get(name)
            if name is None or name in seen or name.startswith(tuple(without)):
                continue
            seen.add(name)
            todo += names(self.packages[name].get('Depends', '')) + names(self.packages[name].get('Pre-Depends', ''))
        return sorted(seen)

    def unpack(self, name, root):
        fields = self.packages[name]
        content = fetch(f'{self.base}/{fields["Filename"]}')
        if hashlib.sha256(content).hexdigest() != fields['SHA256']:
            sys.exit(f'install: {fields["Filename"]} is not what the release says it is')
        subprocess.run(['dpkg', '-x', '/dev/stdin', root], input=content, check=True)


def unpack(suite, package, root, without=()):
    """Unpacks `package` and what it needs into `root`, and returns the program that loads its programs."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    release = Release(suite)
    for name in release.with_dependencies(package, without):
        release.unpack(name, root)
    return next(root.glob('usr/lib/*/ld-linux*.so.*'))
