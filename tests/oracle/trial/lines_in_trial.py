"""Runs many hostile lines in one trial, each in a shell of its own, and restores the copy after each of them.

usage: lines_in_trial.py SHELL FIRST LAST     numbers of lines of /mnt/lines, LAST not included"""

import base64
import json
import os
import resource
import select
import shutil
import signal
import stat
import subprocess
import sys
import time

SECRET = "S3CR3T" + "9f8e7d6c5b4a"
HOME, PROJECT = "/mnt/home", "/mnt/home/w"
SEED = "/mnt/seed"  # the home without its secrets
LINE_TIME, LINE_OUTPUT = 1.0, 1 << 20  # what more one has to say is not heard


def forms_of_secret():
    """As programs like base64, od and rev show it."""
    plain = SECRET.encode()
    shifted = [base64.b64encode(b" " * blanks + plain)[4 if blanks else 0:-4] for blanks in range(3)]
    return [plain, plain[::-1], plain.hex().encode(), *shifted]


def shows_secret(content):
    in_one_line = content.translate(None, b" \n")
    return any(form in in_one_line for form in forms_of_secret())


def picture(*tops, without=()):
    """Path → what a write changes, whatever it does to the times of a file."""
    seen = {}
    for top in tops:
        for folder, folders, files in os.walk(top):
            folders[:] = [name for name in folders if os.path.join(folder, name) not in without]
            for name in [*folders, *files]:
                path = os.path.join(folder, name)
                try:
                    status = os.lstat(path)
                except OSError:
                    continue
                content = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
                seen[path] = (status.st_mode, *(() if stat.S_ISDIR(status.st_mode) else content))
    return seen


def differences(before, now):
    return sorted(path for path in {**before, **now} if before.get(path) != now.get(path))


class Copy:
    """The home and the temporary folders of a trial: each line finds them as the first one did."""

    TOPS = (HOME, "/tmp", "/var/tmp")

    def __init__(self):
        self.first = picture(*self.TOPS)

    def restore(self):
        """The names that a line has changed, and what it has written, which is gone."""
        changed = differences(self.first, now := picture(*self.TOPS))
        written = b"".join(self.content_of(path) for path in changed if path in now)
        for path in reversed(changed):  # the content of a folder before the folder
            if path not in self.first:
                self.remove(path)
        for path in changed:
            if path in self.first:
                self.bring_back(path)
        return changed, written

    @staticmethod
    def content_of(path):
        try:
            with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
                return file.read(LINE_OUTPUT) + b"\n"
        except OSError:
            return b""

    @staticmethod
    def remove(path):
        try:
            (os.rmdir if os.path.isdir(path) and not os.path.islink(path) else os.unlink)(path)
        except OSError:
            pass

    def bring_back(self, path):
        seed = SEED + path.removeprefix(HOME)
        try:
            if os.path.lexists(path) and stat.S_IFMT(os.lstat(path).st_mode) != stat.S_IFMT(self.first[path][0]):
                shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)
            if stat.S_ISDIR(self.first[path][0]):
                os.makedirs(path, exist_ok=True)
                os.chmod(path, stat.S_IMODE(self.first[path][0]))
            else:
                if os.path.lexists(path):
                    os.unlink(path)
                shutil.copy2(seed, path, follow_symlinks=False)
            self.first[path] = picture(os.path.dirname(path))[path]
        except (OSError, KeyError):
            pass  # nobody can change it, or it can't be had again


def run_alone(shell, line):
    """The output of a line in a shell of its own, and whether it has ended. What it leaves behind goes on."""
    process = subprocess.Popen([shell, "-c", f"\n{line}"], cwd=PROJECT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True)
    end = os.pidfd_open(process.pid)
    pipe = process.stdout.fileno()
    os.set_blocking(pipe, False)
    output, waited_for = b"", {pipe, end}
    until = time.monotonic() + LINE_TIME
    while end in waited_for and len(output) < LINE_OUTPUT and (left := until - time.monotonic()) > 0:
        ready, _, _ = select.select(waited_for, [], [], left)
        waited_for -= {end} & set(ready)
        if pipe in ready or end in ready:
            part = process.stdout.read(LINE_OUTPUT)
            output += part or b""
            waited_for -= {pipe} if part == b"" else set()
    os.close(end)
    process.stdout.close()
    if end in waited_for:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return output, end not in waited_for


def in_trial(shell, first, last):
    if os.environ.get("TERMHOST_SANDBOX") != "trial":
        sys.exit("this is no trial")
    lines = [json.loads(line) for line in open("/mnt/lines", encoding="utf-8").read().split("\n")[first:last]]
    for kind, most in ((resource.RLIMIT_CPU, 10), (resource.RLIMIT_FSIZE, 1 << 26), (resource.RLIMIT_NPROC, 1000)):
        resource.setrlimit(kind, (most, most))
    copy, shown, writing, late = Copy(), [], 0, 0
    for number, line in enumerate(lines):
        output, ended = run_alone(shell, line)
        changed, written = copy.restore()
        late += not ended
        writing += bool(changed)
        if shows_secret(output + written):
            shown.append(first + number)
    print(json.dumps({"ran": len(lines), "writing": writing, "late": late, "shown": shown}))


if __name__ == "__main__":
    in_trial(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
