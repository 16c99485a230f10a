#!/usr/bin/env python3
"""The smallest editor with terminals of its own: runs one command as an agent would, through termhost.

    shim.py [--yes] [--termhost PATH] [--cwd DIR] [--input TEXT] COMMAND
    shim.py --stdio ...        speaks with a server on its own stdin and stdout instead of starting one

Prints the output of the command, then the result that the agent reads (on stderr), and exits with the command's exit
code, with 125 if it is unknown, and with 126 if the command was not allowed. Without --yes you are asked before it runs.
--input is the text that the agent types (send_input) once the command runs. Ctrl+C cancels the call.
"""
import argparse, base64, fcntl, json, os, pty, select, signal, struct, subprocess, sys, termios

COLS, ROWS = 120, 40
CAPABILITIES = {"approval": True, "terminal": {"source": "bytes", "modes": ["plain", "paste"], "interrupt": True, "dispose": True}}


class Terminal:
    def __init__(self, argv, env, cwd):
        self.typed = b""                                    # keys that the PTY has not taken yet
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLS, 0, 0))
        try:                                                # unlike pty.fork, Popen tells of a missing shell or directory
            self.shell = subprocess.Popen(argv, cwd=cwd, env={**os.environ, **env}, stdin=slave, stdout=slave, stderr=slave,
                                          start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        except BaseException:
            os.close(self.master)
            raise
        finally:
            os.close(slave)
        os.set_blocking(self.master, False)                 # a shell that does not read must not stop us

    def read(self):
        try:
            return os.read(self.master, 65536)
        except OSError:                                     # nothing there; or (EIO) nobody left who could print
            return b""

    def write(self):
        try:
            self.typed = self.typed[os.write(self.master, self.typed):]
        except OSError:                                     # full: later
            pass

    def close(self):
        if self.shell.poll() is None:
            os.killpg(self.shell.pid, signal.SIGHUP)        # as when a terminal's window is closed
        os.close(self.master)


class Shim:
    def __init__(self, source, sink, show, ask, person=None):
        self.source, self.sink, self.person = source, sink, person      # descriptors: the server's output, its input, the keyboard
        self.show, self.ask = show, ask                                 # ask may return None: the answer comes from the keyboard
        self.received, self.last_id, self.waiting = b"", 0, {}          # waiting: id of a request of ours -> what takes its answer
        self.terminals, self.question, self.cancel, self.ended = {}, None, None, False
        self.on_start = lambda execution_id: None
        self.handlers = {
            "terminal/create": self.create, "terminal/dispose": self.dispose, "terminal/submit": self.type,
            "terminal/sendInput": self.type, "terminal/interrupt": lambda p: self.type({**p, "text": "\x03"}),
            "approval/request": lambda p: self.ask(p), "$/cancelRequest": self.withdraw, "tool/calling": self.calling,
            "terminal/didChangeStatus": self.status}

    # The wire

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        frame = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        try:
            while frame:
                frame = frame[os.write(self.sink, frame):]
        except BrokenPipeError:                             # the server is gone, and with it every answer
            self.ended = True

    def request(self, method, params, take=lambda answer: None):
        self.last_id += 1
        self.waiting[self.last_id] = take
        self.send(id=self.last_id, method=method, params=params)
        return self.last_id

    def messages(self):
        while b"\r\n\r\n" in self.received:
            header, rest = self.received.split(b"\r\n\r\n", 1)
            length = int(header.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            if len(rest) < length:
                return
            self.received = rest[length:]
            yield json.loads(rest[:length])

    def handle(self, message):
        method, request_id, handler = message.get("method"), message.get("id"), self.handlers.get(message.get("method"))
        if method is None:
            self.waiting.pop(request_id)(message)
        elif request_id is None:
            if handler:                                     # an unknown notification is no fault
                handler(message["params"])
        elif not handler:
            self.send(id=request_id, error={"code": -32601, "message": "this shim has no " + method})
        else:
            try:
                result = handler(message["params"])
            except (OSError, ValueError) as problem:        # the agent reads this
                self.send(id=request_id, error={"code": -32603, "message": str(problem)})
            else:
                if method == "approval/request" and result is None:
                    self.question = request_id              # answered when the person has decided
                else:
                    self.send(id=request_id, result=result)

    # What termhost asks for and tells

    def terminal(self, p):
        if p["terminalId"] not in self.terminals:
            raise ValueError("there is no terminal " + p["terminalId"])
        return self.terminals[p["terminalId"]]

    def create(self, p):
        if not p.get("argv"):
            raise ValueError("this shim shows no terminals but its own")
        terminal = Terminal(p["argv"], p["env"], p["cwd"])
        name = "t%d" % terminal.shell.pid
        self.terminals[name] = terminal
        self.send(method="terminal/didOpen", params={"terminalId": name, "requestId": p["requestId"], "cwd": p["cwd"],
                                                     "pid": terminal.shell.pid, "cols": COLS, "rows": ROWS})
        return {"terminalId": name}

    def type(self, p):                                      # as it is: the text holds every key, Enter too
        self.terminal(p).typed += p["text"].encode()
        return {}

    def dispose(self, p):
        self.close(p["terminalId"], self.terminal(p), {"reason": "extension"})

    def withdraw(self, p):                                  # the question is not open any more, but gets its answer
        if self.question == p["id"]:
            self.question = None
            self.send(id=p["id"], error={"code": -32800, "message": "cancelled"})

    def calling(self, p):
        self.show(p["data"].get("chunk", ""))

    def status(self, p):
        if p["busy"] and p.get("toolCallId") == "shim":     # anything else is a preparation or another call
            self.on_start(p["executionId"])

    # What happens in the terminals

    def printed(self, name, data):
        try:
            text = {"data": data.decode()}
        except UnicodeDecodeError:                          # a character cut in two, or no text at all
            text = {"data": base64.b64encode(data).decode(), "encoding": "base64"}
        self.send(method="terminal/didWrite", params={"terminalId": name, **text})

    def close(self, name, terminal, how):
        del self.terminals[name]
        terminal.close()
        self.send(method="terminal/didClose", params={"terminalId": name, **how})

    def watch(self, name, terminal):
        ended = terminal.shell.poll() is not None           # asked before reading: its last words come before its end
        while data := terminal.read():
            self.printed(name, data)
            if not ended:
                return                                      # the server's turn: a flood must not keep Ctrl+C out
        if ended:                                           # not "nobody can print": a child may hold the PTY for ever
            code = terminal.shell.returncode
            self.close(name, terminal, {"reason": "process", "exitCode": code if code >= 0 else 128 - code})

    # A session

    def step(self, timeout=0.02):
        masters = [t.master for t in self.terminals.values()]
        keyboard = [self.person] if self.question is not None and self.person is not None else []
        ready, _, _ = select.select([self.source, *masters, *keyboard], [], [], timeout)
        if self.source in ready:
            data = os.read(self.source, 65536)
            self.ended = not data
            self.received += data
            for message in self.messages():
                self.handle(message)
        if self.person in ready and self.question is not None:
            line = os.read(self.person, 4096).decode().strip()
            self.send(id=self.question, result={"decision": "approve"} if line == "y" else {"decision": "reject", "feedback": line})
            self.question = None
        for name, terminal in list(self.terminals.items()):
            terminal.write()
            self.watch(name, terminal)

    def wait(self, request_id):
        while request_id in self.waiting and not self.ended:
            self.step()
            if self.cancel is not None:                     # the call is answered nevertheless
                self.send(method="$/cancelRequest", params={"id": self.cancel})
                self.cancel = None

    def start(self):
        self.wait(self.request("initialize", {"processId": os.getpid(), "capabilities": CAPABILITIES}))
        self.send(method="initialized", params={})

    def call(self, tool, call_id, take=lambda answer: None, **arguments):   # one task: send_input knows the command only there
        return self.request("tool/call", {"name": tool, "arguments": arguments, "toolCallId": call_id, "taskId": "task"}, take)

    def execute(self, command, cwd, take):
        return self.call("execute_command", "shim", take, command=command, cwd=cwd)

    def end(self):
        self.wait(self.request("shutdown", None))
        self.send(method="exit")
        for terminal in self.terminals.values():
            terminal.close()


def exit_code(answer):
    if "result" not in answer:
        print(answer["error"]["message"], file=sys.stderr)
        return 125
    print(*(part["text"] for part in answer["result"]["content"]), sep="\n", file=sys.stderr)
    result = answer["result"].get("structuredContent", {})  # without it the call itself was wrong
    if result.get("status") in ("rejected", "denied"):
        return 126
    return 125 if result.get("exitCode") is None else result["exitCode"]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, how in {"--yes": {"action": "store_true"}, "--stdio": {"action": "store_true"}, "--termhost": {"default": "termhost"},
                      "--cwd": {"default": os.getcwd()}, "--input": {}, "command": {}}.items():
        options.add_argument(name, **how)
    o = options.parse_args()

    def ask(p):
        if o.yes:
            return {"decision": "approve"}
        if o.stdio:
            return {"decision": "reject", "feedback": "nobody is there to ask"}
        known = (p.get("action", "run"), p["cwd"], p["reason"], ", ".join(p.get("hazards") or ["no hazards"]), p["size"])
        text = p["shown"].replace("\n", "\n| ")
        print("%s in %s (%s; %s; %s)?\n| %s\ny, or why not: " % (known + (text,)), end="", file=sys.stderr, flush=True)

    # its own session: our Ctrl+C is not the server's
    server = None if o.stdio else subprocess.Popen([o.termhost, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    source, sink = (server.stdout.fileno(), server.stdin.fileno()) if server else (0, 1)
    live = sys.stderr if o.stdio else sys.stdout
    shim = Shim(source, sink, lambda text: print(text, end="", file=live, flush=True), ask, None if o.stdio else 0)
    shim.on_start = lambda running: o.input and shim.call("send_input", "input", execution_id=running, text=o.input)
    shim.start()
    answers = []
    call = shim.execute(o.command, o.cwd, answers.append)
    signal.signal(signal.SIGINT, lambda *_: setattr(shim, "cancel", call))
    shim.wait(call)
    shim.end()
    if server:
        server.wait(10)
    sys.exit(exit_code(answers[0]) if answers else 125)


if __name__ == "__main__":
    main()
