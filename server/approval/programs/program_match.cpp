#include "approval/programs/program_match.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/programs/invocation.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;

/// The place of the subcommand: after options that the row of the program knows, or words that look like options.
std::size_t subcommand_place(Words words, const ProgramMatch& match, std::size_t at) {
  const Program& program = *match.program;
  const OptionTable& syntax = options_of(match.name);
  if (program.has(Toolchain) && at < words.size() && chooses_toolchain(words[at])) ++at;
  while (at < words.size() && words[at].known() && words[at].text.size() > 1 && words[at].text[0] == '-') {
    if (words[at].text == "--") return words.size();  // there is none
    at += read_option(words, at, syntax, [](const Option&) {});
  }
  return at;
}

/// `./gradlew`, `node_modules/.bin/jest`: the path of a runner's own script means the runner.
void take_runner_of(ProgramMatch& match) {
  if (match.name.find('/') == std::string::npos) return;
  const std::string_view name = base_name(match.name);
  const Program* const program = find_program(name);
  if (program == nullptr || !program->has(OfProject) || program->has(Reads | AnyWord | Wraps)) return;
  match.name = name;
  match.program = program;
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

ProgramMatch match_program(Words words, ShellKind shell) {
  ProgramMatch match{.name = words[0].text};
  if (shell == ShellKind::PowerShell) {
    if (const Program* cmdlet = find_cmdlet(lower(match.name)))
      return {.name = lower(match.name), .program = cmdlet, .cmdlet = true};
    static const Program of_another_shell{.flags = ReadsCommands};
    if (is_builtin(match.name) && !listed("test [ printf true false", match.name))  // those are programs too
      return {.name = match.name, .program = &of_another_shell, .cmdlet = true};
  }
  match.program = find_program(match.name);
  if (match.program == nullptr) take_runner_of(match);
  while (match.program == nullptr ? match.before.empty() : match.program->has(Subcommands)) {
    const std::size_t at = match.program == nullptr ? match.first : subcommand_place(words, match, match.first);
    if (at >= words.size() || !words[at].known()) return match;
    const std::string two = fmt::format("{} {}", match.name, words[at].text);
    const Program* program = nullptr;
    std::size_t length = 1;
    if (at + 1 < words.size() && words[at + 1].known()) {
      program = find_program(fmt::format("{} {}", two, words[at + 1].text));
      if (program != nullptr) length = 2;
    }
    if (program == nullptr) program = find_program(two);
    if (program == nullptr && match.program == nullptr) return match;
    if (match.program != nullptr) match.before.push_back({match.program, at});
    match.name = length == 2 ? fmt::format("{} {}", two, words[at + 1].text) : two;
    match.program = program;
    match.first = at + length;
    if (program == nullptr) return match;
  }
  return match;
}

bool only_reads(const ProgramMatch& match, Words words) {
  const std::string_view with = match.program->reads_with;
  return with.empty() ||
         (match.first < words.size() && words[match.first].known() && listed(with, words[match.first].text));
}

bool describes_itself(const ProgramMatch& match, Words words) {
  if (words.size() != 2 || is_builtin(match.name)) return false;
  const std::string& name = words[0].text;
  const std::string& option = words[1].text;
  if (name == "dotnet") return listed("--list-sdks --list-runtimes", option);  // not --version: global.json names one
  if ((kinds_of(name) & TellsOfItself) == 0) return false;
  return option == "--version" ||
         (option == "--help" && match.program != nullptr && !match.program->has(ReadsCommands)) ||
         (option == "-v" && listed("node docker bun gem", name)) ||
         (option == "-V" && listed("cargo rustc pip pip3 rg jq uv", name)) ||
         (listed("-v -dumpversion -dumpmachine", option) && listed("gcc g++ cc c++ clang clang++", name));
}

bool checks_syntax(Words words) {
  if (words.size() != 3 || words[2].start().find_first_not_of("-+") != 0) return false;
  const std::string& option = words[1].text;
  return (option == "-n" && listed("bash dash sh ksh zsh", words[0].text)) ||
         (listed("--check -c", option) && listed("node nodejs", words[0].text)) ||
         (option == "-l" && words[0].text == "php");
}

}  // namespace termhost::approval
