#!/usr/bin/env python3
"""Sees that NOTICE names every library in the static program, and every manifest the licence.

usage: licences.py BUILD_FOLDER      of the preset dist
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPDX = 'Apache-2.0'
C_LIBRARY = {'rt', 'm', 'dl', 'pthread'}  # glibc: what is in archives of these names


def linked_libraries(build):
    rule = re.search(r'^build bin/termhost: .*?^  LINK_LIBRARIES = (.*?)$', (build / 'build.ninja').read_text(), re.M | re.S)
    archives = re.findall(r'lib([^/ ]+)\.a\b', rule.group(1))
    return {name.split('_')[0] for name in archives if not name.startswith('termhost_')} - C_LIBRARY | {'glibc', 'libstdc++'}


def unnamed_libraries(build):
    named = set(re.findall(r'^== (\S+): ', (ROOT / 'NOTICE').read_text(), re.M))
    libraries = linked_libraries(build)
    assert {'re2', 'sodium', 'simdjson'} <= libraries, f'this is no static build: {libraries}'
    return [f'NOTICE does not name {library}, which is linked into termhost' for library in sorted(libraries - named)]


def tracked(*names):
    return subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', *names], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def manifests_without_licence():
    manifests = tracked('*package.json', '*plugin.json', 'packaging/*/manifest.json', '*extension.json')
    assert 'editors/vscode/package.json' in manifests
    return [f'{file} does not say "license": "{SPDX}"' for file in manifests
            if json.loads((ROOT / file).read_text()).get('license') != SPDX]


def without_tag(*files):
    return [f'{file} has no SPDX-License-Identifier' for file in files if f'SPDX-License-Identifier: {SPDX}' not in (ROOT / file).read_text()]


faults = [
    *unnamed_libraries(pathlib.Path(sys.argv[1])),
    *manifests_without_licence(),
    *without_tag('CMakeLists.txt', 'flake.nix', 'lazy.lua', 'editors/emacs/termhost.el', 'editors/neovim/plugin/termhost.lua',
                 'packaging/aur/PKGBUILD', 'packaging/homebrew/termhost.rb'),
]
print('\n'.join(faults))
sys.exit(bool(faults))
