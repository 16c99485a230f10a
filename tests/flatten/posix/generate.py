"""Random scripts that every POSIX shell takes, harmless to run, with newlines, comments and quotes wherever the grammar has room."""

import random


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.documents = []
        self.in_function = False

    def choose(self, *options):
        return self.random.choice(options)

    def newline(self):
        """Ends a line: with a comment sometimes, and with the here-documents that wait for it."""
        comment = self.choose("", "", "", " # it's a `comment", "\t# \" $( ")
        bodies = "".join(self.documents)
        self.documents = []
        return comment + "\n" + bodies + self.choose("", "", "\n", "  # more\n")

    def separator(self):
        return "; " if self.random.randrange(3) == 0 else self.newline()

    def pause(self):
        """Where a newline may stand and means nothing."""
        return " " if self.random.randrange(3) else self.newline()

    def word(self, depth):
        kind = self.random.randrange(12)
        if kind < 3:
            return self.choose("a", "bc", "x-1", "if", "done", "}", "a#b", "3", "\\;", "\\ ", "a=b", "-n")
        if kind == 3:
            return self.choose("'a b'", "'two\nlines'", "'#'", "'\ttab'", "'!'", "'\\'", "'\"'", "''")
        if kind == 4:
            return self.choose('"a b"', '"two\nlines"', '"wow!\nx"', '"\\"q\\""', '"$x\ny"', '"5$\n"', '"a\\\nb"', '"\ttab\t"', '"it\'s"')
        if kind == 5:
            return self.choose("$x", "${x}", '"${x}"', "${x:-w}", '"${nope:-d e}"', "${#x}", "$#", "$?", '"${x%a}"', "${x#a}")
        if kind == 6 and depth > 0:
            quote = self.choose('"', "")
            return quote + self.substitution(depth) + quote
        if kind == 7:
            return self.choose("$((1 + 2))", "$((\n3 * (4 - 1)\n))", "$(( x_ + 1 ))")
        if kind == 8 and depth > 0:
            return f"`echo {self.choose('a', 'b; echo c', chr(34) + 'q' + chr(34))}`"
        if kind == 9:
            return self.word(depth) + self.word(depth)
        if kind == 10:
            return "co\\\nnt"
        return "w"

    def substitution(self, depth):
        waiting, self.documents = self.documents, []  # a here-document of its own is read inside
        inside = self.pause() + self.list(depth - 1)
        inside += self.newline() if self.documents else self.choose("", self.newline())
        self.documents = waiting
        return f"$({inside})"

    def simple(self, depth):
        words = " ".join(self.word(depth) for _ in range(self.random.randrange(4)))
        head = self.choose("echo", "printf '<%s>\\n'", "x=1 echo", ":", "true", "false", "ec\\\nho")
        tail = self.choose("", "", "", " >/dev/null", " 2>&1", " </dev/null")
        if self.random.randrange(10) == 0:
            return f"x={self.word(depth)}"
        if self.random.randrange(12) == 0:
            mark = self.choose("E", "'E'", "\\E")
            self.documents.append("body $x \"q\" \\$\n # no comment\nE\n")
            return f"cat <<{mark}"
        return f"{head} {words}{tail}"

    def compound(self, depth):
        body = lambda: self.pause() + self.list(depth - 1) + self.separator()
        kind = self.random.randrange(7)
        if kind == 0:
            out = f"if {self.list(0)}{self.separator()}then{body()}"
            if self.random.randrange(2):
                out += f"elif {self.list(0)}{self.separator()}then{body()}"
            if self.random.randrange(2):
                out += f"else{body()}"
            return out + "fi"
        if kind == 1:
            return f"for i in {self.word(0)} b{self.separator()}do{body()}done"
        if kind == 2:
            return "{" + body() + "}" + self.choose("", " >/dev/null", " 2>&1")
        if kind == 3:
            return "(" + self.pause() + self.list(depth - 1) + self.separator() + ")"
        if kind == 4:
            arms = "".join(f"{self.choose('', '(')}{self.choose('a', 'b|c', '[x-z]*', '*', chr(34) + 'q' + chr(34))}){body()};;{self.pause()}" for _ in range(2))
            return f"case {self.word(0)}{self.pause()}in{self.pause()}{arms}esac"
        if kind == 5 and not self.in_function:
            self.in_function = True
            definition = f"f(){self.pause()}{{{body()}}}{self.separator()}f"
            self.in_function = False
            return definition
        return f"while false{self.separator()}do{body()}done"

    def command(self, depth):
        return self.compound(depth) if depth > 0 and self.random.randrange(3) == 0 else self.simple(depth)

    def list(self, depth):
        out = self.choose("", "", "! ") + self.command(depth)
        for _ in range(self.random.randrange(3)):
            joint = self.choose("", " &&", " ||", " |")
            out += joint + (self.pause() if joint else self.separator()) + self.command(depth)
        return out

    def script(self):
        out = self.choose("", "\n", "# first\n")
        for _ in range(1 + self.random.randrange(4)):
            out += self.list(2) + self.newline()
        return out + "".join(self.documents)


def random_script(seed):
    return Generator(seed).script().encode()
