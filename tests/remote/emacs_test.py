"""Remote directories and the setting `machines` in each Emacs that EMACSEN names.

How to run it: see remote_test.py; EMACSEN="emacs …".
"""
import json
import os
import subprocess
import unittest

from remote_case import RemoteCase
from world import SOURCES

EMACSEN = os.environ.get("EMACSEN", "").split()


@unittest.skipUnless(EMACSEN, "EMACSEN names no Emacs")
class Emacs(RemoteCase):
    def setUp(self):
        for folder in ("home/sub", "home/srv/sub", "client/big/sub"):
            (self.world.folder / folder).mkdir(parents=True, exist_ok=True)
        self.world.write_settings("settings.json", json.dumps({"machines": [{"workspace": "~/big", "on": "ssh:there", "folder": "~/srv"}], "sandbox": {"level": "off"}}))
        docker = self.world.folder / "bin/docker"
        docker.write_text('#!/bin/sh\n[ "$1 $2 $3" = "exec -i box" ] || exit 64\nshift 3\nexec "$@"\n')
        docker.chmod(0o755)

    def test_remote_directories(self):
        for emacs in EMACSEN:
            with self.subTest(emacs):
                done = subprocess.run([emacs, "-Q", "--batch", "-L", SOURCES / "editors/emacs", "-L", SOURCES / "tests/e2e/emacs", "-L", SOURCES / "tests/remote", "-l", "emacs.el", "-f", "ert-run-tests-batch-and-exit"], env=self.world.environment(TERMHOST=str(self.world.termhost), THERE=str(self.world.home), PATH=f"{self.world.folder}/bin:{os.environ['PATH']}"), cwd=self.world.folder / "client", stdin=subprocess.DEVNULL, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                print(done.stderr.strip().split("\n")[-1] if "Ran" not in done.stderr else next(line for line in done.stderr.split("\n") if line.startswith("Ran")))
