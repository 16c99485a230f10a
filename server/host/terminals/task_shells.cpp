#include "host/terminals/task_shells.hpp"

namespace termhost::host {

std::string TaskShells::cwd_of(const base::TaskId& task) const {
  const auto shell = shells_.find(task);
  if (shell == shells_.end()) return {};
  const terminal::Terminal* there = terminals_.find(shell->second.terminal);
  return there != nullptr && !there->closed() ? there->cwd() : shell->second.cwd;
}

base::TerminalId TaskShells::terminal_of(const base::TaskId& task) const {
  const auto shell = shells_.find(task);
  return shell == shells_.end() ? base::TerminalId() : shell->second.terminal;
}

void TaskShells::remember(const base::TaskId& task, const terminal::Terminal& terminal) {
  if (terminal.runs_shell()) shells_.insert_or_assign(task, Shell{terminal.id(), terminal.cwd()});
}

}  // namespace termhost::host
