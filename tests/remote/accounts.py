"""Two accounts of one machine, and an sshd on loopback that runs as root and logs in as the second one.

Their names are in an /etc/passwd that only this sshd and the programs of the first account see: all of them run in a
mount namespace of their own. Only root can make it, and become another account.
"""
import os
import shutil
import subprocess
from pathlib import Path

from world import SSHD, free_port, wait_for

NOT_ROOT = """an account's processes have its uid, and only root can start them. A user namespace has more than one uid only \
if /etc/subuid gives some to this account, and newuidmap is installed; sshd would also need root in it. So this runs as root alone"""


class Account:
    def __init__(self, world, name, uid):
        self.name, self.uid, self.home = name, uid, world / name
        self.home.mkdir(mode=0o700)
        os.chown(self.home, uid, uid)

    def write(self, name, text, mode=0o600):
        file = self.home / name
        for folder in reversed(file.relative_to(self.home).parents[:-1]):
            (self.home / folder).mkdir(mode=0o700, exist_ok=True)
            os.chown(self.home / folder, self.uid, self.uid)
        file.write_text(text)
        file.chmod(mode)
        os.chown(file, self.uid, self.uid)
        return file

    def entry(self):
        return f"{self.name}:x:{self.uid}:{self.uid}::{self.home}:/bin/bash\n"


class Accounts:
    """`first` runs termhost here, and `second` is the account there. Both have nothing but a uid, a gid and a home."""

    def __init__(self, folder, termhost):
        self.folder = Path(folder)
        self.folder.chmod(0o711)  # both reach their homes in it
        self.first, self.second = Account(self.folder, "first", 4711), Account(self.folder, "second", 4712)
        self.copy_program(Path(termhost))
        for name, owner in (("host", 0), ("user", self.first.uid)):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", self.folder / name], check=True)
            os.chown(self.folder / name, owner, owner)
        self.make_sshd()
        self.make_client()

    def copy_program(self, termhost):
        """Where both can read it."""
        (self.folder / "program").mkdir()
        shutil.copy(termhost, self.folder / "program")
        self.termhost = self.folder / "program" / termhost.name

    def make_sshd(self):
        self.port = free_port()
        (self.folder / "passwd").write_text("root:x:0:0::/root:/bin/sh\nsshd:x:74:74::/run/sshd:/usr/sbin/nologin\n" + self.first.entry() + self.second.entry())
        config = [f"ListenAddress 127.0.0.1:{self.port}", f"HostKey {self.folder}/host", f"AuthorizedKeysFile {self.folder}/user.pub", "PidFile none", "UsePAM no", "StrictModes no", "PasswordAuthentication no", "KbdInteractiveAuthentication no"]
        for option, name in (("SshdSessionPath", "sshd-session"), ("SshdAuthPath", "sshd-auth")):
            if (program := SSHD / "usr/lib/openssh" / name).exists():
                config.append(f"{option} {program}")
        (self.folder / "sshd_config").write_text("\n".join(config) + "\n")
        script = 'mount --make-rprivate / && mount --bind "$1" /etc/passwd && mount -t tmpfs -o mode=755 tmpfs /run && mkdir -m 755 /run/sshd && shift && exec "$@"'
        self.log = open(self.folder / "sshd.log", "w")
        self.sshd = subprocess.Popen(["unshare", "-m", "sh", "-c", script, "sh", self.folder / "passwd", SSHD / "usr/sbin/sshd", "-D", "-e", "-f", self.folder / "sshd_config"], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env={"PATH": os.environ["PATH"]})
        said = lambda: (self.folder / "sshd.log").read_text()
        wait_for(lambda: "Server listening" in said() or self.sshd.poll() is not None, "sshd")
        if self.sshd.poll() is not None:
            raise RuntimeError("sshd: " + said())

    def make_client(self):
        known = self.folder / "known"
        known.write_text(f"[127.0.0.1]:{self.port} {(self.folder / 'host.pub').read_text()}")
        known.chmod(0o644)
        config = self.folder / "ssh_config"
        config.write_text(f"Host there\n  HostName 127.0.0.1\n  Port {self.port}\n  User second\n  IdentityFile {self.folder}/user\n  IdentitiesOnly yes\n  UserKnownHostsFile {known}\n  GlobalKnownHostsFile /dev/null\n")
        (self.folder / "bin").mkdir()
        ssh = self.folder / "bin/ssh"
        ssh.write_text(f'#!/bin/sh\nexec /usr/bin/ssh -F {config} "$@"\n')
        ssh.chmod(0o755)

    def run(self, *words, **variables):
        """termhost as the first account, with nothing of root's environment."""
        environment = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.first.home), "USER": "first", "LOGNAME": "first", "SHELL": "/bin/bash", "LANG": "C.UTF-8", **variables}
        become = ["nsenter", f"--mount=/proc/{self.sshd.pid}/ns/mnt", "setpriv", f"--reuid={self.first.uid}", f"--regid={self.first.uid}", "--clear-groups", "env", "-C", self.first.home]
        done = subprocess.run([*become, self.termhost, *map(str, words)], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, start_new_session=True)
        return done.returncode, done.stdout, done.stderr

    def close(self):
        self.sshd.terminate()
        self.sshd.wait()
        self.log.close()
