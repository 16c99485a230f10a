#include "host/executions/shell_phases.hpp"

namespace termhost::host {

void ShellPhases::tell() const {
  for (const auto& [id, terminal] : terminals_.registry().all()) {
    const terminal::Source source = terminal.identity().source;
    const bool run_by_us = source == terminal::Source::Owned || source == terminal::Source::Pipes;
    if (run_by_us) context_.owned.tell_phase(id, phase_of(terminal));
  }
}

ShellPhase ShellPhases::phase_of(const terminal::Terminal& terminal) const {
  const ExecutionRecord* current = executions_.find(terminal.current());
  if (current != nullptr && current->running()) return ShellPhase::RunsCommand;
  return terminal.has_stream() && terminal.stream()->has_marks() ? ShellPhase::Idle : ShellPhase::Starting;
}

}  // namespace termhost::host
