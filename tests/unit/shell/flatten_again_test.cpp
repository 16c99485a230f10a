#include <array>
#include <string>
#include <string_view>

#include <catch2/catch_test_macros.hpp>

#include "shell/flatten/flatten.hpp"

namespace termhost::shell {
namespace {

constexpr std::array all_shells{ShellKind::Bash, ShellKind::Zsh,  ShellKind::Dash,
                                ShellKind::Ksh,  ShellKind::Fish, ShellKind::PowerShell};

// Each has something that what stands before or behind it could change.
constexpr std::array<std::string_view, 52> texts{
    "a\nb\nc\n",
    "\n\n# first\na\n\n\n# second\nb # third\n\n",
    "a; b; c\nd; e\n",
    "a;\nb;\n\n;\n",
    "a &\nb &\n",
    "a &\n; b\nc\n",
    "a &|\nalias x=y\nx &|\ny\n",
    "a &!\nalias x=y\nx &!\ny\n",
    ";\na\nb\n",
    "a &\nand b\nc\n",
    "a\nand b\nor c\n",
    "a\\\n b\\\nc\nd\n",
    "a\tb\nc\td\n",
    "echo 'x\ny'\necho \"x\ny\"\nb\n",
    "a `b\nc` d\ne `f\ng`\nh\n",
    "a \"`b 'x\ny'`\"\nc `d`\n",
    "a `b # c`",
    "cat <<E\nx\nE\na\n",
    "cat <<E; a\nx\nE\nb\n",
    "cat <<E\n`a\nb\nc\nd`\nE\n",
    "a\ncat <<E",
    "a\nb <<-E\n\tE\n",
    "alias x=y\nx\nz\n",
    "a\nalias x=y\nx\n",
    "a; alias x=y; x\n",
    "a\nb; alias x=y\n",
    "shopt -s extglob\necho @(a|b)\nc\n",
    "a\necho $((1 + 2))\nb\n",
    "a\nb; echo $((1 + 2))\n",
    "a $((b); (c))\nd $((e); (f))\ng\n",
    "x=1\nset -u\necho $y\nz\n",
    "a\necho $LINENO\nb\n",
    "f() {\n  a\n}\nf\n",
    "f() {\n  a 'x\ny'\n}\nf\n",
    "function f\n  a\nend\nf\n",
    "if a; then\n  b\nfi\nfor x in a b; do\n  c\ndone\ncase x in\n  (a) b;;\nesac\n",
    "if a\nb\nend\nfor x in a b\nc\nend\nswitch x\ncase a\nb\nend\n",
    "(a\nb)\n{ c\nd\n}\n",
    "a |\nb\nc &&\nd ||\ne\n",
    "a\n)\nb\n",
    "a\nif b\n",
    "a\nb 'c\n",
    "a\\",
    "a\nb\\\n",
    "! a\n! b\ntime\nc\n",
    "#!/bin/sh\n\n",
    "   \n\t\n  ",
    "param($x)\nif ($x) { a }\nelse { b }\nc\n",
    "a\nparam($x)\nb\n",
    "begin { a }\nprocess { b }\n",
    "$x = @'\na\n'@\n\"$(a \"\"b\"\"\n)\"\nc\n<# d\n#>\ne\n",
    "a `\n  b\nc --% d\ne\n",
};

TEST_CASE("What was put on one line is one line, and stays as it is") {
  for (const ShellKind shell : all_shells) {
    for (const std::string_view text : texts) {
      const Flattened once = flatten(text, shell);
      CAPTURE(text, shell, once.command);
      if (once.status == FlattenStatus::Bypassed) continue;
      const Flattened twice = flatten(once.command, shell);
      CHECK(twice.status == FlattenStatus::Unchanged);
      CHECK(twice.command == once.command);
    }
  }
}

TEST_CASE("A long text is put on one line as a short one") {
  for (const ShellKind shell : all_shells) {
    std::string text;
    std::string line;
    for (int i = 0; i < 50'000; ++i) {
      text += "a b\n";
      line += i == 0 ? "a b" : "; a b";
    }
    const Flattened result = flatten(text, shell);
    CHECK(result.status == FlattenStatus::Flattened);
    CHECK(result.command.substr(0, line.size()) == line);
  }
}

TEST_CASE("An error far behind is where it is") {
  for (const ShellKind shell : all_shells) {
    std::string text;
    while (text.size() < 200'000) text += "a b\n";
    text += "echo 'x\n";
    const Flattened result = flatten(text, shell);
    CHECK(result.status == FlattenStatus::Bypassed);
    CHECK(result.command == text);
    CHECK(result.reason.starts_with("line 50001, column 6"));
  }
}

}  // namespace
}  // namespace termhost::shell
