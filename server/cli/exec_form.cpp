#include "cli/exec_form.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "shell/analysis/parse.hpp"
#include "shell/analysis/simple_commands.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::cli {
namespace {

/// Builtins that change their shell, though some systems have programs of these names; and what starts something that
/// is meant to stay.
constexpr std::array<std::string_view, 19> stays_outside{
    "alias", "bg",     "cd",     "command", "daemon", "exec",   "fg",    "hash",    "jobs", "nohup",
    "read",  "screen", "setsid", "tmux",    "type",   "ulimit", "umask", "unalias", "wait"};

bool is_program(const shell::ShellWord& word, const ExecForm& form) {
  if (!word.known()) return false;
  const std::string name = std::filesystem::path(word.text).filename().string();
  return std::find(stays_outside.begin(), stays_outside.end(), name) == stays_outside.end() &&
         !form.locate(word.text).empty();
}

bool goes_to_background(const shell::SyntaxTree& tree) {
  for (shell::NodeId id = 0; id < tree.size(); ++id)
    if ((tree.node(id).flags & shell::Background) != 0 || tree.node(id).kind == shell::NodeKind::Coproc) return true;
  return false;
}

bool needs_no_state(const shell::SimpleCommand& command) {
  return command.assignments.empty() && std::all_of(command.words.begin(), command.words.end(),
                                                    [](const shell::ShellWord& word) { return word.known(); });
}

}  // namespace

std::string exec_command(std::string_view command, const ExecForm& form) {
  return fmt::format("{} exec --pipes --shell {} -- {}", form.program, shell::to_string(form.shell),
                     shell::quote(command, form.shell));
}

std::string command_in_exec(std::string_view line, const ExecForm& form) {
  const std::vector<shell::SimpleCommand> found = shell::simple_commands(line, form.shell).commands;
  if (found.empty() || found.front().words.empty()) return {};
  std::string inner = found.front().words.back().text;
  return exec_command(inner, form) == line ? inner : "";
}

bool same_in_exec(std::string_view command, ShellState state, const ExecForm& form) {
  const shell::SyntaxTree tree = shell::parse(command, form.shell);
  const shell::SimpleCommands found = shell::simple_commands(tree, form.shell);
  if (!found.problem.empty() || !found.functions.empty() || goes_to_background(tree)) return false;
  return std::all_of(found.commands.begin(), found.commands.end(), [&](const shell::SimpleCommand& each) {
    return !each.words.empty() && is_program(each.words.front(), form) &&
           (state == ShellState::Fresh || needs_no_state(each));
  });
}

}  // namespace termhost::cli
