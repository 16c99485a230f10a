#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten.hpp"

namespace termhost::shell {
namespace {

// Words of each simple command, at any depth, in source order.
void collect(const SyntaxTree& tree, NodeId id, std::vector<std::string>& out) {
  if (tree.node(id).kind == NodeKind::SimpleCommand) {
    std::string words;
    for (const NodeId child : tree.children(id))
      if (tree.node(child).kind == NodeKind::Word)
        words += (words.empty() ? "" : " ") + static_value(tree, child, ShellKind::Bash).value_or("?");
    out.push_back(words);
  }
  for (const NodeId child : tree.children(id)) collect(tree, child, out);
}

std::vector<std::string> commands(std::string_view text, ShellKind shell = ShellKind::Bash) {
  const SyntaxTree tree = parse(text, shell);
  std::vector<std::string> out;
  collect(tree, tree.root(), out);
  return out;
}

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += piece;
  return out;
}

}  // namespace

TEST_CASE("every simple command is found, wherever it hides") {
  using Words = std::vector<std::string>;
  CHECK(commands("a | b && c; d &") == Words{"a", "b", "c", "d"});
  CHECK(commands("echo \"$(a \"`b`\")\" ${x:-$(c)} $((1 + $(d)))") == Words{"echo ? ? ?", "a ?", "b", "c", "d"});
  CHECK(commands("cat <<E | x\n$(a) `b` \\$(c)\nE\ny") == Words{"cat", "a", "b", "x", "y"});
  CHECK(commands("cat <<'E'\n$(a)\nE\ny") == Words{"cat", "y"});
  CHECK(commands("x=$(a) y=(1 $(b)) z[$(c)]=2 d") == Words{"d", "a", "b", "c"});
  CHECK(commands("diff <(a) >(b)") == Words{"diff ? ?", "a", "b"});
  CHECK(commands("if a; then b; elif c; then d; else e; fi >$(f)") == Words{"a", "b", "c", "d", "e", "f"});
  CHECK(commands("case $(a) in $(b)) c;; esac") == Words{"a", "b", "c"});
  CHECK(commands("f() { a; }; function g { b; }; coproc X { c; }") == Words{"a", "b", "c"});
  CHECK(commands("[[ $(a) == b ]] && (( $(c) ))") == Words{"a", "c"});
  CHECK(commands("echo `a \\`b\\``") == Words{"echo ?", "a ?", "b"});
  CHECK(commands("\"${x:-'$(a)'}\"") == Words{"?", "a"});
  CHECK(commands("$( (a) ) $((b); c)") == Words{"? ?", "a", "b", "c"});
  CHECK(commands("{ a } always { b }; for x (1 2) c; () { d } e; cat =(f)", ShellKind::Zsh) ==
        Words{"a", "b", "c", "d", "cat ?", "f"});
}

TEST_CASE("what words stand for, and when only the shell knows") {
  const auto value = [](std::string_view word, ShellKind shell = ShellKind::Bash) {
    const SyntaxTree tree = parse(word, shell);
    const NodeId command = tree.node(tree.root()).first_child;
    return static_value(tree, tree.node(command).first_child, shell).value_or("<unknown>");
  };
  CHECK(value("a'b'\"c\\\"\"\\d$'\\x41\\n\\101'") == "abc\"dA\nA");
  CHECK(value("r\\\nm") == "rm");
  CHECK(value("\"a\\\nb\\q\"") == "ab\\q");
  CHECK(value("''") == "");
  CHECK(value("@{0}{}{a}") == "@{0}{}{a}");
  CHECK(value("[") == "[");
  for (const std::string_view word :
       {"$x", "a*", "{a,b}", "{1..3}", "~", "\"$x\"", "`a`", "[ab]", "@(a)", "a{b\"x\",c}"})
    CHECK(value(word) == "<unknown>");
}

TEST_CASE("positions, places and kinds of errors") {
  const SyntaxTree tree = parse("echo a;\nfor x in a b; do echo; fi", ShellKind::Bash);
  REQUIRE(tree.error());
  CHECK(tree.error()->kind == SyntaxError::Kind::Invalid);
  CHECK(tree.error()->position == 31);
  CHECK(commands("echo a;\nfor x in a b; do echo; fi") == std::vector<std::string>{"echo a"});
  CHECK(parse("if true", ShellKind::Bash).error()->kind == SyntaxError::Kind::Incomplete);
  CHECK(parse("echo 'a", ShellKind::Bash).error()->kind == SyntaxError::Kind::Incomplete);
  CHECK(parse(std::string_view("a\0b", 3), ShellKind::Bash).error()->position == 1);
  CHECK(parse("cat <<E\na", ShellKind::Bash).open_ended());
  CHECK(parse("a \\", ShellKind::Bash).open_ended());
}

TEST_CASE("a megabyte of anything nested is refused, not followed") {
  for (
      const std::string_view piece :
      {"(",      "{ ", "$(",  "`",   "\"$(", "\"${x:-",    "${x:-", "$((", "((", "[[ (", "a=(",  "if ", "case x in a) ",
       "f() { ", "<(", "@(",  "{a,", "$[",   "cat <<E $(", "[",     "\"",  "'",  "\\`",  "<<E ", "a[",  "{",
       "while ", "! ", "{x}<"}) {
    for (const ShellKind shell : {ShellKind::Bash, ShellKind::Zsh, ShellKind::Dash, ShellKind::Ksh}) {
      const Flattened result = flatten(repeated(piece, 1'000'000), shell);
      CHECK((result.status != FlattenStatus::Bypassed || !result.reason.empty()));
    }
  }
}

TEST_CASE("each prefix of a text parses to something") {
  const std::string_view text =
      "x=(1 \"$(a `b` ${c:-'d'} $((1+2)))\") && [[ $y =~ (a|b)c ]] || { cat <<E; } >&2\nbody $z\nE\ncase a in (b|c) "
      "d;; esac &\n";
  for (std::size_t size = 0; size <= text.size(); ++size)
    for (const ShellKind shell : {ShellKind::Bash, ShellKind::Zsh, ShellKind::Dash, ShellKind::Ksh}) {
      const SyntaxTree tree = parse(text.substr(0, size), shell);
      CHECK((tree.ok() || tree.error()->position <= size));
    }
}

}  // namespace termhost::shell
