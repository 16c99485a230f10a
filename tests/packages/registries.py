#!/usr/bin/python3
"""The entries for the MCP registry, mason.nvim and MELPA: of the form that these take, true to npm's package and to what scripts/release makes.

usage: registries.py     with the Python that Debian installs its packages for
"""
import json
import pathlib
import re

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING, SCHEMAS = ROOT / 'packaging', ROOT / 'tests/packages/schemas'


def checked(entry, schema):
    schema = json.loads((SCHEMAS / schema).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(entry)
    return entry


def refused(entry, schema):
    try:
        checked(entry, schema)
    except jsonschema.ValidationError:
        return
    raise AssertionError(f'{schema} takes anything')


server = checked(json.loads((PACKAGING / 'server.json').read_text()), 'server.json')
npm = json.loads((PACKAGING / 'npm/termhost/package.json').read_text())
assert server['name'] == npm['mcpName']
assert [package['identifier'] for package in server['packages']] == [npm['name']]
refused({**server, 'packages': [{**server['packages'][0], 'packageArguments': [{'type': 'positional'}]}]}, 'server.json')

mason = checked(yaml.safe_load((PACKAGING / 'editors/mason.yaml').read_text()), 'mason.json')
refused({**mason, 'categories': ['Terminal']}, 'mason.json')
made = re.findall(r'made_for (\w+) \w+ dist', (ROOT / 'scripts/release').read_text())
for asset, processor in zip(mason['source']['asset'], made, strict=True):
    name = 'termhost-{{ version | strip_prefix "v" }}-linux-' + processor
    assert asset == {'target': f'linux_{processor}_gnu', 'file': f'{name}.tar.gz', 'bin': f'{name}/bin/termhost'}, asset
assert mason['bin'] == {'termhost': '{{source.asset.bin}}'}
assert sorted(npm['optionalDependencies']) == sorted(f'@termhost/linux-{processor}' for processor in made)
melpa = (PACKAGING / 'editors/melpa.el').read_text()
[taken] = re.findall(r':files \("([^"]+)"\)', melpa)
package = {path.name for path in ROOT.glob(taken)}
assert package == {path.name for path in (ROOT / 'editors/emacs').glob('*.el')} and 'termhost.el' in package
assert re.fullmatch(r'\(termhost\n :fetcher github\n :repo "termhost/termhost"\n :files \(.*\)\)\n', melpa)
print("registries: the entries are of their registries' form")
