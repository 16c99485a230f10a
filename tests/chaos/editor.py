"""An editor for chaos.py, with shell executions of its own: what it tells is cut, repeated, dropped and comes out of order across
executions. Its terminals outlive a termhost, and the next one is told what is there."""
import re

CAPABILITIES = {'terminal': {'source': 'events', 'modes': ['execute'], 'interrupt': True, 'dispose': True}}
CHUNK = 4096


class Execution:
    def __init__(self, number, command, output):
        self.id = f'x{number}'
        self.command = command
        self.chunks = [output[at:at + CHUNK] for at in range(0, len(output), CHUNK)]
        self.told = 0


class Editor:
    def __init__(self, random, script, output_of):
        self.random, self.output_of = random, output_of
        self.number_of = re.compile(re.escape(script) + r' (\d+) ')
        self.terminals = {}  # by id; what runs there, or None
        self.made = self.started = 0
        self.runs = []  # numbers of the commands that reached a shell

    def attach(self, server):
        """Tells a new termhost what is there."""
        self.server = server
        server.handlers.update({'terminal/create': self.create, 'terminal/submit': self.submit, 'terminal/dispose': self.dispose,
                                'terminal/interrupt': lambda params: self.end(params['terminalId'], 130)})
        for terminal, execution in self.terminals.items():
            self.tell_terminal(terminal)
            if execution:
                self.tell_start(terminal, execution)

    def tell_terminal(self, terminal, **more):
        self.server.send('terminal/didOpen', {'terminalId': terminal, 'cwd': '/', 'shell': 'bash', **more})
        self.server.send('terminal/didChangeShellIntegration',
                         {'terminalId': terminal, 'integration': 'rich', 'cwd': '/', 'shell': 'bash'})

    def tell_start(self, terminal, execution):
        line = {'value': execution.command, 'confidence': 2, 'isTrusted': True}
        self.server.send('shellExecution/didStart',
                         {'terminalId': terminal, 'executionId': execution.id, 'cwd': '/', 'commandLine': line})

    def create(self, params):
        self.made += 1
        terminal = f't{self.made}'
        self.terminals[terminal] = None
        self.tell_terminal(terminal, requestId=params['requestId'])
        return {'terminalId': terminal}

    def submit(self, params):
        terminal, text = params['terminalId'], params['text']
        if terminal not in self.terminals:
            raise LookupError('the terminal is gone')
        assert self.terminals[terminal] is None, f'{text!r} was typed into a terminal where a command runs'
        number = self.number_of.search(text).group(1)
        self.runs.append(number)
        self.started += 1
        execution = self.terminals[terminal] = Execution(self.started, text, self.output_of(int(number)).replace('\n', '\r\n'))
        self.tell_start(terminal, execution)
        return {'executionId': execution.id} if self.random.random() < 0.7 else {}

    def dispose(self, params):
        self.close(params['terminalId'], 'extension')

    def close(self, terminal, reason):
        if terminal in self.terminals:
            del self.terminals[terminal]
            self.server.send('terminal/didClose', {'terminalId': terminal, 'reason': reason})

    def end(self, terminal, code):
        execution = self.terminals.get(terminal)
        if execution:
            self.terminals[terminal] = None
            self.server.send('shellExecution/didEnd', {'executionId': execution.id, 'exitCode': code, 'drained': True})

    def busy(self):
        return [terminal for terminal, execution in self.terminals.items() if execution]

    def go_on(self):
        """One of the executions prints a chunk, or ends."""
        terminal = self.random.choice(self.busy())
        execution = self.terminals[terminal]
        if execution.told == len(execution.chunks):
            return self.end(terminal, 3)
        write = {'executionId': execution.id, 'data': execution.chunks[execution.told], 'index': execution.told}
        execution.told += 1
        last = execution.told == len(execution.chunks)  # after it nobody could tell that it is missing
        for _ in range(self.random.choices([0, 1, 2], [0 if last else 1, 30, 2])[0]):  # dropped, told, told twice
            self.server.send('shellExecution/didWrite', write)

    def disturb(self):
        """The person closes a terminal, or its shell dies."""
        if self.terminals:
            self.close(self.random.choice(list(self.terminals)), self.random.choice(['user', 'process']))
