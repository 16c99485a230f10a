#include "host/terminals/task_shells.hpp"

#include <algorithm>
#include <utility>

#include "approval/files.hpp"
#include "sandbox/reach.hpp"

namespace termhost::host {

/// From a sandbox only a folder of the workspace, but not one that a command made in its copy.
bool TaskShells::folder_goes_on(const terminal::Terminal& terminal) const {
  const sandbox::Sandbox& held = terminal.identity().sandbox;
  if (!held.is_on()) return true;
  const std::string real = configuration_.real_path(terminal.cwd());
  const approval::Files* const files = configuration_.files();
  return (files == nullptr || files->is_folder(real)) &&
         std::any_of(held.workspace.begin(), held.workspace.end(), [&](const std::string& folder) {
           return sandbox::lies_in(real, configuration_.real_path(folder));
         });
}

void TaskShells::begin(const base::TaskId& task, std::string folder) {
  shells_[task] = {.terminal = {}, .outside = {}, .cwd = folder, .left = {}, .first = folder};
}

void TaskShells::forget_all() {
  std::erase_if(shells_, [](const auto& entry) { return entry.second.first.empty(); });
  for (const auto& [task, shell] : shells_) begin(task, shell.first);
}

std::string TaskShells::cwd_of(const base::TaskId& task) const {
  const auto shell = shells_.find(task);
  if (shell == shells_.end()) return {};
  const terminal::Terminal* there = terminals_.find(shell->second.terminal);
  // Another task may have taken the shell elsewhere since
  const bool is_its_own = there != nullptr && !there->closed() && there->work.task() == task && folder_goes_on(*there);
  return is_its_own ? there->cwd() : shell->second.cwd;
}

base::TerminalId TaskShells::terminal_of(const base::TaskId& task) const {
  const auto shell = shells_.find(task);
  return shell == shells_.end() ? base::TerminalId() : shell->second.terminal;
}

base::TerminalId TaskShells::outside_of(const base::TaskId& task) const {
  const auto shell = shells_.find(task);
  return shell == shells_.end() ? base::TerminalId() : shell->second.outside;
}

TaskShells::LeftState* TaskShells::left_state(const base::TaskId& task) {
  const auto shell = shells_.find(task);
  return shell == shells_.end() ? nullptr : &shell->second.left;
}

bool TaskShells::has_variables(const base::TaskId& task) const {
  const auto shell = shells_.find(task);
  return shell != shells_.end() && !shell->second.left.change.variables.empty();
}

void TaskShells::add_change(const base::TaskId& task, const shell::StateChange& change, const terminal::Terminal& by) {
  LeftState& left = shells_[task].left;
  for (const auto& [name, value] : change.variables) {
    const auto known = left.change.variables.find(name);
    if (by.identity().sandbox.is_on() && (known == left.change.variables.end() || known->second != value))
      left.only_inside.insert(name);
  }
  if (std::exchange(left.shell, by.shell()) != by.shell()) left.change.options.clear();
  shell::add(left.change, change);
}

void TaskShells::forget_state(const base::TaskId& task) {
  if (LeftState* const left = left_state(task)) *left = {};
}

void TaskShells::remember(const base::TaskId& task, const terminal::Terminal& terminal, const std::string& begun) {
  if (!terminal.runs_shell()) return;
  Shell& shell = shells_[task];
  shell.terminal = terminal.id();
  if (!terminal.identity().sandbox.is_on()) shell.outside = terminal.id();
  shell.cwd = folder_goes_on(terminal) ? terminal.cwd() : begun;
}

}  // namespace termhost::host
