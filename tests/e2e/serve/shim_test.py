#!/usr/bin/env python3
"""Tests docs/examples/shim.py: against the transcripts with this test as the server, and against the server that TERMHOST names.

    TERMHOST=/path/to/termhost python3 shim_test.py
"""
import base64, json, os, select, signal, subprocess, sys, tempfile, time, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "..", "docs", "examples")
sys.path.insert(0, EXAMPLES)
import shim as example

TRANSCRIPTS = os.environ.get("TRANSCRIPTS", os.path.join(HERE, "..", "..", "..", "protocol", "transcripts"))
TERMHOST = os.environ.get("TERMHOST")
SHIM = os.path.join(EXAMPLES, "shim.py")

# What a transcript's editor does that is not a shim's own doing, or that this shim can't do.
CANNOT = {
    "execute_with_events.jsonl": "its shim has source \"events\" (shellExecution/*); this one has bytes",
    "lifecycle.jsonl": "it sends what a right shim never sends (a call before initialize, a second initialize, raw bytes)",
}


class Player:
    """Plays the server's lines of a transcript to a shim, and holds the shim's messages against the editor's lines."""
    def __init__(self, case, path):
        self.case, self.names, self.output, self.skipped = case, {}, {}, []
        with open(path, encoding="utf-8") as f:
            self.lines = [json.loads(line) for line in f if line.strip() and not line.startswith("#")]
        to_shim, self.sink = os.pipe()
        self.source, from_shim = os.pipe()
        self.wire = example.Shim(self.source, self.sink, None, None)      # only for its framing
        self.shown = ""
        self.question_answer = None
        self.shim = example.Shim(to_shim, from_shim, self.show, lambda params: self.question_answer)
        self.descriptors = [to_shim, self.sink, self.source, from_shim]

    def show(self, text):
        self.shown += text

    def close(self):
        for terminal in self.shim.terminals.values():
            terminal.close()
        for descriptor in self.descriptors:
            os.close(descriptor)

    def fill(self, value):
        if isinstance(value, dict):
            return {k: self.fill(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.fill(v) for v in value]
        if isinstance(value, str) and value.startswith("$") and value[1:].isidentifier():
            return self.names.setdefault(value, value[1:] + "-1")
        return value

    def match(self, want, got, where="message"):
        if isinstance(want, str) and want.startswith("$") and want[1:].isidentifier():
            if want == "$_":
                return
            self.case.assertEqual(self.names.setdefault(want, got), got, where)
        elif isinstance(want, dict):
            self.case.assertIsInstance(got, dict, where)
            for key, value in want.items():
                self.case.assertIn(key, got, where)
                self.match(value, got[key], where + "." + key)
        elif isinstance(want, list):
            self.case.assertEqual(len(want), len(got), where)
            for i, (a, b) in enumerate(zip(want, got)):
                self.match(a, b, "%s[%d]" % (where, i))
        else:
            self.case.assertEqual(want, got, where)

    def next(self):
        """The shim's next message."""
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            for message in self.wire.messages():
                return message
            self.shim.step(0.01)
            if select.select([self.source], [], [], 0)[0]:
                self.wire.received += os.read(self.source, 65536)
        self.case.fail("the shim said nothing for 5 s")

    def raw(self, params):
        return base64.b64decode(params["data"]) if params.get("encoding") == "base64" else params["data"].encode()

    def written(self, want):
        """A PTY cuts its output where it likes: as many messages as it takes."""
        data, expected = b"", self.raw(want)
        while len(data) < len(expected):
            got = self.next()
            self.case.assertEqual(got["method"], "terminal/didWrite")
            self.case.assertEqual(got["params"]["terminalId"], self.fill(want["terminalId"]))
            data += self.raw(got["params"])
        self.case.assertEqual(data, expected)

    def agent(self, message):
        """A line of the editor that is the agent's doing, the person's or the program's: have the shim do it."""
        method, params = message.get("method"), message.get("params") or {}
        if method == "initialize":
            self.shim.request("initialize", {"processId": os.getpid(), "capabilities": example.CAPABILITIES})
        elif method == "initialized":
            self.shim.send(method="initialized", params={})
        elif method == "tool/call":
            a = params["arguments"]
            self.shim.execute(a["command"], a["cwd"], lambda answer: None)
        elif method == "$/cancelRequest":
            self.shim.send(method="$/cancelRequest", params={"id": self.ids[params["id"]]})
        elif method in ("shutdown", "exit"):
            self.shim.request("shutdown", None) if method == "shutdown" else self.shim.send(method="exit")

    def play(self):
        self.ids = {}                                     # the transcript's ids of the editor's requests -> the shim's
        for number, line in enumerate(self.lines):
            if "msg" not in line:
                self.skipped.append(next(iter(line)))
                continue
            message = line["msg"]
            if line["dir"] == "←":
                message = self.fill(message)
                if "method" not in message and message.get("id") in self.ids:
                    message["id"] = self.ids[message["id"]]
                if message.get("method") == "approval/request":           # the person's answer is what the transcript has next
                    message["params"] = {"reason": "", "cwd": "/", **message["params"]}
                    after = self.lines[number + 1]["msg"]
                    self.question_answer = after.get("result")
                self.wire.send(**{k: v for k, v in message.items() if k != "jsonrpc"})
                self.shim.step(0.05)
                continue
            self.agent(message)
            if message.get("method") == "terminal/didWrite":
                self.written(message["params"])
                continue
            got = self.next()
            if "method" not in message:                   # an answer of the shim: all its own doing
                self.match(message, got)
                continue
            self.case.assertEqual(message["method"], got.get("method"))
            self.case.assertEqual("id" in message, "id" in got)
            if "id" in message:
                self.ids[message["id"]] = got["id"]
            if message["method"] == "terminal/didOpen":   # shell names and titles are for shims that know them
                self.match({k: message["params"][k] for k in ("terminalId", "requestId", "cwd")}, got["params"])
            elif message["method"] == "tool/call":
                self.match({k: message["params"][k] for k in ("name", "arguments")}, got["params"])


class Transcripts(unittest.TestCase):
    def play(self, name):
        player = Player(self, os.path.join(TRANSCRIPTS, name))
        try:
            player.play()
        finally:
            player.close()
        return player

    def test_all(self):
        for name in sorted(os.listdir(TRANSCRIPTS)):
            with self.subTest(name):
                if name in CANNOT:
                    print("\n%s: not played: %s" % (name, CANNOT[name]), file=sys.stderr)
                else:
                    player = self.play(name)
                    print("\n%s: played%s" % (name, ", without its lines " + ", ".join(sorted(set(player.skipped))) if player.skipped else ""), file=sys.stderr)
                    if name == "execute_with_bytes.jsonl":
                        self.assertEqual(player.shown, "grün\r\n�\0no text\r\n")


class Stdio(unittest.TestCase):
    """--stdio, and what no transcript has: refusals, a shell that ends, dispose."""
    def setUp(self):
        self.process = subprocess.Popen([sys.executable, SHIM, "--stdio", "--cwd", "/", "make"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.wire = example.Shim(self.process.stdout.fileno(), self.process.stdin.fileno(), None, None)
        self.assertEqual(self.next()["method"], "initialize")
        self.wire.send(id=1, result={"capabilities": {}, "serverInfo": {"name": "test"}})
        self.assertEqual(self.next()["method"], "initialized")
        self.call = self.next()
        self.assertEqual(self.call["params"]["arguments"]["command"], "make")

    def tearDown(self):
        self.process.kill()
        self.process.communicate()

    def next(self):
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            for message in self.wire.messages():
                return message
            if select.select([self.process.stdout], [], [], 0.1)[0]:
                data = os.read(self.process.stdout.fileno(), 65536)
                self.assertTrue(data, "the shim ended")
                self.wire.received += data
        self.fail("the shim said nothing for 5 s")

    def ask(self, method, **params):
        """The answer, and the notifications before it."""
        self.wire.send(id="q", method=method, params=params)
        before = []
        while True:
            message = self.next()
            if message.get("id") == "q":
                return message, before
            before.append(message)

    def create(self, *argv):
        answer, before = self.ask("terminal/create", requestId="r", cwd="/", name="n", env={"A": "b"}, argv=list(argv))
        self.assertEqual(before[0]["params"]["terminalId"], answer["result"]["terminalId"])
        return answer["result"]["terminalId"]

    def until_closed(self):
        data = b""
        while True:
            message = self.next()
            if message["method"] == "terminal/didClose":
                return data, message["params"]
            p = message["params"]
            data += base64.b64decode(p["data"]) if p.get("encoding") == "base64" else p["data"].encode()

    def test_refuses_what_it_cannot(self):
        for method, params in (("no/such", {}), ("terminal/show", {"terminalId": "t"}), ("terminal/submit", {"terminalId": "t", "text": "", "mode": "plain"}),
                               ("terminal/create", {"requestId": "r", "cwd": "/", "name": "", "owned": True, "env": {}}),
                               ("terminal/create", {"requestId": "r", "cwd": "/", "name": "", "argv": ["/no/such"], "env": {}}),
                               ("terminal/create", {"requestId": "r", "cwd": "/no/such", "name": "", "argv": ["/bin/sh"], "env": {}})):
            with self.subTest(method=method, params=params):
                answer, _ = self.ask(method, **params)
                self.assertTrue(answer["error"]["message"])
        answer, _ = self.ask("approval/request", command="x", cwd="/", reason="", toolCallId="shim", commands=[], suggestions=[], shell="sh")
        self.assertEqual(answer["result"]["decision"], "reject")

    def test_a_shell_that_ends(self):
        self.create("/bin/sh", "-c", "echo $A; exit 4")
        data, closed = self.until_closed()
        self.assertEqual(data, b"b\r\n")
        self.assertEqual((closed["reason"], closed["exitCode"]), ("process", 4))

    def test_input_interrupt_dispose(self):
        name = self.create("/bin/sh", "-c", "trap 'echo INT' INT; while :; do read x && echo \"got $x\"; done")
        time.sleep(0.2)
        said = []
        for method, params in (("terminal/sendInput", {"text": "é\n"}), ("terminal/interrupt", {})):
            answer, before = self.ask(method, terminalId=name, **params)
            self.assertIn("result", answer)
            said += before
            time.sleep(0.3)
        self.wire.send(id="q", method="terminal/dispose", params={"terminalId": name})
        data, closed = b"".join(m["params"]["data"].encode() for m in said), None
        while True:
            message = self.next()
            if message.get("id") == "q":
                self.assertIn("result", message)
                break
            if message["method"] == "terminal/didClose":
                closed = message["params"]
            else:
                data += message["params"]["data"].encode()
        self.assertIn("got é", data.decode())
        self.assertIn("INT", data.decode())
        self.assertNotIn("exitCode", closed)
        self.assertNotEqual(closed["reason"], "process")


@unittest.skipUnless(TERMHOST, "TERMHOST does not name the server")
class Server(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.env = {**os.environ, "XDG_STATE_HOME": self.folder.name, "HOME": self.folder.name}

    def shim(self, command, *options, answer="", yes=True, timeout=30):
        return subprocess.run([sys.executable, SHIM, *(["--yes"] if yes else []), "--termhost", TERMHOST, "--cwd", self.folder.name, *options, command],
                              input=answer.encode(), capture_output=True, timeout=timeout, env=self.env)

    def test_exit_code(self):
        r = self.shim("echo hello; exit 3")
        self.assertEqual((r.returncode, r.stdout), (3, b"hello\r\n"), r.stderr)
        self.assertIn(b"Exit code: 3", r.stderr)

    def test_colours_and_cut_characters(self):
        r = self.shim(r"printf '\033[31mgr\303'; sleep 0.3; printf '\274n\033'; sleep 0.3; printf '[0m \360\237'; sleep 0.3; printf '\230\200\n'; exit 0")
        self.assertEqual(r.stdout.decode(), "\x1b[31mgrün\x1b[0m 😀\r\n", r.stderr)
        self.assertIn("\ngrün 😀", r.stderr.decode())
        self.assertEqual(r.returncode, 0)

    def test_input(self):
        r = self.shim('read x; echo "got <$x>"; [ "$x" = "two words" ]', "--input", "two words\n")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertIn(b"got <two words>", r.stdout)

    def test_cancelled(self):
        self.cancelled("echo begun; sleep 60", {130, 125, 143})  # 143: a shell that just forks keeps the interrupt for itself

    def test_cancelled_and_deaf_to_it(self):
        self.cancelled("env --ignore-signal=INT sh -c 'echo begun; sleep 60'", {143})

    def cancelled(self, command, codes):
        process = subprocess.Popen([sys.executable, SHIM, "--yes", "--termhost", TERMHOST, "--cwd", self.folder.name, f"{command}; echo not reached"],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env)
        self.assertEqual(process.stdout.readline(), b"begun\r\n")
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        self.assertLess(time.monotonic() - started, 10)
        self.assertNotIn(b"not reached", out)
        self.assertIn(process.returncode, codes, err)
        self.assertIn(b"stopped", err.lower())

    def test_shell_exits(self):
        r = self.shim("exit 4")
        self.assertEqual(r.returncode, 4, r.stderr)

    def write_own_file(self, name, value):
        folder = os.path.join(self.folder.name, ".config", "termhost")
        os.makedirs(folder)
        with open(os.path.join(folder, name), "w") as file:
            json.dump(value, file)

    def set_sandbox(self, level):
        self.write_own_file("settings.json", {"sandbox": {"level": level}})

    def test_allowed_by_the_policy_file(self):
        self.write_own_file("policy.json", {"allowedCommands": ["touch"]})
        r = self.shim("touch ran", yes=False)
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.folder.name, "ran")), r.stderr)

    def test_denied_by_the_policy_file(self):
        self.write_own_file("policy.json", {"deniedCommands": [{"prefix": "touch", "reason": "nothing is touched here"}]})
        r = self.shim("touch ran", yes=True)
        self.assertEqual(r.returncode, 126, r.stderr)
        self.assertIn(b"nothing is touched here", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "ran")))

    def test_tried(self):
        r = self.shim("touch ran", yes=False)
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertIn(b"this ran in a throw-away copy, of which nothing is kept: made 'ran'", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "ran")))

    def test_rejected(self):
        self.set_sandbox("off")
        r = self.shim("touch ran", yes=False, answer="no, use make\n")
        self.assertEqual(r.returncode, 126, r.stderr)
        self.assertIn(b"no, use make", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "ran")))

    def test_approved_by_the_person(self):
        self.set_sandbox("off")
        r = self.shim("touch ran", yes=False, answer="y\n")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.folder.name, "ran")))

    def test_much_output(self):
        r = self.shim("seq 1 400000", timeout=60)
        self.assertEqual(r.returncode, 0, r.stderr[-500:])
        self.assertEqual(r.stdout, b"".join(b"%d\r\n" % i for i in range(1, 400001)))


if __name__ == "__main__":
    unittest.main()
