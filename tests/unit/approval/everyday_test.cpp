// How much of what agents run all day needs no question: with twelve ordinary rules, and with none.
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include "approval/policy.hpp"

namespace termhost::approval {
namespace {

struct Line {
  bool reads = false;  ///< and does nothing else
  shell::ShellKind shell;
  std::string text;
};

std::vector<Line> lines() {
  std::vector<Line> result;
  std::ifstream file(TERMHOST_FIXTURES "/approval/agents.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t', 2);
    std::string text = line.substr(tab + 1);
    for (std::size_t at = 0; (at = text.find("␊", at)) != std::string::npos;)
      text.replace(at, std::string_view("␊").size(), "\n");
    result.push_back({line[0] == 'r', shell::shell_kind_of(line.substr(2, tab - 2)), std::move(text)});
  }
  return result;
}

/// Percent of the lines that are allowed; the others are told.
std::size_t share(const Policy& policy, bool only_reading, std::string& asked) {
  const std::vector<Line> all = lines();
  std::size_t allowed = 0;
  std::size_t judged = 0;
  for (const Line& line : all) {
    if (only_reading && !line.reads) continue;
    ++judged;
    const Decision decision = decide({.command = line.text,
                                      .shell = line.shell,
                                      .cwd = "/project",
                                      .workspace_folders = {"/project"},
                                      .hidden_files = {}},
                                     policy);
    if (decision.verdict == Verdict::Allow)
      ++allowed;
    else
      asked += fmt::format("{}\n    {}\n", line.text, decision.reason);
  }
  REQUIRE(all.size() >= 250);
  return allowed * 100 / judged;
}

}  // namespace

TEST_CASE("with twelve ordinary rules 95 of 100 everyday lines need no question") {
  const Policy policy(PolicyRules{.allowed = {"git", "npm", "npx", "cargo", "go", "make", "cmake", "python3", "pytest",
                                              "python", "docker", "mkdir"},
                                  .denied = {"rm -rf", "sudo", "git push"},
                                  .problem = {},
                                  .builtin = BuiltinRules::ReadOnly});
  std::string asked;
  const std::size_t percent = share(policy, false, asked);
  INFO(asked);
  CHECK(percent >= 95);
}

TEST_CASE("with no rule at all 95 of 100 lines that only read need no question") {
  const Policy policy(PolicyRules{.allowed = {}, .denied = {}, .problem = {}, .builtin = BuiltinRules::ReadOnly});
  std::string asked;
  const std::size_t of_all = share(policy, false, asked);
  asked.clear();
  const std::size_t of_reading = share(policy, true, asked);
  INFO(asked);
  CHECK(of_reading >= 95);
  CHECK(of_all >= 55);
}

}  // namespace termhost::approval
