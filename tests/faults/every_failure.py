"""Every failure in turn, as SQLite does it: in ten sessions the n-th malloc, open, write, … fails, for n = 1, 2, …

No process of termhost crashes or hangs, each failure is reported in a sentence, each result is true,
and nothing is left behind. usage: every_failure.py [--runs N] [SESSION | KIND]...    N: at most of each session and kind, spread over all n
"""
import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import traceback

import preload
from client import PATIENCE, TERMHOST, Server, with_nulls
from preload import KINDS

LINES = ''.join(f'{i}\n' for i in range(1, 3001))
SHELL = '/bin/bash'


class Fault:
    """The n-th call of a kind fails. As a context: the environment in which it does."""

    def __init__(self, kind, nth):
        self.kind = kind
        self.preload = preload.Preload(kind, nth)
        self.folder = tempfile.TemporaryDirectory()
        self.mark = os.path.basename(self.folder.name)
        self.env = {**self.preload.env, 'TERMHOST_FAULT': self.mark, 'SHELL': SHELL, 'LANG': 'C.UTF-8',
                    **dict.fromkeys(('HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR', 'TMPDIR'), self.folder.name)}

    def left_behind(self):
        found = []
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                with open(f'/proc/{pid}/environ', 'rb') as file:
                    if f'TERMHOST_FAULT={self.mark}'.encode() in file.read():
                        found.append(int(pid))
            except OSError:
                pass
        return found


