// Each name in the table of secrets, and patterns that it fits: whatever is refused by name is refused by pattern.
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "approval/decision/decide.hpp"
#include "approval/text.hpp"
#include "secrets/file_names.hpp"

namespace termhost::approval {
namespace {

Verdict verdict(const std::string& command, shell::ShellKind shell = shell::ShellKind::Bash) {
  static const Policy policy(
      PolicyRules{.allowed = {}, .denied = {}, .problem = {}, .builtin = BuiltinRules::ReadOnly});
  return decide({.command = command, .shell = shell, .cwd = "/project", .workspace = {"/project"}}, policy).verdict;
}

/// Patterns that match `name`, written so that every shell and program takes them for one.
std::vector<std::string> patterns_of(const std::string& name) {
  const std::size_t middle = name.size() / 2;
  const std::size_t dot = std::min(name.find('.', 1), name.size());
  const std::string ending = name.substr(dot);
  return {
      name.substr(0, middle) + '*',
      '*' + name.substr(middle),
      '*' + ending,
      name.substr(0, 1) + '*' + ending,
      '?' + name.substr(1),
      name.substr(0, middle) + '?' + name.substr(middle + 1),
      '[' + name.substr(0, 1) + "z]" + name.substr(1),
      "[!z]" + name.substr(1),
      name.substr(0, 1) + '*' + name.substr(middle, 1) + '*',
      "src/*" + name.substr(middle),
      "*/" + name,
      "*/" + name.substr(0, middle) + '*',
      name + '*',
  };
}

/// A shell's pattern finds no file whose name begins with a dot, unless it begins so too.
bool shell_finds_none(const std::string& name, const std::string& pattern) {
  return name.starts_with('.') && !base_name(pattern).starts_with('.') && !pattern.starts_with("[.");
}

}  // namespace

TEST_CASE("what is a secret by name is one by every pattern that it fits") {
  using shell::ShellKind;
  const std::vector<std::string> names = secrets::examples_of_secrets();
  CHECK(names.size() > 150);
  for (const std::string& name : names) {
    INFO(name);
    CHECK(verdict("cat " + name) == Verdict::Ask);
    CHECK(verdict("cat src/" + name) == Verdict::Ask);
    for (const std::string& pattern : patterns_of(name)) {
      INFO(pattern);
      if (!shell_finds_none(name, pattern)) {
        CHECK(verdict("cat " + pattern) == Verdict::Ask);
        CHECK(verdict("cat " + pattern, ShellKind::Zsh) == Verdict::Ask);
        if (pattern.find_first_of("[?") == std::string::npos)  // letters to fish
          CHECK(verdict("head " + pattern, ShellKind::Fish) == Verdict::Ask);
        CHECK(verdict("for f in " + pattern + "; do cat \"$f\"; done", ShellKind::Dash) == Verdict::Ask);
      }
      CHECK(verdict("find . -path './" + pattern + "' -exec cat {} +") == Verdict::Ask);
      CHECK(verdict("find . -name '" + std::string(base_name(pattern)) + "' | xargs cat") == Verdict::Ask);
      CHECK(verdict("git ls-files '" + pattern + "' | xargs cat") == Verdict::Ask);
      CHECK(verdict("git diff -- '" + pattern + "'") == Verdict::Ask);
      CHECK(verdict("rg -g '" + pattern + "' needle") == Verdict::Ask);
    }
    CHECK(verdict("cat {" + name + ",README.md}") == Verdict::Ask);
    CHECK(verdict("cat {x," + name.substr(0, 1) + "}" + name.substr(1)) == Verdict::Ask);
    CHECK(verdict("rg -g '{x," + name + "}' needle") == Verdict::Ask);
    CHECK(verdict("git grep needle -- '**/" + name + "'") == Verdict::Ask);
  }
}

TEST_CASE("source code is no secret, whatever its name says") {
  for (const std::string_view words :
       {"secrets.py",    "auth.ts",     "token.go", "password_test.rs", "src/token/lexer.go",      "src/auth",
        "*.md",          "src/*.ts",    "*.py",     "src/*/*.ts",       "packages/*/package.json", "src/**/*.go",
        "package*.json", "tokens.md",   "auth*.ts", "author.txt",       "tokenizer.json",          "monkey.txt",
        "secretary.csv", "*/README.md", "Make*file"}) {
    INFO(words);
    CHECK(verdict("cat " + std::string(words)) == Verdict::Allow);
  }
  CHECK(verdict("wc -l *.txt") == Verdict::Allow);
  CHECK(verdict("ls *.json") == Verdict::Allow);
}

}  // namespace termhost::approval
