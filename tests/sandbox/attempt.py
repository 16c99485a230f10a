"""What attempts to escape are made of. Each row of tests/fixtures/sandbox/escapes.txt runs with all of this at hand."""
import ctypes, fcntl, mmap, os, signal, socket, struct, sys, termios, time
from os import environ as env

OUT, WS, HOME, VICTIM = env['OUT'], env['WS'], env['HOME'], int(env['VICTIM'])
PORT, SHMID, TTY, SECRET = int(env['PORT']), int(env['SHMID']), env['VTTY'], env['HOME'] + '/.ssh/id_rsa'
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def call(number, *arguments):
    """A system call by its number; an error is an exception."""
    arguments = [ctypes.c_char_p(a) if isinstance(a, bytes) else a if not isinstance(a, int) else ctypes.c_ulong(a & (1 << 64) - 1)
                 for a in arguments]
    result = libc.syscall(ctypes.c_ulong(number), *arguments)
    if result == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def i386(eax, ebx=0, ecx=0, edx=0):
    """The same by the gate of 32-bit programs."""
    code = b'\x53' + b''.join(op + struct.pack('<I', v) for op, v in ((b'\xb8', eax), (b'\xbb', ebx), (b'\xb9', ecx), (b'\xba', edx))) + b'\xcd\x80\x5b\xc3'
    memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    at = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    result = ctypes.CFUNCTYPE(ctypes.c_int)(at)()
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return result


def write(path, how=os.O_WRONLY):
    os.write(os.open(path, how, 0o600), b'escaped')


def unix(path, kind=socket.SOCK_STREAM):
    s = socket.socket(socket.AF_UNIX, kind)
    s.connect(path)
    s.send(b'escaped')


def got(condition):
    if not condition:
        raise SystemExit(1)
