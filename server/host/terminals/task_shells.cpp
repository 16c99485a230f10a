#include "host/terminals/task_shells.hpp"

#include <algorithm>

#include "sandbox/reach.hpp"

namespace termhost::host {
namespace {

/// False for a folder that is there only in a trial: its temporary folder, or one that a command made in its copy.
bool leads_outside(const terminal::Terminal& terminal) {
  const sandbox::Sandbox& held = terminal.identity().sandbox;
  if (held.level != sandbox::Level::Trial) return true;
  return !terminal.used_up() &&
         std::any_of(held.workspace.begin(), held.workspace.end(),
                     [&](const std::string& folder) { return sandbox::lies_in(terminal.cwd(), folder); });
}

}  // namespace

std::string TaskShells::cwd_of(const base::TaskId& task) const {
  const auto shell = shells_.find(task);
  if (shell == shells_.end()) return {};
  const terminal::Terminal* there = terminals_.find(shell->second.terminal);
  return there != nullptr && !there->closed() && leads_outside(*there) ? there->cwd() : shell->second.cwd;
}

base::TerminalId TaskShells::terminal_of(const base::TaskId& task) const {
  const auto shell = shells_.find(task);
  return shell == shells_.end() ? base::TerminalId() : shell->second.terminal;
}

void TaskShells::remember(const base::TaskId& task, const terminal::Terminal& terminal) {
  if (!terminal.runs_shell()) return;
  Shell& shell = shells_[task];
  shell.terminal = terminal.id();
  if (shell.cwd.empty() || leads_outside(terminal)) shell.cwd = terminal.cwd();
}

}  // namespace termhost::host
