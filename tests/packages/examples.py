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
    ('docs/remote.md', 'termhost '): ('tests/remote/remote_test.py', 'docs/remote.md'),
    ('docs/remote.md', 'tar '): ('tests/packages/install-inside', 'documented tar'),
    ('docs/remote.md', 'cp '): ('tests/remote/remote_test.py', 'readlink -f'),
    ('packaging/npm/termhost/README.md', 'claude mcp add'): ('tests/packages/manifests', 'packaging/npm/termhost/README.md'),
    ('packaging/tarball.md', 'cp -r'): ('tests/packages/install-inside', "documented '' README.md"),
    ('editors/neovim/README.md', 'git clone'): ('tests/e2e/neovim/cases/install.lua', "block_with('sh', 'git clone')"),
    ('editors/neovim/README.md', 'rm -r'): ('tests/e2e/neovim/cases/install.lua', "block_with('sh', 'rm -rf')"),
    ('editors/neovim/README.md', 'mkdir '): ('tests/e2e/neovim/cases/install.lua', "block_with('sh', 'tar -xzf')"),
    ('editors/vscode/README.md', 'npm ci'): ('tests/parts/vscode', 'npm ci --ignore-scripts'),
    ('editors/vscode/README.md', 'npm run check'): ('tests/parts/vscode', 'npm run --silent check'),
    ('editors/vscode/README.md', 'npm test'): ('tests/parts/vscode', 'npm test'),
    ('editors/vscode/README.md', 'npm run package'): ('tests/parts/vscode', 'npm run --silent package'),
}
CODE = {  # (document, how the block begins), of what is no shell's
    ('docs/other-editors.md', ';;; run.el'): ('tests/e2e/emacs/example', 'docs/other-editors.md'),
    ('editors/emacs/README.md', '(use-package termhost'): ('tests/e2e/emacs/package', 'try "use-package :vc" 2'),
    ('editors/emacs/README.md', '(package-vc-install'): ('tests/e2e/emacs/package', 'try "package-vc-install" 3'),
    ('editors/emacs/README.md', "(add-to-list 'load-path"): ('tests/e2e/emacs/package', 'try "a release in load-path'),
    ('editors/emacs/README.md', '(setq termhost-sandbox'): ('editors/emacs/test/parts-test.el', 'parts-the-readme-sets-the-sandbox'),
    ('editors/emacs/README.md', "(with-eval-after-load 'gptel"): ('editors/emacs/test/gptel-test.el', '(termhost-gptel-register)'),
    ('editors/emacs/README.md', '(termhost-execute'): ('tests/e2e/emacs/people.el', 'people-write-what-the-readme-says'),
    ('editors/neovim/README.md', "{ 'termhost/termhost' }"): ('tests/e2e/neovim/cases/install.lua', '"\'termhost/termhost\'"'),
    ('editors/neovim/README.md', ':Termhost run'): ('tests/e2e/neovim/cases/editor.lua', 'example, shown = readme:match'),
    ('editors/neovim/README.md', "local termhost = require('termhost')"): ('tests/e2e/neovim/cases/install.lua', "block_with('lua', 'termhost.execute(')"),
    ('editors/vscode/README.md', 'const termhost = await'): ('tests/packages/examples.py', 'def the_extension_has'),
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
    return re.findall(r'(?ms)^```(\w*)\n(.*?)^```', (ROOT / document).read_text())


def holds(test, word):
    return word in (ROOT / test).read_text()


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
    if document == 'editors/neovim/README.md' and text.startswith(('git clone', 'mkdir ')):
        text = text.split('\n')[0]  # the rest of the block goes with it
    for line in text.rstrip().split('\n'):
        command = re.sub(r' +#.*', '', line)
        runner = next((by for (where, begin), by in RUN_BY.items() if where == document and command.startswith(begin)), None)
        if runner:
            if not holds(*runner):
                faults.append(f'{runner[0]} does not run `{command}` of {document}: it has no {runner[1]}')
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
    return [(document, command) for document in ('README.md', 'docs/agents.md', 'editors/vscode/media/walkthrough_connect.md')]


def a_release_is_numbered(folder):
    """docs/packaging.md: all but what takes an hour."""
    document = 'docs/packaging.md'
    commands = [re.sub(r' +#.*', '', line) for kind, text in blocks(document) if kind == 'sh' for line in text.split('\n')]
    commands = [command for command in commands if '--set' in command or command.startswith('git tag')]
    run(f'git clone --quiet {ROOT} clone && cp {ROOT}/scripts/version clone/scripts && cd clone && ' + ' && '.join(commands) + ' && ./scripts/version --check', folder)
    return [(document, command) for command in commands]


def work_is_confined(folder):
    """The first commands of docs/sandbox.md, in a project with tests, and the profile for Ubuntu in docs/enforcement.md, but for what puts it there."""
    guide, reference = 'docs/sandbox.md', 'docs/enforcement.md'
    (folder / 'package.json').write_text('{"scripts": {"test": "echo tested >result; touch ~/outside"}}')
    (in_shell, *as_server), (made, installed) = (text.rstrip().split('\n') for document in (guide, reference) for kind, text in blocks(document) if kind == 'sh')
    run(f'! {in_shell}', folder)
    assert (folder / 'result').read_text() == 'tested\n' and not (pathlib.Path.home() / 'outside').exists()
    (folder / 'termhost').symlink_to(TERMHOST)
    for server in as_server:
        run(f'PATH=$PWD:$PATH {ROOT}/tests/packages/answers {server}', folder)
    assert installed == '  sudo tee /etc/apparmor.d/termhost && sudo systemctl reload apparmor', installed
    assert f'profile termhost {TERMHOST} flags=(unconfined) {{ userns, }}' in run(f'PATH=$PWD:$PATH; unset -f termhost; {made} cat', folder)
    return [(guide, command) for command in (in_shell, *as_server)] + [(reference, command) for command in (made, installed)]


def the_extension_has(document, text):
    """What another extension's code calls."""
    api = (ROOT / 'editors/vscode/src/api.ts').read_text()
    faults.extend(f'{document}: the API has no {name}' for name in re.findall(r'termhost\.(\w+)\(', text) if f' {name}' not in api)


def code_block(document, kind, text):
    runner = next((by for (where, begin), by in CODE.items() if where == document and text.startswith(begin)), None)
    if not runner or not holds(*runner):
        faults.append(f'{document}: nobody runs its {kind} that begins with {text.splitlines()[0]}')
    if kind == 'ts':
        the_extension_has(document, text)


def policy(document, text):
    """A policy is one that `termhost check` takes."""
    value = json.loads(text)
    if not isinstance(value, dict) or 'allowedCommands' not in value:
        return
    with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
        file.write(text)
        file.flush()
        done = subprocess.run([TERMHOST, 'check', '--policy', file.name], input='ls', capture_output=True, text=True)
    if done.returncode or 'policy' in json.loads(done.stdout)['reason']:
        faults.append(f'{document}: a policy that is none: {done.stdout}{done.stderr}')


def options_named(document):
    """What stands in a text as `termhost exec --json`, or `exec --json`, has such a command and such options."""
    for code in re.findall(r'`([^`\n]+)`', (ROOT / document).read_text()):
        found = re.match(r'(?:termhost )?([a-z][a-z-]*)((?: .*)?)$', code)
        if not found or found[1] not in OPTIONS:
            if code.startswith('termhost ') and found and not code.startswith('termhost --'):
                faults.append(f'{document}: `{code}`: there is no such command')
            continue
        own = found[2].partition(' -- ')[0]
        if not code.startswith('termhost ') and not own.lstrip().startswith('-'):
            continue  # a word that is a command's name too
        faults.extend(f'{document}: `{code}`: there is no {option}' for option in re.findall(r'(?<!\S)--[a-z][\w-]*', own) if option not in OPTIONS[found[1]])


table = json.loads(subprocess.run([TERMHOST, 'help', '--json'], capture_output=True, check=True).stdout)
OPTIONS = {command['name']: {option['name'] for option in command['options']} for command in table['commands']}
OPTIONS['help'].add('--json')  # hidden, for what is made of it
HERE = (asks_about_what_is_inside, an_agent_is_set_up, a_release_is_numbered, work_is_confined)
with tempfile.TemporaryDirectory() as scratch:
    RUN_HERE = [ran for what in HERE for ran in what(pathlib.Path(scratch))]
documents = subprocess.run(['git', 'ls-files', '*.md'], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
for document in documents:
    if document.startswith('tests/'):
        continue
    options_named(document)
    for kind, text in blocks(document):
        if kind == 'sh':
            sh_block(document, text)
        elif kind == 'console':
            if document not in CONSOLE or not holds(*CONSOLE[document]):
                faults.append(f'{document}: nobody runs its console')
        elif kind == 'json':
            policy(document, text)
        elif kind == 'toml':
            tomllib.loads(text)
        elif kind == 'text':  # what is shown, not typed
            faults.extend(f'{document}: `{line}` is a command' for line in text.split('\n') if line.startswith(('$ ', './', 'termhost ')))
        else:
            code_block(document, kind, text)
if faults:
    sys.exit('\n'.join(faults))
