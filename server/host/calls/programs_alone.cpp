#include "host/calls/programs_alone.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "approval/programs/program_kinds.hpp"
#include "base/ascii.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::host {
namespace {

using shell::ShellWord;

/// Builtins that set nothing.
constexpr std::array<std::string_view, 5> harmless{"echo", "false", "pwd", "test", "true"};

bool is_known(const ShellWord& word) { return word.known(); }

/// As the shell script takes it: no pattern, no separator.
bool is_plain_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return base::is_letter_or_digit(c) || std::string_view("_.+-").find(c) != std::string_view::npos;
  });
}

/// A coprocess sets variables.
bool has_coprocess(const shell::SyntaxTree& tree) {
  for (shell::NodeId id = 0; id < tree.size(); ++id)
    if (tree.node(id).kind == shell::NodeKind::Coproc) return true;
  return false;
}

bool runs_a_program(const shell::SimpleCommand& command) {
  if (command.words.empty() || !command.assignments.empty() || !command.unprovable_code.empty()) return false;
  if (!std::all_of(command.words.begin(), command.words.end(), is_known)) return false;
  if (command.input && !is_known(*command.input)) return false;
  if (!std::all_of(command.redirections.begin(), command.redirections.end(),
                   [](const shell::FileRedirection& file) { return is_known(file.target); }))
    return false;
  const std::string& name = command.words.front().text;
  return is_plain_name(name) &&
         (!approval::is_builtin(name) || std::find(harmless.begin(), harmless.end(), name) != harmless.end());
}

}  // namespace

std::string programs_alone(const shell::SyntaxTree& command, shell::ShellKind shell) {
  if (shell != shell::ShellKind::Bash || has_coprocess(command)) return {};
  const shell::SimpleCommands found = shell::simple_commands(command, shell);
  if (!found.problem.empty() || !found.functions.empty() || !found.bound_names.empty() || !found.loop_words.empty())
    return {};
  if (!std::all_of(found.commands.begin(), found.commands.end(), runs_a_program)) return {};
  std::string names;
  for (const shell::SimpleCommand& each : found.commands)
    names.append(names.empty() ? "" : " ").append(each.words.front().text);
  return names;
}

}  // namespace termhost::host
