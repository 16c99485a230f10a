#include "shell/flatten/flatten_powershell.hpp"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten.hpp"
#include "shell/flatten/powershell_meaning.hpp"
#include "shell/powershell/parse.hpp"
#include "shell/quoting/quote.hpp"
#include "shell/quoting/quote_powershell.hpp"

namespace termhost::shell {
namespace {

struct Row {
  std::string_view source;
  std::string_view line;
};

void check_lines(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const Flattened result = flatten(row.source, ShellKind::PowerShell);
    CAPTURE(row.source, result.reason);
    CHECK(result.status == FlattenStatus::Flattened);
    CHECK(result.form == FlattenForm::Tokens);
    CHECK(result.command == row.line);
  }
}

TEST_CASE("PowerShell: newlines become what the grammar asks for") {
  check_lines({
      {"a\nb", "a; b"},
      {"$s.\n Length\n$s. Length", "$s. Length; $s. Length"},
      {"@\"\n$(a \"b \"\"c\"\"\")\n\"@\na", "\"$(a 'b \"c\"')\"; a"},
      {"\n\na\n\n# c\nb\n", "a; b"},
      {"a;\nb", "a; b"},
      {"if ($a)\n{\n b\n}\nelseif ($c)\n{ d }\nelse\n{\n e\n}\nf", "if ($a) { b } elseif ($c) { d } else { e }; f"},
      {"try {\na\n}\ncatch [X],\n[Y]\n{ b }\nfinally\n{ c }", "try { a } catch [X], [Y] { b } finally { c }"},
      {"do {\na\n}\nwhile ($x)\nb", "do { a } while ($x); b"},
      {"for ($i = 0\n$i -lt 3\n$i++)\n{ a }", "for ($i = 0; $i -lt 3; $i++) { a }"},
      {"for ($i = 0;\n$i -lt 3;\n$i++) { a }", "for ($i = 0; $i -lt 3; $i++) { a }"},
      {"foreach ($a in\n1, 2)\n{ b }", "foreach ($a in 1, 2) { b }"},
      {"switch -Regex ($x)\n{\n '^a' { b }\n default\n { c }\n}", "switch -Regex ($x) { '^a' { b }; default { c } }"},
      {":o while ($x) {\n break o\n}", ":o while ($x) { break o }"},
      {"Get-Date\n{ a }", "Get-Date; { a }"},
      {"if\u3000($x) { a }\nelse { b }", "if ($x) { a } else { b }"},
      {"$x.a\u3000+ 1\n:a\u3000while (1) {}\nb", "$x.a + 1; :a while (1) {}; b"},
      {"@{ \u2018a b\u2019 = 1\nc\u00a0= 2 }", "@{ \u2018a b\u2019 = 1; c = 2 }"},
      {"$x.\u201ca b\u201d\nb", "$x.\u201ca b\u201d; b"},
      {"return\n$x", "return; $x"},
      {"throw\n'a'", "throw; 'a'"},
      {"a &\nb", "a &; b"},
      {"a |\nb", "a | b"},
      {"a\n# c\n| b", "a | b"},
      {"a &&\nb ||\nc", "a && b || c"},
      {"$x =\n1 +\n2", "$x = 1 + 2"},
      {"$x -and\n$y", "$x -and $y"},
      {"a -and\nb", "a -and; b"},
      {"a +\nb", "a +; b"},
      {"a 1,\n2", "a 1, 2"},
      {"$x.\na().\nb", "$x. a(). b"},
      {"$x[\n0\n]", "$x[ 0 ]"},
      {"(\na\n)", "( a )"},
      {"@(\na\nb\n)", "@( a; b )"},
      {"@{\na = 1\nb =\n2\n\n}", "@{ a = 1; b = 2 }"},
      {"$a ?\n1 :\n2", "$a ? 1 : 2"},
      {"a `\n-b `\n c", "a -b c"},
      {"a ` \nb", "a; b"},
      {"a <# x\ny #> b # c\nd", "a b; d"},
      {"a\t-b", "a -b"},
      {"[CmdletBinding()]\nparam(\n$a,\n[int]\n$b = 1\n)\nc", "[CmdletBinding()] param( $a, [int] $b = 1 ); c"},
      {"function f\n{\nparam($x)\nbegin { a }\nprocess\n{ b }\n}",
       "function f { param($x) begin { a } process { b } }"},
      {"class A\n{\n[int]$x = 1\n[void] F()\n{ a }\nG() { b }\n}",
       "class A { [int]$x = 1; [void] F() { a } G() { b } }"},
      {"enum E\n{\na\nb = 2\n}", "enum E { a; b = 2 }"},
      {"using namespace System\na", "using namespace System; a"},
      {"# only\n<# comments #>\n", "$null"},
  });
}

TEST_CASE("PowerShell: literals keep their value") {
  check_lines({
      {"\"a\nb\"", "\"a`nb\""},
      {"'a\nb'", "\"a`nb\""},
      {"'it''s $x `n \"q\"\n'", "\"it's `$x ``n `\"q`\"`n\""},
      {"\"a`\nb\"", "\"a`nb\""},
      {"'\xE2\x80\x9Cq\xE2\x80\x9D\n'", "\"`\xE2\x80\x9Cq`\xE2\x80\x9D`n\""},
      {"\xE2\x80\x98"
       "a\nb\xE2\x80\x99",
       "\"a`nb\""},
      {"@'\na'b\n$x\n'@", "\"a'b`n`$x\""},
      {"@\"\n\"$x\"\n$(a \"b\")\n\"@", "\"`\"$x`\"`n$(a \"b\")\""},
      {"@'\n'@", "\"\""},
      {"@\"\n\n\"@", "\"\""},
      {"\"$(a\nb)\"", "\"$(a; b)\""},
      {"\"$(\"\"a\nb\"\")\"", "\"$(\"a`nb\")\""},
      {"\"\x1b[0m\"", "\"$([char]27)[0m\""},
      {"a b'c\nd'e", "a b\"c`nd\"e"},
      {"\"a\tb\"", "\"a`tb\""},
      {"${a\nb}", "${a`nb}"},
  });
}

TEST_CASE("PowerShell: one line stays as it is") {
  for (const std::string_view source :
       {"Get-Date # now", "", "a --% b | c", "if ($x) { a } else { b }", "'a' + \"$b\""}) {
    const Flattened result = flatten(source, ShellKind::PowerShell);
    CAPTURE(source, result.reason);
    CHECK(result.status == FlattenStatus::Unchanged);
    CHECK(result.command == source);
  }
}

TEST_CASE("PowerShell: what it would not take is bypassed, with the place") {
  const std::vector<Row> rows{
      {"'a", "line 1, column 1: a single quote is open"},
      {"a\n@'\nb", "line 2, column 1: a here-string is open"},
      {"if ($x) {\na", "line 2, column 2: the text ends where PowerShell expects the '}' of if"},
      {"a )", "line 1, column 3: PowerShell expects the end of the text here"},
      {"a --% b\nc", "line 1, column 3: '--%' takes the rest of its line as it is, and more lines follow"},
      {"a --% \nc", "line 1, column 3: '--%' takes the rest of its line as it is, and more lines follow"},
      {"1 2", "line 1, column 3: PowerShell expects an operator or the end of the statement here"},
      {"a | $x", "line 1, column 5: an expression can only be the first element of a pipeline"},
      {"cat <<EOF\nx\nEOF", "line 1, column 5: '<' is reserved in PowerShell"},
      {"\"$(a\"", "line 1, column 2: a '$(' in a string is open"},
      {std::string_view("a\0b\n", 4), "line 1, column 2: a NUL can't be in a command"},
      {"<# a", "line 1, column 1: a '<#' comment is open"},
      {"a `", "line 1, column 3: a backtick ends the text: PowerShell would wait for more"},
  };
  for (const Row& row : rows) {
    const Flattened result = flatten(row.source, ShellKind::PowerShell);
    CAPTURE(row.source);
    CHECK(result.status == FlattenStatus::Bypassed);
    CHECK(result.command == row.source);
    CHECK(result.reason == row.line);
  }
}

TEST_CASE("PowerShell: the eval form hands any text to its own parser") {
  CHECK(eval_powershell("a \"$b\"\nc") == "Invoke-Expression \"a `\"`$b`\"`nc\"");
  CHECK(eval_powershell(std::string("a\0b", 3)).empty());
}

TEST_CASE("PowerShell: quoting") {
  CHECK(quote_powershell("Get-Item") == "Get-Item");
  CHECK(quote_powershell("it's") == "'it''s'");
  CHECK(quote_powershell("\xE2\x80\x99") == "'\xE2\x80\x99\xE2\x80\x99'");
  CHECK(quote_powershell("") == "''");
  CHECK(quote_powershell("$a\n") == "\"`$a`n\"");
}

TEST_CASE("PowerShell: any nesting is answered, deep nesting with a reason") {
  for (const std::string_view open :
       {"(", "$(",  "@(",    "@{a=", "{",      "\"$(",       "if(",  "[a(",      "$a=", "!",
        "-", "$x[", "$a.b(", "1?",   "if(1){", "[a(${b}, {", "@'\n", "\"$(\"\"", "&{",  "a,"}) {
    std::string text;
    while (text.size() < 1'000'000) text += open;
    CAPTURE(open);
    CHECK(flatten(text, ShellKind::PowerShell).status == FlattenStatus::Bypassed);
  }
}

TEST_CASE("PowerShell: every prefix of a command gets an answer in one line") {
  const std::string text =
      "function f {\n [CmdletBinding()]\n param(\n [Parameter(Mandatory)] $a = @{ x = 1\n y = 'a\nb' }\n )\n"
      " $a | % { \"$($_.x\n)\" } `\n | Out-Null 2>&1\n switch ($a) { 1 { b }\n default { c } }\n}\n@\"\n$(f "
      "-a:3)\n\"@ "
      "-f 1\n";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    const Flattened result = flatten(std::string_view(text).substr(0, cut), ShellKind::PowerShell);
    CAPTURE(cut, result.command);
    CHECK((result.status == FlattenStatus::Bypassed || !has_control(result.command)));
  }
}

TEST_CASE("PowerShell: what its own parser does not take is not made into a line that it takes") {
  for (const std::string_view text :
       {"'x'\n\n| % { $_ }", "'x'\n# c\n \n| % { $_ }", "switch -Regex\n('a') { 'a' { 1 } }"}) {
    CAPTURE(text);
    CHECK(flatten(text, ShellKind::PowerShell).status == FlattenStatus::Bypassed);
  }
  CHECK(flatten("'x'\n# c\n<# d\n\n #>\n| % { $_ }", ShellKind::PowerShell).command == "'x' | % { $_ }");
}

TEST_CASE("PowerShell: a line is not what lines with --% say") {
  CHECK_FALSE(same_powershell_meaning(parse_powershell("a --% \nb"), parse_powershell("a --% ; b")));
}

}  // namespace
}  // namespace termhost::shell
