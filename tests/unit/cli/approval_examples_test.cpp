// What docs/approval.md says: each row of its tables, judged by the policy that stands above them, as `check` reads it.
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "cli/settings/policy_file.hpp"

namespace termhost::cli {
namespace {

std::vector<std::string> lines_of_page() {
  std::ifstream file(TERMHOST_SOURCE_DIR "/docs/approval.md");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// What stands between "```json" and "```".
std::vector<std::string> policies_of(const std::vector<std::string>& lines) {
  std::vector<std::string> policies;
  bool inside = false;
  for (const std::string& line : lines) {
    if (line == "```json") policies.emplace_back();
    if (inside && line != "```") policies.back() += line + '\n';
    inside = line == "```json" || (inside && line != "```");
  }
  return policies;
}

/// A row "| `command` | verdict |"; `\|` is a plain bar in a table.
bool read_row(const std::string& line, std::string& command, std::string& verdict) {
  if (!line.starts_with("| `")) return false;
  const std::size_t end = line.rfind("` | ");
  command = line.substr(3, end - 3);
  for (std::size_t at = 0; (at = command.find("\\|", at)) != std::string::npos; ++at) command.erase(at, 1);
  verdict = line.substr(end + 4, line.rfind(" |") - end - 4);
  return true;
}

}  // namespace

TEST_CASE("the examples of docs/approval.md hold by its own policy") {
  const std::vector<std::string> lines = lines_of_page();
  const std::vector<std::string> policies = policies_of(lines);
  REQUIRE(policies.size() >= 2);
  for (const std::string& policy : policies) CHECK(parse_policy(policy).rules.problem.empty());
  const approval::Policy policy(parse_policy(policies[0]).rules);
  std::size_t rows = 0;
  std::string command;
  std::string verdict;
  for (const std::string& line : lines) {
    if (!read_row(line, command, verdict)) continue;
    ++rows;
    INFO(command);
    const approval::Question question{.command = command, .cwd = "/project", .workspace = {"/project"}};
    const approval::Decision decision = decide(question, policy);
    INFO(decision.reason);
    CHECK(to_string(decision.verdict) == verdict);
  }
  CHECK(rows >= 20);
}

}  // namespace termhost::cli
