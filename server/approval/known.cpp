#include "approval/known.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;

/// Where the subcommand stands: behind options that the row of the program knows, or any that look like one.
std::size_t subcommand_place(Words words, const Program& program, std::size_t at) {
  if (program.has(Toolchain) && at < words.size() && chooses_toolchain(words[at])) ++at;
  while (at < words.size() && words[at].known() && words[at].text.size() > 1 && words[at].text[0] == '-') {
    const std::string_view text = words[at].text;
    if (text == "--") return words.size();  // there is none
    bool takes = false;
    if (text.starts_with("--"))
      takes = std::any_of(program.longs.begin(), program.longs.end(), [&](const Program::Long& one) {
        return one.takes && !one.single_dash && one.name == text.substr(2);
      });
    else
      takes = text.size() == 2 && static_cast<unsigned char>(text[1]) < 128 &&
              program.letters[static_cast<unsigned char>(text[1])].takes;
    at += takes ? 2 : 1;
  }
  return at;
}

}  // namespace

std::vector<shell::ShellWord> plain_words(Words words, std::size_t at) {
  std::vector<shell::ShellWord> plain{words[0]};
  plain.insert(plain.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return plain;
}

bool chooses_toolchain(const shell::ShellWord& word) {
  return word.known() && word.text.size() > 1 && word.text[0] == '+' &&
         has_only(std::string_view(word.text).substr(1), "-.");
}

Known know(Words words, ShellKind shell) {
  Known known{.name = words[0].text};
  if (shell == ShellKind::PowerShell) {
    if (const Program* cmdlet = find_cmdlet(lower(known.name)))
      return {.name = lower(known.name), .program = cmdlet, .cmdlet = true};
  }
  known.program = find_program(known.name);
  while (known.program == nullptr ? known.before.empty() : known.program->has(Subcommands)) {
    const std::size_t at =
        known.program == nullptr ? known.first : subcommand_place(words, *known.program, known.first);
    if (at >= words.size() || !words[at].known()) return known;
    const std::string two = fmt::format("{} {}", known.name, words[at].text);
    const Program* program = nullptr;
    std::size_t length = 1;
    if (at + 1 < words.size() && words[at + 1].known()) {
      program = find_program(fmt::format("{} {}", two, words[at + 1].text));
      if (program != nullptr) length = 2;
    }
    if (program == nullptr) program = find_program(two);
    if (program == nullptr && known.program == nullptr) return known;
    if (known.program != nullptr) known.before.push_back({known.program, at});
    known.name = length == 2 ? fmt::format("{} {}", two, words[at + 1].text) : two;
    known.program = program;
    known.first = at + length;
    if (program == nullptr) return known;
  }
  return known;
}

bool only_reads(const Known& known, Words words) {
  const std::string_view with = known.program->reads_with;
  return with.empty() ||
         (known.first < words.size() && words[known.first].known() && listed(with, words[known.first].text));
}

bool tells_of_itself(const Known& known, Words words) {
  if (words.size() != 2 || (known.program == nullptr && known.before.empty()) || is_builtin(known.name)) return false;
  // Code of the project runs first: conftest.py, .yarnrc.yml, .mvn/jvm.config, .mocharc.js, .sbtopts, tools/bazel, the
  // SDK that global.json names
  static constexpr std::string_view runs_code =
      "pytest py.test pylint tox nox coverage yarn pnpm mvn mvnw ./mvnw rspec phpunit mocha ava tap sbt lein bazel "
      "dotnet";
  const std::string& option = words[1].text;
  if (words[0].text == "dotnet") return listed("--list-sdks --list-runtimes", option);
  if (listed(runs_code, words[0].text)) return false;
  const bool helps = option == "--help" && known.program != nullptr && !known.program->has(Trusts | Commanded);
  return option == "--version" || helps || known.name == "npm run" ||
         (option == "-v" && listed("node npm docker bun gem", words[0].text)) ||
         (option == "-V" && listed("cargo rustc pip pip3 rg jq uv", words[0].text)) ||
         (listed("-v -dumpversion -dumpmachine", option) && listed("gcc g++ cc c++ clang clang++", words[0].text));
}

bool checks_syntax(Words words) {
  if (words.size() != 3 || words[2].start().find_first_not_of("-+") != 0) return false;
  const std::string& option = words[1].text;
  return (option == "-n" && listed("bash dash sh ksh zsh", words[0].text)) ||
         (listed("--check -c", option) && listed("node nodejs", words[0].text)) ||
         (option == "-l" && words[0].text == "php");
}

}  // namespace termhost::approval
