"""Another machine for tests of `--on`: an unprivileged sshd on loopback with an account of its own, and a root file system that has busybox alone.

Everything lies in one folder, and only processes that were started here are ended.
"""
import os
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
SSHD = Path(os.environ.get("SSHD_ROOT", "/"))  # where Debian's package was unpacked
UID = 4711


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition, what):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError(f"waited in vain for {what}")


class Relay:
    """Passes TCP connections on, each chunk after `delay` seconds, and counts what comes from the client."""

    def __init__(self, port, delay=0.0):
        self.target, self.delay, self.chunks, self.pairs = port, delay, [], []
        self.cut_after = None  # so many chunks, once
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.target))
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.pairs.append((client, server))
            threading.Thread(target=self.pass_on, args=(client, server, "asked"), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(server, client, "answered"), daemon=True).start()

    def pass_on(self, source, target, way):
        try:
            while data := source.recv(65536):
                self.chunks.append(way)
                if self.cut_after is not None and len(self.chunks) > self.cut_after:
                    self.cut_after = None
                    self.cut()
                time.sleep(self.delay)
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        """Ends all connections at once."""
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def close(self):
        if self.listener.fileno() >= 0:
            self.listener.shutdown(socket.SHUT_RDWR)  # wakes accept()
            self.listener.close()
        self.cut()


class World:
    def __init__(self, folder, termhost):
        self.folder, self.termhost = Path(folder), Path(termhost)
        for name in ("home", "client", "bin", "root"):
            (self.folder / name).mkdir()
        self.home = self.folder / "home"
        self.make_keys()
        self.make_client()
        self.make_sshd()
        self.make_root()

    # The other machine over ssh

    def make_keys(self):
        for name in ("host", "other-host", "user", "stranger"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name], check=True)
        shutil.copy(self.folder / "user.pub", self.folder / "authorized")

    def make_client(self):
        """ssh reads the configuration of the account's home, so a program in front of it names ours."""
        ssh = self.folder / "bin" / "ssh"
        ssh.write_text(f'#!/bin/sh\nexec /usr/bin/ssh -F {self.folder}/client/config "$@"\n')
        ssh.chmod(0o755)

    def add_host(self, name, port, *, user="other", key="user", host_key="host"):
        known = self.folder / "client" / f"known-{name}"
        known.write_text("" if host_key is None else f"[127.0.0.1]:{port} {(self.folder / f'{host_key}.pub').read_text()}")
        with open(self.folder / "client" / "config", "a") as config:
            config.write(f"Host {name}\n  HostName 127.0.0.1\n  Port {port}\n  User {user}\n  IdentityFile {self.folder}/{key}\n  IdentitiesOnly yes\n  UserKnownHostsFile {known}\n  GlobalKnownHostsFile /dev/null\n")

    def make_sshd(self):
        self.port = free_port()
        accounts = "".join(f"{name}:x:{UID}:{UID}::{self.home}:{shell}\n" for name, shell in (("other", "/bin/bash"), ("me", "/bin/bash"), ("mute", "/usr/sbin/nologin")))
        (self.folder / "passwd").write_text("root:x:0:0::/root:/bin/sh\n" + accounts)
        config = [f"ListenAddress 127.0.0.1:{self.port}", f"HostKey {self.folder}/host", f"AuthorizedKeysFile {self.folder}/authorized", "PidFile none", "UsePAM no", "StrictModes no", "PasswordAuthentication no", "KbdInteractiveAuthentication no", "MaxStartups 100", f"SetEnv XDG_STATE_HOME={self.home}/state"]
        for option, name in (("SshdSessionPath", "sshd-session"), ("SshdAuthPath", "sshd-auth")):
            if (program := SSHD / "usr/lib/openssh" / name).exists():
                config.append(f"{option} {program}")
        (self.folder / "sshd_config").write_text("\n".join(config) + "\n")
        self.log = open(self.folder / "sshd.log", "w")
        command = ["bwrap", "--die-with-parent", "--unshare-user", "--uid", str(UID), "--gid", str(UID), "--dev-bind", "/", "/", "--bind", self.folder / "passwd", "/etc/passwd", SSHD / "usr/sbin/sshd", "-D", "-e", "-f", self.folder / "sshd_config"]
        self.sshd = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        wait_for(lambda: "Server listening" in (self.folder / "sshd.log").read_text(), "sshd: " + (self.folder / "sshd.log").read_text())
        self.add_host("there", self.port)

    # The other machine as a container without termhost, bash and a known C library

    def make_root(self):
        root = self.folder / "root"
        for name in ("bin", "proc", "dev", "tmp", "root", "etc"):
            (root / name).mkdir()
        busybox = shutil.which("busybox") or sys.exit("busybox is missing")
        shutil.copy(busybox, root / "bin" / "busybox")
        for name in subprocess.run([busybox, "--list"], capture_output=True, text=True, check=True).stdout.split():
            if name != "busybox":
                (root / "bin" / name).symlink_to("busybox")

    def container(self, *options, root=None):
        return " ".join(["cmd:bwrap --die-with-parent --unshare-pid --clearenv --setenv HOME /root --setenv PATH /bin --setenv SHELL /bin/sh --bind", str(root or self.folder / "root"), "/ --proc /proc --dev /dev --chdir /root", *options])

    # The user's machine

    def environment(self, **variables):
        return {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": f"{self.folder}/client", "SHELL": "/bin/bash", "LANG": "C.UTF-8", "TERM": "xterm-256color", **variables}

    def run(self, *words, input=None, termhost=None, cwd=None, **variables):
        done = subprocess.run([termhost or self.termhost, *map(str, words)], env=self.environment(**variables), cwd=cwd or self.folder / "client", stdin=subprocess.DEVNULL if input is None else None, input=input, capture_output=True, text=True, start_new_session=True)
        return done.returncode, done.stdout, done.stderr

    def write_settings(self, name, text):
        file = self.folder / "client" / ".config" / "termhost" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o600)
        return file

    def close(self):
        self.sshd.terminate()
        self.sshd.wait()
        self.log.close()


random.seed(os.environ.get("SEED", "termhost"))
