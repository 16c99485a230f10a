"""Becomes a tree of processes that try to outlive their terminal. usage: grow.py SEED FOLDER
Prints how many there are; each writes its pid into FOLDER."""
import os
import random
import signal
import sys
import time

random.seed(int(sys.argv[1]))
FOLDER = sys.argv[2]
SETUID_SLEEP = os.environ.get('SETUID_SLEEP')
IGNORED = [signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGTSTP, signal.SIGUSR1]


def note():
    os.close(os.open(os.path.join(FOLDER, str(os.getpid())), os.O_CREAT, 0o600))


def sleep():
    note()
    while True:
        time.sleep(1000)


def deaf():
    for one in IGNORED:
        signal.signal(one, signal.SIG_IGN)
    sleep()


def stopped():
    note()
    os.kill(os.getpid(), signal.SIGSTOP)
    sleep()


def setuid():
    note()
    os.execv(SETUID_SLEEP, ['sleep', '1000']) if SETUID_SLEEP else sleep()


def quick():
    """Forks and exits, for as long as it is let; its parents are always gone."""
    note()
    while True:
        if os.fork() != 0:
            os._exit(0)
        time.sleep(0.002)


def tree():
    for _ in range(random.randint(1, 3)):
        grow(1)
    sleep()


def grow(depth=0):
    """One more child, perhaps in a session of its own, perhaps without a parent."""
    away, orphan = random.random() < 0.4, random.random() < 0.4
    kind = random.choice([sleep, deaf, stopped, setuid, quick] + ([tree] if depth < 2 else []))
    seed = random.random()
    if os.fork() != 0:
        return
    random.seed(seed)
    if away:
        os.setsid()
    if orphan and os.fork() != 0:
        os._exit(0)
    kind()


signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(random.randint(2, 5)):
    grow()
time.sleep(0.3)
print('grown', flush=True)
if random.random() < 0.5:
    sleep()
