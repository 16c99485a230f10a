"""Scripts of PowerShell, made at random: harmless, and laid out in every way that its grammar allows."""

import random

NAMES = ["a", "b", "value", "items"]
WORDS = ["one", "two words", "it''s", "$a", "100%", "a;b", "#no", "x|y", "{", "}", "`", "é日", "@{"]


class Writer:
    def __init__(self, seed):
        self.source = random.Random(seed)
        self.depth = 0
        self.loops = 0

    def counter(self):
        """A variable of its own for each loop: none runs for ever."""
        self.loops += 1
        return f"$n{self.loops}"

    def one_of(self, *choices):
        return self.source.choice(choices)

    def maybe(self, text, likely=0.3):
        return text if self.source.random() < likely else ""

    def gap(self):
        """Where a line may end without a mark."""
        return self.one_of(" ", " ", "\n", "\n  ", " # comment ; { '\n", "\n\n", " <# block\ncomment #> ")

    def space(self):
        """Between words of one statement."""
        return self.one_of(" ", " ", "  ", "\t", " `\n", " <# c #> ")

    def end(self):
        return self.one_of("\n", "\n", "; ", ";\n", "\n\n", " # said 'so\n", " <# x\ny #>\n", "\r\n")

    def name(self):
        return self.one_of(*NAMES)

    def variable(self):
        name = self.name()
        return self.one_of(f"${name}", f"${name}", f"${{{name}}}", f"$script:{name}")

    def string(self):
        word = self.one_of(*WORDS)
        plain = word.replace("''", "'")
        return self.one_of(
            f"'{word}'",
            f"'{word}'",
            '"x $($a) y"',
            '"tab`t $b `"q`""',
            f"@'\n{plain}\n 'two'\n'@",
            f'@"\nv $a\n"{self.name()}" $({self.small()})\n"@',
            f"'first\n{word}'",
            "\u2018smart\u2019",
            "\u201csmart $a\u201d",
        )

    def small(self):
        return self.one_of("1", "42", "0x1F", "1.5", "'s'", "$true", "$null", self.variable())

    def expression(self):
        if self.depth > 3:
            return self.small()
        self.depth += 1
        result = self.one_of(*[self.small] * 2, self.string, self.binary, self.array, self.table, self.call, self.block, self.index, self.subexpression, self.cast, self.ternary)()
        self.depth -= 1
        return result

    def binary(self):
        return f"({self.expression()} {self.one_of('+', '-eq', '-and', '-like', '-join', ',', '-replace', '-f', '-is [int] -or', '??', '..')}{self.gap()}{self.small()})"

    def array(self):
        items = [self.expression() for _ in range(self.source.randrange(4))]
        if self.source.random() < 0.5:
            return f"@({self.gap()}{self.one_of(',' + self.gap(), chr(10), ';').join(items)}{self.gap()})"
        return "(" + f",{self.gap()}".join([self.small(), *items]) + ")"

    def table(self):
        pairs = [f"{self.one_of(key, repr(key))}{self.maybe(' ')}={self.gap()}{self.expression()}" for key in self.source.sample(["k", "name", "if", "z"], self.source.randrange(4))]
        return f"{self.maybe('[ordered]')}@{{{self.gap()}{self.one_of(chr(10), '; ', chr(10) + '  ', '; # c' + chr(10)).join(pairs)}{self.gap()}}}"

    def call(self):
        return self.one_of(f"[Math]::Max({self.gap()}1,{self.gap()}2)", "'abc'.ToUpper()", f"'a-b'.Split('-'{self.maybe(chr(10))})", "('x').Length", "[string]::new('c', 3)", f"(1, 2).ForEach({{{self.gap()}$_ + 1{self.gap()}}})")

    def block(self):
        return f"(& {{{self.gap()}{self.maybe('param($p = 3)' + self.end(), 0.2)}{self.expression()}{self.gap()}}})"

    def index(self):
        return f"(1, 2, 3)[{self.gap()}{self.one_of('0', '-1', '0..1')}{self.gap()}]"

    def subexpression(self):
        return f"$({self.gap()}{self.statements(2)}{self.gap()})"

    def cast(self):
        return self.one_of(f"[string]{self.maybe(' ')}{self.small()}", f"({self.expression()}{self.gap()}-as [string])", "-not $true", f"([int[]]{self.gap()}(1, 2))")

    def ternary(self):
        return f"($true{self.gap()}?{self.gap()}{self.small()}{self.gap()}:{self.gap()}{self.small()})"

    def pipeline(self):
        first = self.one_of(lambda: self.expression(), lambda: f"Write-Output{self.space()}{self.argument()}{self.space()}{self.argument()}")()
        stages = [
            self.one_of(
                f"ForEach-Object {{{self.gap()}\"<$_>\"{self.gap()}}}",
                f"Where-Object{self.space()}{{ $_ }}",
                f"% -Begin{self.space()}{{{self.gap()}}}{self.space()}-Process{self.space()}{{ $_ }}",
                "Select-Object -First 2",
                "Out-String",
                "Out-Null",
                f"Sort-Object{self.space()}-Descending",
            )
            for _ in range(self.source.randrange(3))
        ]
        text = first
        for stage in stages:
            text += self.one_of(f" |{self.gap()}", f"|{self.gap()}", "\n| ", "\n  # between\n  | ") + stage
        return text

    def argument(self):
        return self.one_of(lambda: "word", lambda: self.string(), lambda: self.variable(), lambda: f"({self.expression()})", lambda: "a,b", lambda: f"a,{self.gap()}'b'", lambda: "pre$a", lambda: "a`b", lambda: "[x]", lambda: "$($b)/c", lambda: "--x")()

    def body(self, count=2):
        return f"{self.gap()}{{{self.gap()}{self.statements(count)}{self.gap()}}}"

    def statement(self):
        if self.depth > 3:
            return self.pipeline()
        self.depth += 1
        result = self.one_of(
            *[self.pipeline] * 3,
            lambda: f"{self.variable()} {self.one_of('=', '+=')}{self.gap()}{self.pipeline()}",
            self.conditional,
            lambda: f"foreach{self.gap()}({self.gap()}$i in{self.gap()}1..2{self.gap()}){self.body()}",
            self.counted,
            lambda: f"do{self.body()}{self.gap()}{self.one_of('until (1)', 'while (0)', 'until' + self.gap() + '($true)')}",
            self.switch,
            lambda: f"try{self.body()}{self.gap()}catch{self.maybe(self.gap() + '[System.Exception]')}{self.body()}{self.maybe(self.gap() + 'finally' + self.body())}",
            lambda: f"function {self.one_of('f', 'Get-It')}{self.maybe('($p, $q = 2)')}{self.gap()}{{{self.gap()}{self.function_body()}{self.gap()}}}",
            lambda: f"& {{{self.gap()}{self.function_body()}{self.gap()}}}",
            lambda: f"class C{self.source.randrange(100)}{self.gap()}{{{self.gap()}[int] $x{self.end()}{self.maybe('[string] $y = 1' + self.end())}[int] M([int] $p){self.gap()}{{{self.gap()}return $p{self.gap()}}}{self.gap()}}}",
            lambda: f"enum E{self.source.randrange(100)}{self.gap()}{{{self.gap()}One{self.end()}Two = 4{self.gap()}}}",
            lambda: f"$s = @{{ InputObject = 'x' }}{self.end()}Write-Output @s",
            lambda: f"'x' -eq 'x' {self.one_of('&&', '||')}{self.gap()}'chained'",
            lambda: "$null = Write-Output a b c *>&1",
            lambda: f"Write-Output{self.space()}x{self.space()}2>&1",
            lambda: f":outer foreach ($o in 1) {{{self.gap()}break outer{self.gap()}}}",
            lambda: "return" if self.depth > 2 else "$null",
            lambda: f"trap {{{self.gap()}continue{self.gap()}}}",
            lambda: f"[ValidateSet('a',{self.gap()}'b')]{self.gap()}[string] $checked = 'a'",
            lambda: f"$a, $b = 1,{self.gap()}2",
            lambda: "$h = @{}; $h.k = 1; $h['z'] = 2; $h.Count",
            lambda: "'rows' | & { begin { 'b' }\nprocess { $_ }\n\nend { 'e' } }",
            lambda: f"if (0) {{ throw{self.space()}'x' }}",
        )()
        self.depth -= 1
        return result

    def counted(self):
        n = self.counter()
        return self.one_of(f"for ({n} = 0;{self.gap()}{n} -lt 2;{self.gap()}{n}++){self.body()}", f"{n} = 0{self.end()}while{self.gap()}({n}++ -lt 2){self.body()}")

    def function_body(self):
        head = self.one_of("", "", f"param({self.gap()}[int] $x = 1,{self.gap()}[switch] $s{self.gap()}){self.end()}", f"[CmdletBinding()]{self.gap()}param(){self.end()}")
        if self.source.random() < 0.2:
            return head + self.gap().join(f"{name}{self.body()}" for name in ("begin", "process", "end"))
        return head + self.statements(2)

    def conditional(self):
        text = f"if{self.gap()}({self.gap()}{self.expression()}{self.gap()}){self.body()}"
        for _ in range(self.source.randrange(2)):
            text += f"{self.gap()}elseif{self.gap()}({self.small()}){self.body()}"
        return text + self.maybe(f"{self.gap()}else{self.body()}", 0.5)

    def switch(self):
        kind = self.one_of("", " -Regex", " -Wildcard", " -Exact")
        cases = self.gap().join(f"{self.one_of(chr(39) + 'a.*' + chr(39), '1', '{ $_ }', 'word')}{self.gap()}{{{self.gap()}{self.statements(1)}{self.gap()}}}" for _ in range(1 + self.source.randrange(3)))
        return f"switch{kind}{self.gap()}({self.small()}){self.gap()}{{{self.gap()}{cases}{self.gap()}{self.maybe('default' + self.body(1))}{self.gap()}}}"

    def statements(self, most):
        text = self.statement()
        for _ in range(self.source.randrange(most)):
            text += self.end() + self.statement()
        return text

    def script(self):
        return self.maybe(self.one_of("#requires -Version 7.0\n", "using namespace System.Text\n", "# head\n", "<# head\nmore #>\n", "param($x = 1)\n"), 0.15) + self.statements(4) + self.maybe(self.end())


def generated(count, seed):
    return [(f"generated {seed}.{number}", Writer(f"{seed}.{number}").script()) for number in range(count)]
