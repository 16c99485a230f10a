#include "host/task_places.hpp"

namespace termhost::host {

std::string TaskPlaces::cwd_of(const base::TaskId& task) const {
  const auto place = places_.find(task);
  if (place == places_.end()) return {};
  const terminal::Terminal* there = terminals_.find(place->second.terminal);
  return there != nullptr && !there->closed ? there->cwd : place->second.cwd;
}

base::TerminalId TaskPlaces::terminal_of(const base::TaskId& task) const {
  const auto place = places_.find(task);
  return place == places_.end() ? base::TerminalId() : place->second.terminal;
}

void TaskPlaces::remember(const base::TaskId& task, const terminal::Terminal& terminal) {
  if (terminal.runs_shell()) places_.insert_or_assign(task, Place{terminal.id, terminal.cwd});
}

}  // namespace termhost::host
