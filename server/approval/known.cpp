#include "approval/known.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;

/// Where the subcommand stands: behind options that the row of the program knows, or any that look like one.
std::size_t subcommand_place(Words words, const Program& program) {
  std::size_t at = 1;
  while (at < words.size() && words[at].known() && words[at].text.size() > 1 && words[at].text[0] == '-') {
    const std::string_view text = words[at].text;
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

Known know(Words words, ShellKind shell) {
  const std::string& name = words[0].text;
  Known known{.name = name};
  if (shell == ShellKind::PowerShell) {
    if (const Program* cmdlet = find_cmdlet(lower(name))) return {lower(name), nullptr, cmdlet, 1, 1, true};
  }
  known.program = find_program(name);
  const bool parted = known.program == nullptr || known.program->has(Subcommands);
  if (!parted) return known;
  const std::size_t at = known.program == nullptr ? 1 : subcommand_place(words, *known.program);
  if (at >= words.size() || !words[at].known()) {
    if (known.program != nullptr && at > 1) known.first = 1;
    return known;
  }
  const std::string two = fmt::format("{} {}", name, words[at].text);
  if (at + 1 < words.size() && words[at + 1].known()) {
    const std::string three = fmt::format("{} {}", two, words[at + 1].text);
    if (const Program* program = find_program(three)) return {three, known.program, program, at + 2, at};
  }
  const Program* program = find_program(two);
  if (program == nullptr && known.program == nullptr) return known;
  return {two, known.program, program, at + 1, at};
}

bool only_reads(const Known& known, Words words) {
  const std::string_view with = known.program->reads_with;
  return with.empty() ||
         (known.first < words.size() && words[known.first].known() && listed(with, words[known.first].text));
}

bool tells_of_itself(const Known& known, Words words) {
  if (words.size() != 2 || (known.program == nullptr && known.before == nullptr) || is_builtin(known.name))
    return false;
  // Code of the project runs first: conftest.py, .yarnrc.yml, .mvn/jvm.config
  if (listed("pytest py.test pylint tox nox coverage yarn pnpm mvn mvnw ./mvnw rspec phpunit", words[0].text))
    return false;
  const std::string& option = words[1].text;
  const bool helps = option == "--help" && known.program != nullptr && !known.program->has(Trusts | Commanded);
  return option == "--version" || helps || known.name == "npm run" ||
         (option == "-v" && listed("node npm", words[0].text)) ||
         (option == "-V" && listed("cargo rustc", words[0].text));
}

bool checks_syntax(Words words) {
  if (words.size() != 3 || words[2].text.find_first_of("-+") == 0) return false;
  const std::string& option = words[1].text;
  return (option == "-n" && listed("bash dash sh ksh zsh", words[0].text)) ||
         (listed("--check -c", option) && listed("node nodejs", words[0].text));
}

}  // namespace termhost::approval
