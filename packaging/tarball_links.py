#!/usr/bin/env python3
"""Makes the documents of a tarball lead somewhere: a link to a file of the repository that the tarball does not have becomes the
file's address on the web, at the tag of this version. A link that leads nowhere is an error.

usage: tarball_links.py FOLDER VERSION
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINK = re.compile(r'\]\(([^)\s#]+)(#[^)\s]*)?\)')
OTHER_TEXT = {'README.md'}  # the tarball has a text of its own there


def outside(folder, document, target, version):
    """The address of a file that is not in the tarball; nothing: it is there, or is an address already."""
    if '://' in target or target.startswith('mailto:'):
        return None
    path = (folder / document).parent.joinpath(target).resolve()
    name = path.relative_to(folder) if path.is_relative_to(folder) else None
    if path.exists() and str(name) not in OTHER_TEXT:
        return None
    if name is None or not (ROOT / name).exists():
        sys.exit(f'tarball_links: {document}: {target} is not there')
    kind = 'tree' if (ROOT / name).is_dir() else 'blob'
    return f'https://github.com/termhost/termhost/{kind}/v{version}/{name}'


def rewritten(folder, document, version):
    def address(link):
        found = outside(folder, document, link[1], version)
        return f']({found}{link[2] or ""})' if found else link[0]

    parts = re.split(r'(?ms)(^ *```.*?^ *```)', (folder / document).read_text())
    return ''.join(part if index % 2 else LINK.sub(address, part) for index, part in enumerate(parts))


def main():
    folder, version = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    for path in sorted(folder.rglob('*.md')):
        path.write_text(rewritten(folder, path.relative_to(folder), version))


main()