def run(fault, *arguments, text=None):
    done = subprocess.run([TERMHOST, *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE,
                          env={**os.environ, **fault.env}, cwd='/', check=False)
    return done.returncode, done.stdout, done.stderr


def check_end(status, stderr, *, fine=(0,)):
    """Ended as it may, and said why if it could not go on."""
    assert status in (*fine, 125) or (status in (1, 2) and stderr), f'ended with {status}: {stderr}'
    assert 'terminate called' not in stderr and 'Sanitizer' not in stderr, stderr
    if status == 125 and 125 not in fine:
        assert stderr.startswith('termhost: ') and stderr.count('\n') <= 3, f'125 and said {stderr!r}'


def said(result):
    """What a result tells of what went wrong."""
    return json.dumps([note for note in result['notes'] if 'not certain' not in note]) + result['output'].get('problem', '')


def check_result(fault, result, code=3, output=LINES):
    """What a command's result says is true, or it says that it does not know."""
    unread_policy = result['status'] == 'denied' and 'the policy could not be used' in result['message']  # then nothing is allowed
    assert unread_policy or result['status'] in ('completed', 'failed_to_start', 'lost', 'running'), result
    assert fault.kind != 'none' or (result['exitCode'] == code and said(result) == '[]'), result
    if result['status'] != 'completed':
        assert 'reason' in result or len(result['message']) > len('Not run: .') or result['status'] == 'running', result
        return
    assert result['exitCode'] in (code, None), result
    if result['exitCode'] is None:
        return
    text = result['output']['text']
    if result['output']['artifactId']:
        # Not by pathlib, which gives up where a folder goes meanwhile
        found = next(folder for folder, _, files in os.walk(fault.folder.name) if result['output']['artifactId'] in files)
        kept = pathlib.Path(found, result['output']['artifactId']).read_text(encoding='utf8')
        assert kept == output or (said(result) != '[]' and output.startswith(kept)), f'{len(kept)} bytes kept, said {said(result)}'
    elif text.strip() != output.strip():
        assert said(result) != '[]' and text[:3] == output[:3], f'{result}'


def exec_session(fault, *options):
    status, stdout, stderr = run(fault, 'exec', '--json', '--task', 't', *options, '--', 'seq 1 3000; exit 3')
    check_end(status, stderr, fine=(3, 125) if stdout else (3,))
    if stdout:
        result = json.loads(stdout)
        check_result(fault, result)
        if status == 125:
            assert result['status'] != 'completed' or result['exitCode'] is None or 'ends:' in stderr, result
    else:
        assert status == 125, status


def pipes_session(fault):
    exec_session(fault, '--pipes')


def tools_session(fault, arguments, code, command='seq 1 3000; exit 3', before=lambda server: None, **initialize):
    """A server that runs a command, reads its artifact and ends."""
    server = Server(*arguments, env=fault.env, cwd='/')
    try:
        before(server)
        answer = server.initialize(**initialize)
        structure = structure_of(server.call('execute_command', command=command)) if answer and 'result' in answer else None
        if structure and initialize.get('artifactMaxBytes'):
            check_rolled(server, structure)
        elif structure:
            check_result(fault, structure, code)
            check_read(server, structure)
        if server.headers and server.ask('shutdown'):
            server.send('exit', {})
    except BrokenPipeError:
        pass
    status, stderr = server.end()
    check_end(status, stderr, fine=(0, 1) if server.headers else (0,))


def structure_of(answer):
    """Of a tool's result, if termhost has not ended; where there is none it is an error."""
    if answer and 'structuredContent' in answer.get('result', {}):
        return with_nulls(answer['result']['structuredContent'])
    assert answer is None or 'error' in answer or answer['result']['isError'], answer
    return None


def check_read(server, structure):
    """An artifact can be read to its end, or it is said that it can't."""
    if not structure['output']['artifactId']:
        return
    read = server.call('read_command_output', artifact_id=structure['output']['artifactId'], offset=-5)
    assert read is None or 'error' in read or read['result'].get('isError') or '3000' in json.dumps(read) or said(structure) != '[]', read


def check_rolled(server, structure):
    """An artifact that has lost its middle tells the right lines of both ends."""
    artifact = structure['output']['artifactId']
    if structure['status'] != 'completed' or structure['exitCode'] is None or not artifact:
        return
    for offset, line in ((0, '1 | 1\\n'), (-7, '200000')):
        read = server.call('read_command_output', artifact_id=artifact, offset=offset, limit=100)
        if read and 'result' in read and not read['result'].get('isError'):
            text = json.dumps(read)
            assert line in text or said(structure) != '[]', f'{text} {structure["notes"]}'


def owned_session(fault):
    tools_session(fault, ['serve'], 3, storage=os.path.join(fault.folder.name, 'kept'))


def rolling_session(fault):
    tools_session(fault, ['serve'], 0, 'seq 1 200000', artifactMaxBytes=300_000,
                  storage=os.path.join(fault.folder.name, 'kept'))


def mirror(server):
    """An editor whose terminals are told of by events."""
    def create(params):
        server.send('terminal/didOpen', {'terminalId': 't1', 'requestId': params['requestId'], 'cwd': '/', 'shell': 'bash'})
        server.send('terminal/didChangeShellIntegration',
                    {'terminalId': 't1', 'integration': 'rich', 'cwd': '/', 'shell': 'bash'})
        return {'terminalId': 't1'}

    def submit(params):
        server.send('shellExecution/didStart', {'terminalId': 't1', 'executionId': 'x1', 'cwd': '/', 'commandLine': {
            'value': params['text'], 'confidence': 2, 'isTrusted': True}})
        data = LINES.replace('\n', '\r\n')
        for index, at in enumerate(range(0, len(data), 4096)):
            server.send('shellExecution/didWrite', {'executionId': 'x1', 'data': data[at:at + 4096], 'index': index})
        server.send('shellExecution/didEnd', {'executionId': 'x1', 'exitCode': 3, 'drained': True})
        return {'executionId': 'x1'}

    server.handlers.update({'terminal/create': create, 'terminal/submit': submit})


def mirrored_session(fault):
    terminal = {'source': 'events', 'modes': ['execute'], 'interrupt': True, 'dispose': True}
    tools_session(fault, ['serve'], 3, 'seq 1 3000', before=mirror, capabilities={'terminal': terminal},
                  storage=os.path.join(fault.folder.name, 'kept'))


def mcp_session(fault):
    policy = os.path.join(fault.folder.name, 'policy.json')
    with open(policy, 'w', encoding='utf8') as file:
        json.dump({'allowedCommands': ['seq', 'exit']}, file)
    tools_session(fault, ['mcp', '--policy', policy], 3)


def acp_session(fault):
    server = Server('acp-terminals', env=fault.env, cwd='/')
    try:
        made = server.ask('terminal/create', {'sessionId': 's', 'command': 'seq 1 3000; exit 3'})
        if made and 'result' in made:
            terminal = {'sessionId': 's', 'terminalId': made['result']['terminalId']}
            ended = server.ask('terminal/wait_for_exit', terminal)
            output = server.ask('terminal/output', terminal)
            if output and 'result' in output and ended.get('result', {}).get('exitCode') == 3:
                assert output['result']['output'] == LINES or output['result']['truncated'], output
            server.ask('terminal/release', terminal)
    except BrokenPipeError:
        pass
    check_end(*server.end())


def attach_session(fault):
    editor = Server('serve', '--listen', env=fault.env, cwd='/')
    agent = None
    try:
        editor.initialize(storage=os.path.join(fault.folder.name, 'kept'))
        launch = editor.ask('terminal/launch', {})
        if launch and 'result' in launch and 'TERMHOST_SOCKET' in launch['result']['env']:
            agent = Server('mcp', '--attach', env={**fault.env, **launch['result']['env']}, cwd='/')
            joined = agent.initialize()
            structure = structure_of(agent.call('execute_command', command='seq 1 3000; exit 3')) if joined else None
            if structure:
                check_result(fault, structure)
    except BrokenPipeError:
        pass
    if agent:
        check_end(*agent.end(), fine=(0, 1))
    try:
        if editor.ask('shutdown'):
            editor.send('exit', {})
    except BrokenPipeError:
        pass
    check_end(*editor.end(), fine=(0, 1))


def tools_of_a_person(fault):
    path = os.path.join(fault.folder.name, 'numbers')
    with open(path, 'w', encoding='utf8') as file:
        file.write(LINES)
    for arguments, text, expected in ((['read', path, '--offset', '-5'], None, '3000'),
                                      (['flatten', '--shell', 'bash'], 'for i in 1 2; do\necho $i\ndone', 'echo $i; done'),
                                      (['render'], '\033[32mok\033[0m\r\n', 'ok'), (['check', 'ls'], None, '')):
        status, stdout, stderr = run(fault, *arguments, text=text)
        assert status >= 0 and 'terminate called' not in stderr, f'{arguments} {status} {stderr}'
        assert status != 0 or expected in stdout, f'{arguments} {stdout} {stderr}'
        assert status == 0 or stderr or stdout, f'{arguments} {status} without a word'


SESSIONS = {'exec': exec_session, 'pipes': pipes_session, 'owned': owned_session, 'rolling': rolling_session,
            'mirrored': mirrored_session, 'mcp': mcp_session, 'acp': acp_session, 'attach': attach_session,
            'person': tools_of_a_person, 'zsh': lambda fault: exec_session(fault, '--shell', 'zsh')}


def guarded(session, kind, nth):
    """One run; the calls it made, and what was wrong."""
    fault = Fault(kind, nth)
    try:
        SESSIONS[session](fault)
        problem = None
    except subprocess.TimeoutExpired:
        problem = f'took more than {PATIENCE} s'
    except Exception as error:  # a wrong answer may be of any form
        problem = ''.join(traceback.format_exception(error)[-2:]).strip()
    deadline = time.monotonic() + 8
    while (left := fault.left_behind()) and time.monotonic() < deadline:
        time.sleep(0.02)
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    if left and not problem:
        problem = f'{len(left)} processes were left behind'
    return fault.preload.counts(), problem


def spread(calls, runs):
    """The first half one after the other, then farther and farther apart, to the last."""
    if calls <= runs:
        return range(1, calls + 1)
    half = (runs + 1) // 2
    return sorted({*range(1, half + 1), *(round(half * (calls / half) ** (i / half)) for i in range(1, half + 1))})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--runs', type=int, default=12)
    parser.add_argument('names', nargs='*')
    options = parser.parse_args()
    unknown = set(options.names) - {*KINDS, *SESSIONS}
    assert not unknown, f'no session or kind {unknown}'
    preload.build()
    sessions = [name for name in SESSIONS if name in options.names or not set(options.names) & set(SESSIONS)]
    kinds = [name for name in KINDS if name in options.names or not set(options.names) & set(KINDS)]
    total = wrong = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for session in sessions:
            counts, problem = guarded(session, 'none', 0)
            assert not problem, f'{session} without a fault: {problem}'
            turns = [(kind, nth) for kind in kinds for nth in spread(counts[kind], options.runs)]
            for (kind, nth), (_, problem) in zip(turns, pool.map(lambda turn, s=session: guarded(s, *turn), turns)):
                total += 1
                if problem:
                    wrong += 1
                    print(f'FAILED: {session}, {kind} {nth} of {counts[kind]}: {problem[-500:]}', flush=True)
            print(f'{session}: {len(turns)} of {sum(counts[kind] for kind in kinds)} failures', flush=True)
    print(f'{total} runs, {wrong} wrong')
    sys.exit(1 if wrong or not total else 0)


if __name__ == '__main__':
    main()
