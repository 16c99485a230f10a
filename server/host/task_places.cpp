// Where a task's commands run: in the shell of its last one, where that one left it.
#include "host/host.hpp"

namespace termhost::host {

std::string Host::usual_cwd(const base::TaskId& task) const {
  const auto place = places_.find(task);
  if (place == places_.end()) return environment_.cwd;
  const terminal::Terminal* there = registry_.find(place->second.terminal);
  return there != nullptr && !there->closed ? there->cwd : place->second.cwd;
}

void Host::remember_place(const base::TaskId& task, const terminal::Terminal& terminal) {
  if (terminal.runs_shell()) places_.insert_or_assign(task, TaskPlace{terminal.id, terminal.cwd});
}

/// What keeps the task's usual shell from running this call; nothing if it is to be told of no other shell.
std::optional<base::ExecutionId> Host::usual_shell_runs(const Call& call, const terminal::Terminal& taken) const {
  const auto place = places_.find(call.request.task);
  if (place == places_.end() || place->second.terminal == taken.id || !taken.runs_shell()) return std::nullopt;
  const terminal::Terminal* usual = registry_.find(place->second.terminal);
  if (usual == nullptr || usual->closed || usual->asked_shell != call.request.shell) return std::nullopt;
  if (usual->current.empty() || is_persons(usual->current)) return std::nullopt;
  return usual->current;
}

}  // namespace termhost::host
