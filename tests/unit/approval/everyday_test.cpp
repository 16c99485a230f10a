// How much of what agents run all day needs no question: with twelve ordinary rules, and with none.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include "approval/decision/decide.hpp"
#include "support/fake_files.hpp"

namespace termhost::approval {
namespace {

struct Line {
  bool reads = false;  ///< and does nothing else
  shell::ShellKind shell;
  std::string text;
};

/// Lines of one project. `rules`: what a person allows there, `# rules: git add, npm run` of the table; none: as ever.
struct Project {
  std::vector<std::string> rules;
  std::vector<Line> lines;
};

std::vector<std::string> parted(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(", "), list.size());
    parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 2, list.size()));
  }
  return parts;
}

std::vector<Project> projects(const std::string& table) {
  constexpr std::string_view rules = "# rules: ";
  std::vector<Project> result(1);
  std::ifstream file(TERMHOST_FIXTURES "/approval/" + table);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(rules)) result.push_back({parted(std::string_view(line).substr(rules.size())), {}});
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t', 2);
    std::string text = line.substr(tab + 1);
    for (std::size_t at = 0; (at = text.find("␊", at)) != std::string::npos;)
      text.replace(at, std::string_view("␊").size(), "\n");
    result.back().lines.push_back({line[0] == 'r', shell::shell_kind_of(line.substr(2, tab - 2)), std::move(text)});
  }
  return result;
}

struct Count {
  std::size_t all = 0;
  std::size_t reading = 0;
  std::string asked;  ///< the others, with the reasons
};

/// A project as most are: it has settings of some programs, and no `.npmrc`.
const testing::FakeFiles& files_of_project() {
  static const testing::FakeFiles files = [] {
    testing::FakeFiles all;
    for (const char* name : {"package.json", "go.mod", "Cargo.toml", "pyproject.toml", "Makefile", "Dockerfile",
                             "compose.yaml", ".gitignore", ".clang-format", ".eslintrc.json"})
      all.tracked.insert(std::string("/project/") + name);
    return all;
  }();
  return files;
}

void count(const std::vector<Line>& lines, const Policy& policy, Count& allowed) {
  for (const Line& line : lines) {
    const Decision decision = decide({.command = line.text,
                                      .shell = line.shell,
                                      .cwd = "/project",
                                      .workspace = {"/project"},
                                      .files = &files_of_project()},
                                     policy);
    if (decision.verdict != Verdict::Allow) {
      allowed.asked += fmt::format("{}\n    {}\n", line.text, decision.reason);
      continue;
    }
    ++allowed.all;
    allowed.reading += line.reads ? 1 : 0;
  }
}

PolicyRules no_rules() { return {.allowed = {}, .denied = {}, .problem = {}, .builtin = BuiltinRules::ReadOnly}; }

PolicyRules twelve_rules(const Project& project) {
  PolicyRules rules = no_rules();
  rules.allowed = {"git",   "npm",     "npx",    "cargo",  "go",     "make",
                   "cmake", "python3", "pytest", "python", "docker", "mkdir"};
  if (!project.rules.empty()) rules.allowed = project.rules;
  rules.denied = {"rm -rf", "sudo", "git push"};
  return rules;
}

/// What the page said of the lines that only read, in percent, when the proofs came down to the plain core: of a
/// hundred such lines at most three more may ask.
std::size_t reading_before(std::string_view table) {
  constexpr std::array<std::pair<std::string_view, std::size_t>, 11> said{{{"agents", 96},
                                                                           {"agents_again", 88},
                                                                           {"agents_third", 93},
                                                                           {"agents_fourth", 94},
                                                                           {"agents_fifth", 92},
                                                                           {"agents_reading", 89},
                                                                           {"agents_sixth", 88},
                                                                           {"agents_seventh", 91},
                                                                           {"agents_eighth", 79},
                                                                           {"agents_ninth", 78},
                                                                           {"agents_tenth", 96}}};
  const auto found = std::ranges::find(said, table, [](const auto& row) { return row.first; });
  return found == said.end() ? 0 : found->second;
}

constexpr std::string_view page = TERMHOST_SOURCE_DIR "/docs/evidence.md";

/// `| agents_fifth | 200 | 72 % | 94 % | 94 % |` of the page, as it is now.
std::string counted_row(const std::string& table, std::string& asked) {
  Count lines;
  Count unruled;
  Count ruled;
  for (const Project& project : projects(table + ".tsv")) {
    lines.all += project.lines.size();
    for (const Line& line : project.lines) lines.reading += line.reads ? 1 : 0;
    count(project.lines, Policy(no_rules()), unruled);
    count(project.lines, Policy(twelve_rules(project)), ruled);
  }
  REQUIRE(lines.all >= 150);
  INFO(table << "\n" << unruled.asked);
  CHECK(unruled.reading * 100 / lines.reading + 3 >= reading_before(table));
  asked += fmt::format("{}, no rule\n{}\n{}, twelve rules\n{}\n", table, unruled.asked, table, ruled.asked);
  return fmt::format("| {} | {} | {} % | {} % | {} % |", table, lines.all, unruled.all * 100 / lines.all,
                     unruled.reading * 100 / lines.reading, ruled.all * 100 / lines.all);
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
