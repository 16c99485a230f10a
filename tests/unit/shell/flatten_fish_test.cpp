#include "shell/flatten/flatten_fish.hpp"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

struct Row {
  std::string_view source;
  std::string_view line;
};

TEST_CASE("fish: newlines become what the grammar asks for") {
  const std::vector<Row> rows{
      {"a\nb", "a; b"},
      {"\n\na\n\n\nb\n\n", "a; b"},
      {"a;\nb", "a; b"},
      {"a &\nb", "a & b"},
      {"a |\n\n# c\nb", "a | b"},
      {"a &&\nb ||\nc", "a && b || c"},
      {"a # c\nb # d", "a; b"},
      {"if a\nb\nelse\nc\nend", "if a; b; else; c; end"},
      {"if a\n b\nelse if c\n d\nend\n", "if a; b; else if c; d; end"},
      {"begin\na\nend", "begin; a; end"},
      {"for x in a b\necho $x\nend", "for x in a b; echo $x; end"},
      {"while a\nand b\nc\nend", "while a; and b; c; end"},
      {"switch x\ncase a\nb\n\ncase '*'\nend", "switch x; case a; b; case '*'; end"},
      {"function f --description 'x\ny'\na\nend", "function f --description 'x'\\n'y'; a; end"},
      {"true\nand a\nor b", "true; and a; or b"},
      {"not\ntrue", "not; true"},
      {"a \\\n b", "a b"},
      {"ec\\\nho a", "echo a"},
      {"a 2\\\n>f", "a 2 >f"},
      {"a \\\n# c\n b", "a b"},
      {"a\tb", "a b"},
      {"\ta\n\tb", "a; b"},
      {"a |\nb\na | b", "a | b; a | b"},
      {"# only\n# comments", "begin; end"},
  };
  for (const Row& row : rows) {
    const Flattened result = flatten(row.source, ShellKind::Fish);
    CAPTURE(row.source, result.reason);
    CHECK(result.status == FlattenStatus::Flattened);
    CHECK(result.form == FlattenForm::Tokens);
    CHECK(result.command == row.line);
  }
}

TEST_CASE("fish: control characters leave literals as escapes") {
  const std::vector<Row> rows{
      {"echo \"a\nb\"", R"(echo "a"\n"b")"},
      {"echo 'a\nb'", R"(echo 'a'\n'b')"},
      {"echo 'a\\\nb'", R"(echo 'a\\'\n'b')"},
      {"echo \"a\\\nb\"", R"(echo "ab")"},
      {"echo \"$x\n[1]\"", R"(echo "$x"\n"[1]")"},
      {"echo \"a\tb\x1b[0m\"", R"(echo "a"\t"b"\x1b"[0m")"},
      {"echo a\x01"
       "b",
       R"(echo a\x01b)"},
      {"echo a\\\tb", R"(echo a\tb)"},
      {"echo \"a\\\tb\"", R"(echo "a\\"\t"b")"},
      {"echo (\na\nb\n)", "echo (a; b)"},
      {"echo \"x$(\na # c\n\"b\n\"\n)y\nz\"", R"(echo "x$(a; "b"\n"")y"\n"z")"},
      {"echo {a,\nb}", R"(echo {a,\nb})"},
      {"echo $x[1\n3]", "echo $x[1 3]"},
      {"echo \"$x[1\n3]\"", "echo \"$x[1 3]\""},
      {"echo > 'a\nb'", R"(echo > 'a'\n'b')"},
      {"a=\"x\ny\" b", R"(a="x"\n"y" b)"},
  };
  for (const Row& row : rows) {
    const Flattened result = flatten(row.source, ShellKind::Fish);
    CAPTURE(row.source, result.reason);
    CHECK(result.form == FlattenForm::Tokens);
    CHECK(result.command == row.line);
  }
}

TEST_CASE("fish: one line stays as it is, comment and all") {
  for (const std::string_view source : {"echo hi", "echo hi # there", "if a; b; end", "", "   "}) {
    const Flattened result = flatten(source, ShellKind::Fish);
    CHECK(result.status == FlattenStatus::Unchanged);
    CHECK(result.command == source);
  }
}

TEST_CASE("fish: what fish would not take is bypassed, with the place") {
  const std::vector<Row> rows{
      {"echo 'a", "line 1, column 6: a single quote is open"},
      {"echo a\nif b\nc", "line 2, column 1: a block has no 'end'"},
      {"echo (a\n", "line 1, column 6: a '(' is open"},
      {"a\n| b", "line 2, column 1: fish expects a command, not an operator"},
      {"cat <<EOF\nx\nEOF", "line 1, column 6: fish expects a command, not a redirection"},
      {"a\nend", "line 2, column 1: 'end' closes nothing"},
      {std::string_view("echo a\0b\n", 9), "line 1, column 7: a NUL can't be in a command"},
      {"echo $", "line 1, column 6: a '$' has no variable name"},
      {"echo \\xZZ", "line 1, column 6: fish has no such escape"},
  };
  for (const Row& row : rows) {
    const Flattened result = flatten(row.source, ShellKind::Fish);
    CAPTURE(row.source);
    CHECK(result.status == FlattenStatus::Bypassed);
    CHECK(result.command == row.source);
    CHECK(result.reason == row.line);
  }
}

TEST_CASE("fish: the eval form hands any text to fish's own parser") {
  CHECK(eval_fish("echo 'it'\necho \\\tb") == R"(eval 'echo \'it\''\n'echo \\'\t'b')");
  CHECK(eval_fish("true") == "eval true");
  CHECK(eval_fish(std::string("a\0b", 3)).empty());
}

TEST_CASE("fish: any nesting is answered, deep nesting with a reason") {
  for (const std::string_view open : {"(", "echo (", "\"$(", "{", "begin;", "not ", "$x[", "echo $x[(", "if a\n"}) {
    std::string text;
    while (text.size() < 1'000'000) text += open;
    CAPTURE(open);
    CHECK(flatten(text, ShellKind::Fish).status == FlattenStatus::Bypassed);
  }
}

TEST_CASE("fish: every prefix of a command gets an answer in one line") {
  const std::string text =
      "for x in a 'b\nc' {d,\ne}\n if test $x[1\n2] = \"$(echo \\\n y)\" # z\n a >&2 | b &\n else\n end\nend\n";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    const Flattened result = flatten(std::string_view(text).substr(0, cut), ShellKind::Fish);
    CAPTURE(cut, result.command);
    CHECK((result.status == FlattenStatus::Bypassed || !has_control(result.command)));
  }
}

}  // namespace
}  // namespace termhost::shell
