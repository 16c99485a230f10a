#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <catch2/catch_test_macros.hpp>

#include "shell/flatten.hpp"
#include "shell/parse.hpp"

namespace termhost::shell {
namespace {

constexpr std::array all_shells{ShellKind::Bash, ShellKind::Zsh,  ShellKind::Dash,
                                ShellKind::Ksh,  ShellKind::Fish, ShellKind::PowerShell};

// What the end of a piece could cut in two, or what a piece could forget.
constexpr std::array<std::string_view, 48> texts{
    "a\nb\nc\n",
    "\n\n# first\na\n\n\n# second\nb # third\n\n",
    "a; b; c\nd; e\n",
    "a;\nb;\n\n;\n",
    "a &\nb &\n",
    "a &\n; b\nc\n",
    ";\na\nb\n",
    "a &\nand b\nc\n",
    "a\nand b\nor c\n",
    "a\\\n b\\\nc\nd\n",
    "a\tb\nc\td\n",
    "echo 'x\ny'\necho \"x\ny\"\nb\n",
    "a `b\nc` d\ne `f\ng`\nh\n",
    "a \"`b 'x\ny'`\"\nc `d`\n",
    "cat <<E\nx\nE\na\n",
    "cat <<E; a\nx\nE\nb\n",
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

TEST_CASE("a text is flattened in pieces as it is in one") {
  for (const ShellKind shell : all_shells) {
    for (const std::string_view text : texts) {
      const Flattened whole = flatten(text, shell, text.size());
      for (const std::size_t bytes : {1, 5, 12}) {
        CAPTURE(text, shell, bytes);
        const Flattened pieces = flatten(text, shell, bytes);
        CHECK(pieces.command == whole.command);
        CHECK(pieces == whole);
      }
    }
  }
}

TEST_CASE("a piece holds whole statements, and no more trees than its own") {
  std::string text;
  while (text.size() < 10'000) text += "a b\nc `d`; e\n# f\n";
  const std::string source = text;
  std::uint32_t read = 0;
  std::size_t most_nodes = 0;
  const auto take = [&](const Piece& piece) {
    CHECK(piece.begin == read);
    CHECK(piece.tree.source() == source);
    CHECK(piece.tree.text(piece.tree.node(piece.tree.root()).first_child).size() < 8);
    read = piece.end;
    most_nodes = std::max(most_nodes, piece.tree.size());
    return true;
  };
  CHECK(parse_posix_pieces(text, ShellKind::Bash, 100, take));
  CHECK(read == source.size());
  CHECK(text == source);
  CHECK(most_nodes < 100);
}

TEST_CASE("an error behind many pieces is where it is") {
  for (const ShellKind shell : all_shells) {
    std::string text;
    while (text.size() < 3 * flatten_piece_bytes) text += "a b\n";
    text += "echo 'x\n";
    const Flattened result = flatten(text, shell);
    CHECK(result.status == FlattenStatus::Bypassed);
    CHECK(result.command == text);
    CHECK(result.reason.starts_with("line 49153, column 6"));
  }
}

}  // namespace
}  // namespace termhost::shell
