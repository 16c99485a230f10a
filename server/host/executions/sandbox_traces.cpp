#include "host/executions/sandbox_traces.hpp"

#include <utility>

namespace termhost::host {

void see_refusals(OwnedTerminals& owned, ExecutionRecord& record) {
  if (!record.place.sandbox.is_on()) return;
  for (sandbox::Refusal& refusal : owned.take_refusals(record.execution.terminal()))
    add(record.refusals, std::move(refusal));
}

bool see_changes(OwnedTerminals& owned, ExecutionRecord& record) {
  if (record.place.sandbox.level != sandbox::Level::Trial || record.execution.origin() != terminal::Origin::Submitted)
    return false;
  record.changes = owned.take_changes(record.execution.terminal());
  return true;
}

void forget_earlier_traces(OwnedTerminals& owned, const ExecutionRecord& record) {
  const base::TerminalId& terminal = record.execution.terminal();
  if (record.place.sandbox.is_on()) (void)owned.take_refusals(terminal);
  if (record.place.sandbox.level == sandbox::Level::Trial) (void)owned.take_changes(terminal);
}

}  // namespace termhost::host
