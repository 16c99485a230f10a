// How much of what agents run all day needs no question: with twelve ordinary rules, and with none.
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
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

std::vector<Line> lines(const std::string& table) {
  std::vector<Line> result;
  std::ifstream file(TERMHOST_FIXTURES "/approval/" + table);
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

struct Share {
  std::size_t of_all = 0;      ///< percent that is allowed
  std::size_t of_reading = 0;  ///< of the lines that only read
  std::string asked;           ///< the others, with the reasons
};

Share share(const std::vector<Line>& all, const Policy& policy) {
  Share result;
  std::size_t reading = 0;
  for (const Line& line : all) {
    reading += line.reads ? 1 : 0;
    const Decision decision = decide(
        {.command = line.text, .shell = line.shell, .cwd = "/project", .workspace_folders = {"/project"}}, policy);
    const bool allowed = decision.verdict == Verdict::Allow;
    result.of_all += allowed ? 1 : 0;
    result.of_reading += allowed && line.reads ? 1 : 0;
    if (!allowed) result.asked += fmt::format("{}\n    {}\n", line.text, decision.reason);
  }
  result.of_all = result.of_all * 100 / all.size();
  result.of_reading = result.of_reading * 100 / reading;
  return result;
}

PolicyRules no_rules() { return {.allowed = {}, .denied = {}, .problem = {}, .builtin = BuiltinRules::ReadOnly}; }

PolicyRules twelve_rules() {
  PolicyRules rules = no_rules();
  rules.allowed = {"git",   "npm",     "npx",    "cargo",  "go",     "make",
                   "cmake", "python3", "pytest", "python", "docker", "mkdir"};
  rules.denied = {"rm -rf", "sudo", "git push"};
  return rules;
}

constexpr std::string_view page = TERMHOST_SOURCE_DIR "/docs/approval.md";

/// `| agents_fifth | 200 | 72 % | 94 % | 94 % |` of the page, as it is now.
std::string counted_row(const std::string& table, std::string& asked) {
  const std::vector<Line> all = lines(table + ".tsv");
  REQUIRE(all.size() >= 150);
  const Share unruled = share(all, no_rules());
  const Share ruled = share(all, twelve_rules());
  asked += fmt::format("{}, no rule\n{}\n{}, twelve rules\n{}\n", table, unruled.asked, table, ruled.asked);
  return fmt::format("| {} | {} | {} % | {} % | {} % |", table, all.size(), unruled.of_all, unruled.of_reading,
                     ruled.of_all);
}

}  // namespace

TEST_CASE("how much of what agents run all day needs no question is what the page says") {
  std::ifstream file{std::string(page)};
  std::string counted;
  std::string asked;
  std::vector<std::string> said;
  std::vector<std::string> found;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| agents")) {
      said.push_back(line);
      line = found.emplace_back(counted_row(line.substr(2, line.find(' ', 2) - 2), asked));
    }
    counted += line + '\n';
  }
  file.close();
  if (std::getenv("TERMHOST_UPDATE") != nullptr) std::ofstream{std::string(page)} << counted;
  INFO(asked);
  CHECK(said.size() >= 8);
  CHECK(said == found);
}

}  // namespace termhost::approval
