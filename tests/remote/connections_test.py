"""Connections that are slow, break, or end: each call has its one true answer, nothing runs twice, nothing is left.

How to run it: see remote_test.py.
"""
import hashlib
import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

from remote_case import TERMHOST, Agent, RemoteCase
from world import Relay, wait_for

BREAKS = int(os.environ.get("BREAKS", "20"))  # connections that are broken at random moments, in each test of them


class Connections(RemoteCase):
    def agent(self, relay, name):
        self.world.add_host(name, relay.port, host_key="host")
        policy = self.world.write_settings("all.json", '{"allowedCommands": ["*"]}')
        agent = Agent(self.world, "--on", f"ssh:{name}", "--policy", policy)
        self.addCleanup(agent.server.kill)
        return agent

    def test_a_command_costs_one_round_trip(self):
        relay = Relay(self.world.port, delay=0.1)
        self.addCleanup(relay.close)
        agent = self.agent(relay, "slow")
        agent.run("true")
        for _ in range(5):
            wait_for(lambda: not relay.chunks or time.sleep(0.3) is None, "quiet")
            relay.chunks.clear()
            self.assertEqual(agent.run("echo hello")["structuredContent"]["output"]["text"], "hello")
            ways = [way for i, way in enumerate(relay.chunks) if i == 0 or relay.chunks[i - 1] != way]
            self.assertEqual(ways, ["asked", "answered"])
        agent.end()

    def keep_for(self, seconds):
        self.world.write_settings("settings.json", json.dumps({"keepTerminals": seconds}))
        self.addCleanup((self.world.folder / "client/.config/termhost/settings.json").unlink)

    def relay(self):
        relay = Relay(self.world.port)
        self.addCleanup(relay.close)
        return relay

    def begin(self, agent, command, **arguments):
        """Without waiting for the answer."""
        agent.last += 1
        agent.send({"id": agent.last, "method": "tools/call", "params": {"name": "execute_command", "arguments": {"command": command, **arguments}}})

    def begin_endless(self, agent, file):
        self.begin(agent, f"echo begun >{file}; exec sleep 12345")
        wait_for((self.world.home / file).exists, "the command")

    def test_a_broken_connection_is_repaired(self):
        relay = self.relay()
        agent = self.agent(relay, "broken")
        agent.run("cd /usr; word=kept")
        self.begin(agent, f"echo begun >>{self.world.home}/begun; sleep 1; seq 1 3; exit 7")
        wait_for((self.world.home / "begun").exists, "the command")
        relay.cut()
        result = agent.answer()
        self.assertEqual((result["structuredContent"]["exitCode"], result["structuredContent"]["output"]["text"]), (7, "1\n2\n3"))
        self.assertEqual(result["content"][-1]["text"], "Note: the connection to ssh:broken was lost and repaired while this ran.")
        self.assertIn("the connection to ssh:broken was lost and repaired while this ran.", result["structuredContent"]["notes"])
        result = agent.run("pwd")
        self.assertEqual((result["structuredContent"]["output"]["text"], len(result["content"])), ("/usr", 1))
        self.assertEqual((self.world.home / "begun").read_text(), "begun\n")
        self.assertEqual(agent.end(), 0)
        self.nothing_is_left()

    def test_an_idle_connection_is_repaired(self):
        relay = self.relay()
        agent = self.agent(relay, "idle")
        agent.run("word=kept")
        relay.cut()
        self.assertEqual(agent.run("echo $word")["structuredContent"]["output"]["text"], "kept")
        agent.end()

    def test_a_question_outlives_the_connection(self):
        relay = self.relay()
        self.world.add_host("asking", relay.port, host_key="host")
        agent = Agent(self.world, "--on", "ssh:asking", "--sandbox", "off", decision="Run it once")
        send = agent.send
        def send_after_a_cut(message):
            if "result" in message:
                relay.cut()
            send(message)
        agent.send = send_after_a_cut
        self.assertEqual(agent.run("touch asked-once; exit 5")["structuredContent"]["exitCode"], 5)
        self.assertEqual(len(agent.questions), 1)
        agent.end()

    def test_a_single_command_is_repaired(self):
        relay = self.relay()
        self.world.add_host("single", relay.port, host_key="host")
        running = subprocess.Popen([TERMHOST, "exec", "--on", "ssh:single", "--shell", "bash", "--", "echo begun >single; sleep 1; seq 1 100; exit 9"], env=self.world.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for((self.world.home / "single").exists, "the command")
        relay.cut()
        output, errors = running.communicate()
        self.assertEqual(running.returncode, 9, errors)
        self.assertTrue(output.endswith("\n100\n"), output)
        self.assertIn("Note: the connection to ssh:single was lost and repaired while this ran.", errors)
        self.nothing_is_left()

    def test_a_connection_that_cannot_be_repaired_is_one_true_answer(self):
        self.keep_for(2)
        relay = self.relay()
        agent = self.agent(relay, "gone")
        self.begin_endless(agent, "gone")
        relay.close()
        result = agent.answer()
        self.assertTrue(result["isError"])
        self.assertRegex(result["content"][0]["text"], r"^The connection to ssh:gone ended while the command ran; it is not known whether the command has ended\. termhost did not run it again\. It could not be repaired within 2 s: ssh:gone cannot be reached \(.*\)\.$")
        self.assertEqual(agent.end(), 1)
        self.nothing_is_left()

    def test_nothing_is_left_behind(self):
        self.keep_for(0)
        relay = self.relay()
        agent = self.agent(relay, "left")
        self.begin_endless(agent, "never")
        relay.cut()
        self.assertEqual(agent.answer()["content"][0]["text"], "The connection to ssh:left ended while the command ran; it is not known whether the command has ended. termhost did not run it again.")
        self.assertEqual(agent.end(), 1)
        self.nothing_is_left()

    def test_nothing_is_left_behind_by_a_killed_termhost(self):
        self.keep_for(1)
        agent = self.agent(self.relay(), "killed")
        self.begin_endless(agent, "killed")
        agent.server.kill()
        agent.end()
        self.nothing_is_left()

    def test_a_session_that_was_killed_is_one_true_answer(self):
        agent = self.agent(self.relay(), "dead")
        self.begin_endless(agent, "dead")
        for pid, name in self.left():
            if name.startswith("termhost-sessio"):
                os.kill(int(pid), signal.SIGKILL)
        self.assertIn("It could not be repaired: ssh:dead: the termhost there has ended meanwhile.", agent.answer()["content"][0]["text"])
        self.assertEqual(agent.end(), 1)
        wait_for(lambda: not self.left(), "the end of what runs there")

    def test_a_session_is_reached_by_its_secret_alone(self):
        agent = self.agent(self.relay(), "secret")
        agent.run("true")
        name = next((self.world.home / ".cache/termhost").glob("*.session")).stem
        for secret in ("", "0" * 64):
            request = {"jsonrpc": "2.0", "id": "on", "method": "termhost/connect", "params": {"protocol": 2, "session": f"{name}-{secret}", "received": 0, "patience": 9}}
            done = subprocess.run([self.world.folder / "bin/ssh", "there", str(TERMHOST), "remote"], input=json.dumps(request) + "\n", capture_output=True, text=True)
            self.assertIn("the termhost there has ended meanwhile", done.stdout)
        self.assertEqual(agent.run("echo here")["structuredContent"]["output"]["text"], "here")
        agent.end()

    def test_nothing_runs_twice_wherever_the_connection_breaks(self):
        relay = self.relay()
        self.world.add_host("fragile", relay.port)
        log, ends = self.world.home / "runs", {"whole": 0, "nothing": 0}
        run = lambda number: self.world.run("exec", "--on", "ssh:fragile", "--shell", "bash", "--", f"echo begin-{number} >>{log}; sleep 0.1; seq 1 50; echo end-{number} >>{log}; exit 7")
        self.assertEqual(run("first")[0], 7)  # termhost is sent
        relay.chunks.clear()
        self.assertEqual(run("whole")[0], 7)
        chunks = len(relay.chunks)
        for number in range(BREAKS):
            relay.chunks.clear()
            relay.cut_after = random.randint(chunks - 8 if number % 2 else 0, chunks)  # the last ones are of the command
            status, output, errors = run(number)
            runs = log.read_text().split() if log.exists() else []
            if status == 7:
                ends["whole"] += 1
                self.assertEqual((runs.count(f"begin-{number}"), runs.count(f"end-{number}")), (1, 1))
                self.assertTrue(output.endswith("\n49\n50\n"), output)
            else:
                ends["nothing"] += 1
                self.assertEqual((status, output), (125, ""), errors)
                self.assertEqual(runs.count(f"begin-{number}"), 0, errors)
        print(f"ends of {BREAKS} runs whose connection was cut:", ends)
        runs = log.read_text().split()
        self.assertEqual(len(runs), len(set(runs)))
        self.nothing_is_left()

    def test_each_command_of_a_session_has_its_result_wherever_the_connection_breaks(self):
        relay = self.relay()
        self.world.add_host("shaky", relay.port, host_key="host")
        policy = self.world.write_settings("all.json", '{"allowedCommands": ["*"]}')
        agent = Agent(self.world, "--on", "ssh:shaky", "--policy", policy)
        self.addCleanup(agent.server.kill)
        log, noted = self.world.home / "commands", 0
        for number in range(BREAKS):
            size = random.choice((10, 3000, 100_000))
            self.begin(agent, f"echo {number} >>{log}; seq {number} {number + size}; sleep 0.{random.randint(0, 4)}; (exit {number % 200})")
            for _ in range(random.choice((1, 1, 2))):
                time.sleep(random.random() * 0.4)
                if random.random() < 0.5:
                    relay.cut()
                else:
                    carriers = subprocess.run(["pgrep", "-P", str(agent.server.pid)], capture_output=True, text=True).stdout.split()
                    for carrier in carriers:
                        os.kill(int(carrier), signal.SIGKILL)
            result = agent.answer()
            structure = result["structuredContent"]
            self.assertEqual(structure.get("exitCode"), number % 200, structure)
            noted += len(result["content"]) - 1
            expected = "".join(f"{each}\n" for each in range(number, number + size + 1))
            artifact = structure["output"].get("artifactId")
            whole = next((self.world.home / "state/termhost").rglob(f"*{artifact}*")).read_text() if artifact else structure["output"]["text"] + "\n"
            self.assertEqual(hashlib.sha256(whole.encode()).hexdigest(), hashlib.sha256(expected.encode()).hexdigest(), len(whole))
            self.assertTrue(structure["output"]["text"].endswith(str(number + size)), structure["output"]["text"][-100:])
        print(f"{BREAKS} commands whose connection was cut: {noted} results have the note")
        self.assertGreater(noted, BREAKS // 4)
        self.assertEqual(log.read_text().split(), [str(number) for number in range(BREAKS)])
        self.assertEqual(agent.end(), 0)
        self.nothing_is_left()

    def test_a_stop_here_stops_it_there(self):
        stopped = subprocess.Popen([TERMHOST, "exec", "--on", "ssh:there", "--shell", "bash", "--", "echo begun >stopping; sleep 100"], env=self.world.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for((self.world.home / "stopping").exists, "the command")
        stopped.terminate()
        output, errors = stopped.communicate()
        self.assertIn("Stopped by the user", output, errors)
        self.assertEqual(stopped.returncode, 130)
