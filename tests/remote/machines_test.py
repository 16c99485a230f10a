"""The setting `machines`: the commands of a folder run on another machine without `--on`.

How to run it: see remote_test.py.
"""
import json

from editor_client import EditorClient
from remote_case import TERMHOST, Agent, RemoteCase


class Machines(RemoteCase):
    def setUp(self):
        self.project = self.world.folder / "client/big"
        self.there = self.world.home / "srv"
        for folder in (self.project / "sub", self.there / "sub"):
            folder.mkdir(parents=True, exist_ok=True)

    def settings(self, *machines, **others):
        file = self.world.write_settings("settings.json", json.dumps({"machines": machines, **others}))
        self.addCleanup(lambda: file.unlink(missing_ok=True))

    def build(self, **others):
        self.settings({"workspace": "~/big", "on": "ssh:there", "folder": "~/srv"}, **others)

    def place(self, *options, cwd):
        """The machine, or nothing for this one, and the folder."""
        status, output, errors = self.world.run("exec", "--json", "--shell", "bash", *options, "--", "pwd -P", cwd=cwd)
        self.assertEqual(status, 0, errors)
        result = json.loads(output)
        return result.get("host"), result["output"]["text"]

    def test_exec_runs_there_in_the_folder_and_below(self):
        self.build()
        self.assertEqual(self.place(cwd=self.project), ("ssh:there", str(self.there)))
        self.assertEqual(self.place(cwd=self.project / "sub"), ("ssh:there", str(self.there / "sub")))
        self.assertEqual(self.place(cwd=self.project.parent), (None, str(self.project.parent)))

    def test_paths_of_the_folder_are_translated(self):
        self.build()
        self.assertEqual(self.place("--cwd", self.project / "sub", cwd=self.project), ("ssh:there", str(self.there / "sub")))
        self.assertEqual(self.place("--cwd", "sub", cwd=self.project), ("ssh:there", str(self.there / "sub")))
        self.assertEqual(self.place("--cwd", "/usr", cwd=self.project), ("ssh:there", "/usr"))

    def test_without_a_folder_it_is_the_login_folder(self):
        self.settings({"workspace": str(self.project), "on": "ssh:there"})
        self.assertEqual(self.place(cwd=self.project / "sub"), ("ssh:there", str(self.world.home)))

    def test_on_wins_and_local_is_this_machine(self):
        self.build()
        self.assertEqual(self.place("--on", "local", cwd=self.project), (None, str(self.project)))
        self.assertEqual(self.place("--on", "cmd:nice -n 1", cwd=self.project), ("cmd:nice -n 1", str(self.project)))

    def test_an_inner_folder_can_be_local(self):
        self.settings({"workspace": "~/big", "on": "ssh:there"}, {"workspace": "~/big/sub", "on": "local"})
        self.assertEqual(self.place(cwd=self.project / "sub"), (None, str(self.project / "sub")))
        self.assertEqual(self.place(cwd=self.project)[0], "ssh:there")

    def test_mcp_runs_there(self):
        self.build()
        policy = self.world.write_settings("all.json", '{"allowedCommands": ["*"]}')
        for options in (["--policy", policy], ["--policy", policy, "--cwd", self.project]):
            agent = Agent(self.world, *options, cwd=self.project)
            self.assertIn("Commands run on ssh:there", agent.beginning["instructions"])
            places = [agent.run("pwd -P", **arguments)["structuredContent"] for arguments in ({}, {"cwd": str(self.project / "sub")}, {"cwd": str(self.there)})]
            self.assertEqual([(place["host"], place["output"]["text"]) for place in places], [("ssh:there", str(folder)) for folder in (self.there, self.there / "sub", self.there)])
            agent.end()

    def test_mcp_that_finds_no_editor_runs_there(self):
        self.build(allowedCommands=["*"])
        agent = Agent(self.world, "--attach", cwd=self.project)
        self.assertEqual(agent.run("pwd -P")["structuredContent"]["host"], "ssh:there")
        agent.end()

    def test_serve_runs_there(self):
        self.build(allowedCommands=["*"])
        editor = EditorClient(TERMHOST, self.world.environment(), cwd=self.project, folders=[self.project])
        for arguments, folder in (({}, self.there), ({"cwd": str(self.project / "sub")}, self.there / "sub")):
            result = editor.run("pwd -P", **arguments)
            self.assertEqual((result["host"], result["output"]["text"]), ("ssh:there", str(folder)))
        self.assertEqual(editor.end(), 0)

    def test_config_names_the_machine(self):
        self.build()
        config = json.loads(self.world.run("config", "--json", "--cwd", self.project / "sub")[1])
        self.assertEqual(config["machine"], {"on": "ssh:there", "workspace": str(self.project), "folder": "~/srv/sub"})
        self.assertIn("machine    ssh:there, in ~/srv\n", self.world.run("config", cwd=self.project)[1])
        self.assertNotIn("machine", json.loads(self.world.run("config", "--json")[1]))

    def test_a_folder_that_is_not_there(self):
        self.settings({"workspace": "~/big", "on": "ssh:there", "folder": "/nowhere"})
        status, output, errors = self.world.run("exec", "--", "echo ran", cwd=self.project / "sub")
        self.assertEqual((status, output, errors), (125, "", "termhost: ssh:there: the folder /nowhere/sub, which the setting machines names, cannot be entered there (No such file or directory)\n"))

    def test_a_wrong_machine_is_one_sentence_and_nothing_runs(self):
        for on, sentence in (("build", "`machines`: 'build' is not ssh:HOST, cmd:COMMAND (such as 'cmd:docker exec -i NAME') or local"), (7, "machines[0].on")):
            self.settings({"workspace": "~/big", "on": on})
            status, output, errors = self.world.run("exec", "--", f"touch {self.project}/ran", cwd=self.project)
            self.assertEqual((status, output), (2, ""), errors)
            self.assertIn(sentence, errors)
            self.assertIn(sentence, json.loads(self.world.run("config", "--json", cwd=self.project)[1])["machine"]["problem"])
        self.assertFalse((self.project / "ran").exists())

    def test_settings_that_cannot_be_read_may_name_a_machine(self):
        file = self.world.folder / "client/.config/termhost/settings.json"
        file.mkdir(parents=True)
        self.addCleanup(file.rmdir)
        status, output, errors = self.world.run("exec", "--", "echo ran", cwd=self.project)
        self.assertEqual((status, output), (2, ""), errors)
        self.assertIn("the file may have `machines`", errors)
        self.assertEqual(self.world.run("exec", "--on", "local", "--", "echo ran", cwd=self.project)[:2], (0, "Exit code: 0\nOutput:\nran\n"))

    def test_a_recording_is_of_this_machine(self):
        self.build()
        for options, sentence in ((["--record", "x"], "commands run on ssh:there; add --on local"), (["--listen"], "add --on local")):
            status, _, errors = self.world.run("serve", *options, cwd=self.project, input="")
            self.assertEqual(status, 2, errors)
            self.assertIn(sentence, errors)
            self.assertEqual(self.world.run("serve", "--on", "local", *options, cwd=self.project, input="")[0], 1)

    def test_a_workspace_cannot_choose_a_machine(self):
        """Else a repository could start a program: the carrier."""
        carrier = {"machines": [{"workspace": str(self.project), "on": f"cmd:touch {self.project}/carried"}]}
        file = self.project / ".termhost/settings.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(carrier))
        self.addCleanup(file.unlink)
        for trusted in ([], [str(self.project)]):
            self.settings(trustedWorkspaces=trusted)
            self.assertEqual(self.place(cwd=self.project), (None, str(self.project)))
            Agent(self.world, cwd=self.project).end()
            editor = EditorClient(TERMHOST, self.world.environment(), cwd=self.project, folders=[self.project])
            self.assertEqual(editor.end(), 0)
        status, output, errors = self.world.run("config", cwd=self.project)
        self.assertIn("`machines` belongs in the user's settings.json", errors)
        self.assertFalse((self.project / "carried").exists())
