"""One agent with several machines: `termhost mcp` with several `--on`."""
import re

from remote_case import Agent, RemoteCase


class Hosts(RemoteCase):
    def setUp(self):
        self.files = []
        for folder in (self.world.folder / "client", self.world.home):
            self.files.append(folder / "where")
        for file, place in zip(self.files, ("here", "there"), strict=True):
            file.write_text(f"{place}\n")

    def agent(self, *on, options=(), **variables):
        agent = Agent(self.world, *(word for one in on for word in ("--on", one)), *options, **variables)
        self.addCleanup(agent.end)
        return agent

    @staticmethod
    def text(result):
        return result["content"][0]["text"]

    def test_a_command_runs_on_the_host_that_it_names(self):
        agent = self.agent("local", "ssh:there")
        self.assertEqual(self.text(agent.run("cat where")), "Exit code: 0\nOutput:\nhere")
        self.assertEqual(self.text(agent.run("cat where", host="ssh:there")), "Exit code: 0, on ssh:there\nOutput:\nthere")
        self.assertEqual(self.text(agent.run("cat where", host="local")), "Exit code: 0\nOutput:\nhere")
        self.assertIn("The hosts are: local, ssh:there.", self.text(agent.run("cat where", host="elsewhere")))

    def test_the_first_host_is_the_default(self):
        agent = self.agent("ssh:there", "local")
        self.assertIn("the default is ssh:there", agent.beginning["instructions"])
        self.assertEqual(self.text(agent.run("cat where")), "Exit code: 0, on ssh:there\nOutput:\nthere")

    def test_later_calls_find_the_host_of_an_execution_and_of_an_output(self):
        agent = self.agent("local", "ssh:there", self.world.container())
        begun = {}
        for host in ("local", "ssh:there", self.world.container()):
            text = self.text(agent.run("echo ready; sleep 1000", host=host, timeout=1))
            begun[host] = re.search(r"Execution ID: (\d+)", text)[1]
        listed = agent.call("list_terminals")
        for host, execution in begun.items():
            self.assertRegex(self.text(listed), rf"On {re.escape(host)}:\n.*running execution {execution}")
        hosts = {terminal.get("host", "local") for terminal in listed["structuredContent"]["terminals"]}
        self.assertEqual(hosts, set(begun))
        for execution in begun.values():
            self.assertIn("Stopped by stop_command", self.text(agent.call("stop_command", execution_id=execution)))
        for host in begun:
            long = self.text(agent.run("seq 1 100000", host=host))
            artifact = re.search(r"artifact_id (\S+?)\)", long)[1]
            self.assertIn("99999", self.text(agent.call("read_command_output", artifact_id=artifact, search="^99999$")))

    def test_questions_of_all_hosts_reach_the_user(self):
        agent = self.agent("local", "ssh:there", options=["--sandbox", "off"], decision="Run it once")
        for host, file in zip(("local", "ssh:there"), self.files, strict=True):
            self.assertIn("Exit code: 0", self.text(agent.run("rm where", host=host)))
            self.assertFalse(file.exists())
        self.assertEqual(len(agent.questions), 2)
        self.assertNotIn("It would run on", agent.questions[0])
        self.assertIn("It would run on ssh:there.", agent.questions[1])

    def test_a_host_that_cannot_be_reached_stops_none_of_the_others(self):
        agent = self.agent("ssh:gone", "ssh:there")
        refused = agent.run("cat where")
        self.assertTrue(refused["isError"])
        self.assertTrue(self.text(refused).startswith("Not run: "), self.text(refused))
        self.assertIn("ssh:gone", self.text(refused))
        self.assertEqual(self.text(agent.run("cat where", host="ssh:there")), "Exit code: 0, on ssh:there\nOutput:\nthere")

    def test_nothing_is_left_at_the_end(self):
        agent = Agent(self.world, "--on", "local", "--on", "ssh:there")
        for host in ("local", "ssh:there"):
            agent.run("echo ready; exec sleep 12345", host=host, timeout=1)
        self.assertEqual(agent.end(), 0)
        self.nothing_is_left()

    def test_an_agent_that_reads_nothing_does_not_hold_up_the_end(self):
        agent = self.agent("local", "ssh:there", options=["--sandbox", "off"])
        self.assertIn("Exit code: 0", self.text(agent.run("cat where")))
        for call in range(200):
            agent.send({"id": f"list-{call}", "method": "tools/list"})
        agent.server.terminate()
        agent.server.wait(timeout=30)
        self.nothing_is_left()

    def test_a_command_of_an_earlier_session_is_found_by_its_host(self):
        earlier = Agent(self.world, "--on", "local", "--sandbox", "off")
        earlier.run("cat where")
        begun = self.text(earlier.run("echo ready; sleep 1000", timeout=1))
        execution = re.search(r"Execution ID: (\d+)", begun)[1]
        earlier.server.kill()
        earlier.server.wait()
        agent = self.agent("ssh:there", "local", options=["--sandbox", "off"])
        self.assertIn(f"running execution {execution}", self.text(agent.call("list_terminals", host="local")))
        self.assertIn("Stopped by stop_command", self.text(agent.call("stop_command", execution_id=execution, host="local")))

    def test_values_that_make_no_sense(self):
        for words, sentence in (
            (["--on", "local", "--on", "local"], "--on: local is named twice"),
            (["--on", "local", "--on", "nowhere"], "--on: 'nowhere' is not ssh:HOST"),
            (["--on", "local", "--on", "ssh:there", "--cwd", "/"], "--cwd: with several --on, each host has its own folders"),
        ):
            status, _, errors = self.world.run("mcp", *words, input="")
            self.assertNotEqual(status, 0)
            self.assertIn(sentence, errors)
