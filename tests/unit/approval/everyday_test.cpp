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

/// What is reached, so that nothing is lost again: percent of all lines with no rule, of those that only read, and of
/// all with twelve ordinary rules.
struct Floor {
  const char* table;
  std::size_t unruled, reading, ruled;
};

}  // namespace

TEST_CASE("most of what agents run all day needs no question, with few rules or none") {
  for (const Floor& floor : {Floor{"agents.tsv", 59, 98, 96}, Floor{"agents_again.tsv", 72, 91, 89},
                             Floor{"agents_third.tsv", 79, 96, 94}, Floor{"agents_fourth.tsv", 70, 96, 88},
                             Floor{"agents_fifth.tsv", 72, 94, 94}, Floor{"agents_reading.tsv", 91, 93, 91}}) {
    const std::vector<Line> all = lines(floor.table);
    REQUIRE(all.size() >= 150);
    const Share unruled = share(all, no_rules());
    const Share ruled = share(all, twelve_rules());
    INFO(floor.table << ", no rule\n" << unruled.asked << "\ntwelve rules\n" << ruled.asked);
    CHECK(unruled.of_all >= floor.unruled);
    CHECK(unruled.of_reading >= floor.reading);
    CHECK(ruled.of_all >= floor.ruled);
  }
}

}  // namespace termhost::approval
