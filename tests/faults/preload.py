"""failing.c, preloaded into a termhost and its guards: what fails in them, told and changed from outside while they run."""
import mmap
import os
import struct
import subprocess
import tempfile

from client import TERMHOST

KINDS = ['none', 'memory', 'open', 'write', 'sync', 'fork', 'pty', 'map', 'pipe', 'socket', 'thread', 'read']
LAYOUT = struct.Struct(f'II{len(KINDS)}IIi')  # failing.c, struct state
DISK_FULL = LAYOUT.size - 8
LIBRARY = tempfile.NamedTemporaryFile(suffix='.so')


def build():
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'failing.c')
    subprocess.run([os.environ.get('CC', 'cc'), '-shared', '-fPIC', '-O1', '-o', LIBRARY.name, source], check=True)


class Preload:
    """`env` is what makes the n-th call of a kind fail in a termhost."""

    def __init__(self, kind='none', nth=0):
        self.file = tempfile.NamedTemporaryFile()
        self.file.write(LAYOUT.pack(KINDS.index(kind), nth, *[0] * len(KINDS), 0, 0))
        self.file.flush()
        self.state = mmap.mmap(self.file.fileno(), LAYOUT.size)
        self.env = {'LD_PRELOAD': LIBRARY.name, 'FAILING_PROGRAM': TERMHOST, 'FAILING_STATE': self.file.name}

    def counts(self):
        """Calls of each kind so far."""
        return dict(zip(KINDS, LAYOUT.unpack(self.state[:])[2:]))

    def set(self, disk_full=False, clock_jump=0):
        """Whether no file takes any more; by how many seconds the wall clock is wrong."""
        struct.pack_into('Ii', self.state, DISK_FULL, disk_full, clock_jump)
