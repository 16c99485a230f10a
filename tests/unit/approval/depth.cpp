// A megabyte of openings is answered, and with a question.
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "approval/decision/decide.hpp"

namespace termhost::approval {
namespace {

std::string repeated(std::string_view text, std::size_t bytes) {
  std::string result;
  result.reserve(bytes + text.size());
  while (result.size() < bytes) result += text;
  return result;
}

}  // namespace

TEST_CASE("a megabyte of nesting needs approval") {
  using shell::ShellKind;
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  const Policy policy(PolicyRules{.allowed = {"*"}, .denied = {"rm"}, .problem = {}});
  for (const ShellKind shell :
       {ShellKind::Bash, ShellKind::Zsh, ShellKind::Dash, ShellKind::Ksh, ShellKind::Fish, ShellKind::PowerShell}) {
    for (const std::string_view opening :
         {"(",      "((",   "$(",  "$((",   "\"$(",          "`",      "{ ", "{",  "${x:-", "\"${x:-", "<(",
          "if ",    "[[ (", "'\"", "\"'",   "case a in a) ", "f() { ", "!(", "a[", "@(",    "(echo ",  "{a,",
          "begin;", "\\(",  "$'",  "<<A;(", "eval '"}) {
      INFO(shell::to_string(shell) << ": " << opening);
      const std::string line = "echo; " + repeated(opening, megabyte);
      const Question question{.command = line, .shell = shell, .cwd = {}, .workspace = {}};
      CHECK(decide(question, policy).verdict != Verdict::Deny);
    }
  }
}

TEST_CASE("a line of more commands than anybody means asks, and what is judged of it still denies") {
  const Policy policy(PolicyRules{.allowed = {"*"}, .denied = {"rm"}, .problem = {}});
  constexpr std::size_t most = 8192;
  const auto decision = [&](const std::string& command) {
    return decide({.command = command, .cwd = {}, .workspace = {}}, policy);
  };
  CHECK(decision(repeated("a;", 2 * most)).verdict == Verdict::Allow);
  CHECK(decision(repeated("a;", 2 * most + 2)).verdict == Verdict::Ask);
  CHECK(decision("rm x;" + repeated("a;", 2 * most)).verdict == Verdict::Deny);
}

TEST_CASE("code in code is followed so far and no farther") {
  std::string line = "rm x";
  const Policy policy(PolicyRules{.allowed = {"*"}, .denied = {"rm"}, .problem = {}});
  const auto verdict = [&](const std::string& command) {
    return decide({.command = command, .cwd = {}, .workspace = {}}, policy).verdict;
  };
  CHECK(verdict("eval eval eval eval " + line) == Verdict::Deny);
  std::string wrapped = line;
  for (int i = 0; i < 5; ++i) wrapped = "env nice " + wrapped;
  CHECK(verdict(wrapped) == Verdict::Deny);
  for (int i = 0; i < 100; ++i) wrapped = "env nice " + wrapped;
  CHECK(verdict(wrapped) == Verdict::Ask);
}

TEST_CASE("an expression of find's with brackets that do not close asks") {
  PolicyRules rules;
  rules.builtin = BuiltinRules::ReadOnly;
  const Policy policy(rules);
  constexpr std::size_t bytes = 100'000;
  for (const std::string_view nested : {"! ", "\\( ", "-not \\( "}) {
    const std::string expression = repeated(nested, bytes);
    for (const std::string& line :
         {"find . " + expression + "-name '*.ts' | xargs cat", "find . " + expression + "-name x -exec cat {} +"})
      CHECK(decide({.command = line, .cwd = "/project", .workspace = {"/project"}}, policy).verdict == Verdict::Ask);
  }
}

}  // namespace termhost::approval
