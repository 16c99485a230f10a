"""Commands that end their shell, over and over in one session that may not open many files: descriptors, guards and folders are released.
usage: ended_shells.py [--calls N]"""
import argparse
import glob
import os
import resource
import tempfile
import time

import client
from client import Server, with_nulls

DESCRIPTORS = 64  # some forty are needed to begin; each shell takes two, and a process


def children(pid):
    with open(f'/proc/{pid}/task/{pid}/children', encoding='ascii') as file:
        return file.read().split()


def held(pid, folder):
    return len(os.listdir(f'/proc/{pid}/fd')), children(pid), glob.glob(f'{folder}/termhost/*')


def soon(what, *of):
    """What it is when it no longer changes: the last shell's guard is on its way out when its command is answered."""
    limit = time.monotonic() + 10
    while time.monotonic() < limit and what(*of)[1]:
        time.sleep(0.01)
    return what(*of)


def session(arguments, calls):
    with tempfile.TemporaryDirectory() as folder:
        policy = os.path.join(folder, 'policy.json')
        with open(policy, 'w', encoding='utf8') as file:
            file.write('{"allowedCommands": ["exit"]}')
        server = Server(*(policy if word == 'POLICY' else word for word in arguments), cwd='/',
                        env={'HOME': folder, 'XDG_RUNTIME_DIR': folder},
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS)))
        server.initialize()
        pid, before = server.process.pid, None
        for number in range(calls):
            result = with_nulls(server.call('execute_command', command='exit 3')['result']['structuredContent'])
            assert (result['status'], result['exitCode']) == ('completed', 3), (number, result)
            before = before or soon(held, pid, folder)
        after = soon(held, pid, folder)
        assert after == before, (arguments, before, after)
        assert not after[1], after
        return server.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--calls', type=int, default=100)
    options = parser.parse_args()
    client.PATIENCE = 3600
    for arguments in (['serve'], ['mcp', '--policy', 'POLICY']):
        began = time.monotonic()
        session(arguments, options.calls)
        print(f'{arguments[0]}: {options.calls} shells ended in {time.monotonic() - began:.0f} s')


if __name__ == '__main__':
    main()
