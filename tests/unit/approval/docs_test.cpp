// The tables of docs/approval.md, against its first policy; and the policy with examples.
#include <fstream>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "approval/policy.hpp"

namespace termhost::approval {
namespace {

/// A row "| `command` | verdict |"; `\|` is a plain bar in a table.
bool read_row(const std::string& line, std::string& command, std::string& verdict) {
  if (!line.starts_with("| `")) return false;
  const std::size_t end = line.rfind("` | ");
  command = line.substr(3, end - 3);
  verdict = line.substr(end + 4, line.rfind(" |") - end - 4);
  return true;
}

}  // namespace

TEST_CASE("the examples of the documentation hold") {
  const PolicyRules rules{{"git log", "git status", "npm run", "echo", "ls"}, {"rm", "git push --force"}, {}};
  std::ifstream file(TERMHOST_SOURCE_DIR "/docs/approval.md");
  std::string line;
  std::size_t rows = 0;
  bool has_policy = false;
  while (std::getline(file, line)) {
    has_policy |= line == R"(  "allowedCommands": ["git log", "git status", "npm run", "echo", "ls"],)";
    std::string command;
    std::string verdict;
    if (!read_row(line, command, verdict)) continue;
    ++rows;
    INFO(command);
    CHECK(to_string(decide({.command = command, .cwd = {}, .workspace_folders = {}}, rules).verdict) == verdict);
  }
  CHECK(has_policy);
  CHECK(rows >= 20);
}

}  // namespace termhost::approval
