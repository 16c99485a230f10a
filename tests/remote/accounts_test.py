"""A login as another account: its rights, its files and its environment, and nothing of the first account.

How to run it: see remote_test.py. It runs as root alone, see accounts.py.
"""
import json
import os
import shutil
import tempfile
import unittest

from accounts import NOT_ROOT, Accounts
from remote_case import TERMHOST


@unittest.skipUnless(os.geteuid() == 0, NOT_ROOT)
class AnotherAccount(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp(prefix="termhost-accounts-")
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        cls.accounts = Accounts(folder, TERMHOST)
        cls.addClassCleanup(cls.accounts.close)
        cls.first, cls.second = cls.accounts.first, cls.accounts.second

    def there(self, command, *options, **variables):
        """The exit status and the output of a command there."""
        status, output, errors = self.accounts.run("exec", "--json", "--on", "ssh:there", "--shell", "bash", *options, "--", command, **variables)
        self.assertNotEqual(output, "", errors)
        return status, json.loads(output)["output"]["text"]

    def here(self, command, **variables):
        status, output, errors = self.accounts.run("exec", "--json", "--shell", "bash", "--", command, **variables)
        self.assertNotEqual(output, "", errors)
        return status, json.loads(output)["output"]["text"]

    def test_the_accounts_are_different_ones(self):
        self.assertEqual(self.here("id -ru; id -u; id -un; pwd"), (0, f"4711\n4711\nfirst\n{self.first.home}"))
        self.assertEqual(self.there("id -ru; id -u; id -g; id -G; id -un; pwd"), (0, f"4712\n4712\n4712\n4712\nsecond\n{self.second.home}"))

    def test_files_there_are_the_second_accounts_and_private(self):
        self.there("umask 077; echo kept >made; seq 1 200000")
        found = [path for path in self.second.home.rglob("*") if not path.is_symlink()]
        self.assertIn(self.second.home / "made", found)
        self.assertTrue([path for path in found if path.name.startswith("termhost-linux-x64")], found)  # it was sent
        self.assertTrue([path for path in found if path.suffix == ".txt" and path.stat().st_size > 1_000_000], found)  # the output
        for path in found:
            self.assertEqual((path.stat().st_uid, path.stat().st_gid), (4712, 4712), path)
            self.assertEqual(path.stat().st_mode & 0o077, 0, path)

    def test_a_command_there_leaves_nothing_in_the_first_accounts_home(self):
        files = lambda: sorted(path for path in self.first.home.rglob("*") if path.is_file())
        before = files()
        self.there("seq 1 200000")
        self.assertEqual(files(), before)
        self.assertNotEqual(self.here(f"cat {self.second.home}/.cache/termhost/*/*")[0], 0)

    def test_files_of_the_first_account_cannot_be_read(self):
        secret = self.first.write("secret", "of the first account\n")
        self.assertEqual(self.here(f"cat {secret}"), (0, "of the first account"))
        status, output = self.there(f"cat {secret}; ls {self.first.home}")
        self.assertNotEqual(status, 0)
        self.assertEqual(output.count("Permission denied"), 2, output)
        self.assertNotIn("of the first account", output)

    def test_settings_of_the_first_account_decide_and_it_alone_reads_them(self):
        self.first.write(".config/termhost/settings.json", '{"deniedCommands": ["touch"]}')
        self.addCleanup((self.first.home / ".config/termhost/settings.json").unlink)
        self.second.write(".config/termhost/settings.json", '{"autoApprove": true}')
        policy = self.first.write("policy.json", '{"allowedCommands": ["*"]}')
        status, _ = self.there("touch denied", "--policy", policy)
        self.assertEqual(status, 126)
        self.assertFalse((self.second.home / "denied").exists())
        self.assertEqual(self.there(f"cat {policy}", "--policy", policy)[0], 1)

    def test_nothing_of_the_first_accounts_environment_is_there(self):
        mark = "first-account-7261"
        marks = {"DEPLOY_NAME": mark, "XDG_CONFIG_HOME": f"{self.first.home}/{mark}", "SSH_AUTH_SOCK": f"/{mark}", "TERMHOST_SOCKET": f"/{mark}", "TMPDIR": f"/tmp/{mark}"}
        find = f"{{ env -0; cat /proc/$$/environ /proc/$PPID/environ; }} | grep -zce {mark[:-4]} -e {self.first.home}"
        self.assertNotEqual(self.here(find, **marks)[1].split("\n")[-1], "0")  # it finds them where they are
        self.assertEqual(self.there(find, **marks)[1], "0")
        self.assertEqual(self.there('echo "$HOME $USER $LOGNAME"', **marks)[1], f"{self.second.home} second second")

    def test_the_first_account_cannot_reach_a_session_there(self):
        """The socket of a session is in a folder that is the second account's alone."""
        status, output = self.there("find ~/.cache/termhost -type s -exec stat -c '%U %n' {} +; stat -c '%U %a' ~/.cache/termhost")
        self.assertEqual(status, 0, output)
        *sockets, folder = output.split("\n")
        self.assertEqual(folder, "second 700")
        self.assertTrue(sockets, output)
        for socket in sockets:
            self.assertTrue(socket.startswith("second "), socket)
            self.assertNotEqual(self.here(f"stat {socket.split()[1]}")[0], 0)
