#!/usr/bin/env python3
"""Every command in the documents is one that is run: here, or by a test that takes it from the document. A new one fails until it is.

usage: examples.py TERMHOST
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
TERMHOST = pathlib.Path(sys.argv[1]).resolve()

# (document, how the command begins): the test that runs it, and a word of that test that says so.
RUN_BY = {
    ('README.md', 'apt install'): ('tests/packages/install-inside', 'documented apt'),
    ('README.md', 'npm install'): ('tests/packages/install-inside', 'documented npm'),
    ('README.md', 'tar '): ('tests/packages/install-inside', 'documented tar'),
    ('README.md', './termhost-'): ('tests/packages/install-inside', 'documented ./termhost'),
    ('README.md', 'code --install-extension'): ('tests/e2e/vscode/workbench.mjs', '--install-extension'),
    ('docs/agents.md', 'claude mcp add'): ('tests/e2e/agent-clients/support.mjs', "block('Claude Code')"),
    ('docs/packaging.md', 'cmake '): ('tests/packages/distributions', 'docs/packaging.md'),
    ('packaging/npm/termhost/README.md', 'claude mcp add'): ('tests/packages/manifests', 'packaging/npm/termhost/README.md'),
    ('packaging/tarball.md', 'cp -r'): ('tests/packages/install-inside', "documented '' README.md"),
    ('editors/neovim/README.md', 'git clone'): ('tests/e2e/neovim/cases/install.lua', "block_with('sh', 'ln -s')"),
}
CONSOLE = {  # all that stands behind "$ "
    'README.md': ('tests/unit/cli/docs_examples_test.cpp', '"/README.md"'),
    'docs/agents.md': ('tests/unit/cli/docs_examples_test.cpp', '"/docs/agents.md"'),
    'docs/configuration.md': ('tests/unit/cli/docs_examples_test.cpp', '"/docs/configuration.md"'),
    'docs/output.md': ('tests/unit/cli/docs_examples_test.cpp', '"/docs/output.md"'),
    'docs/other-editors.md': ('tests/e2e/emacs/example', 'docs/other-editors.md'),
}
faults = []


def blocks(document):
    return re.findall(r'(?ms)^```(\w+)\n(.*?)^```', (ROOT / document).read_text())


def run(command, folder):
    setup = f'termhost() {{ {TERMHOST} "$@"; }}; '
    done = subprocess.run(['bash', '-c', setup + command], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        faults.append(f'`{command}` ended with {done.returncode}: {done.stderr}')
    return done.stdout


def own_script(command):
    """The project's own scripts run all day; what can rot here is their names and options. True if it is one of them."""
    found = re.match(r'(?:cd \S+ && )?(?:node )?(\S*/)?((?:scripts|tests/parts)/[\w.-]+)(.*)', command)
    if not found:
        return command.startswith('ctest --preset dev')
    _, script, arguments = found.groups()
    places = [place for place in (ROOT / script, *(ROOT / 'editors').glob(f'*/{script}')) if place.is_file()]
    if not places:
        return False
    if script == 'scripts/test' and (part := re.search(r'--only ([\w-]+)', arguments)):
        return (ROOT / 'tests/parts' / part[1]).is_file()
    usage = ''.join(place.read_text() for place in places)
    return all(option in usage for option in re.findall(r'--[\w-]+', arguments))


def sh_block(document, text):
    if document == 'editors/neovim/README.md' and text.startswith('git clone'):
        text = text.split('\n')[0]  # the rest of the block goes with it
    for line in text.rstrip().split('\n'):
        command = re.sub(r' +#.*', '', line)
        runner = next((by for (where, begin), by in RUN_BY.items() if where == document and command.startswith(begin)), None)
        if runner:
            test, word = runner
            if word not in (ROOT / test).read_text():
                faults.append(f'{test} does not run `{command}` of {document}: it has no {word}')
        elif (document, command) not in RUN_HERE and not own_script(command):
            faults.append(f'{document}: nobody runs `{command}`')


def asks_about_what_is_inside(folder):
    """docs/approval.md: its command, with its policy."""
    policy = next(text for kind, text in blocks('docs/approval.md') if kind == 'json')
    (folder / 'policy.json').write_text(policy)
    command = next(text.strip() for kind, text in blocks('docs/approval.md') if kind == 'sh')
    assert json.loads(run(command, folder) or '{}').get('verdict') in ('ask', 'deny'), command
    return [('docs/approval.md', command)]


def an_agent_is_set_up(folder):
    command = 'termhost setup claude'
    told = run(f'HOME="$PWD" {command}', folder)
    assert 'termhost' in (folder / '.claude.json').read_text() and 'hook claude' in told, told
    return [('README.md', command), ('docs/agents.md', command)]


def a_release_is_numbered(folder):
    """docs/packaging.md: all but what takes an hour."""
    document = 'docs/packaging.md'
    commands = [re.sub(r' +#.*', '', line) for kind, text in blocks(document) if kind == 'sh' for line in text.split('\n')]
    commands = [command for command in commands if '--set' in command or command.startswith('git tag')]
    run(f'git clone --quiet {ROOT} clone && cp {ROOT}/scripts/version clone/scripts && cd clone && ' + ' && '.join(commands) + ' && ./scripts/version --check', folder)
    return [(document, command) for command in commands]


with tempfile.TemporaryDirectory() as scratch:
    RUN_HERE = [ran for what in (asks_about_what_is_inside, an_agent_is_set_up, a_release_is_numbered) for ran in what(pathlib.Path(scratch))]
documents = subprocess.run(['git', 'ls-files', '*.md'], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
for document in documents:
    if document.startswith('tests/'):
        continue
    for kind, text in blocks(document):
        if kind == 'sh':
            sh_block(document, text)
        elif kind == 'console' and (document not in CONSOLE or CONSOLE[document][1] not in (ROOT / CONSOLE[document][0]).read_text()):
            faults.append(f'{document}: nobody runs its console')
        elif kind == 'json':
            json.loads(text)
        elif kind == 'toml':
            tomllib.loads(text)
if faults:
    sys.exit('\n'.join(faults))
