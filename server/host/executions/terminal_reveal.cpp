#include "host/executions/terminal_reveal.hpp"

namespace termhost::host {
namespace {

constexpr base::Millis long_run{10'000};

bool wants_to_see(ShowTerminal setting, tool::InputKind awaited) {
  switch (setting) {
    case ShowTerminal::Never: return false;
    case ShowTerminal::WhenPassword: return awaited == tool::InputKind::Secret;
    case ShowTerminal::WhenWaiting:
    case ShowTerminal::WhenLong: return true;
  }
  return false;
}

}  // namespace

void TerminalReveal::watch(const base::ExecutionId& execution) const {
  if (context_.settings().show_terminal != ShowTerminal::WhenLong) return;
  context_.scheduler.after(long_run, [this, execution] {
    ExecutionRecord* record = executions_.find(execution);
    if (record != nullptr && !record->execution.ended()) show(*record);
  });
}

void TerminalReveal::awaits_user(ExecutionRecord& record) const {
  if (record.input.awaited_of_user() &&
      wants_to_see(context_.settings().show_terminal, record.input.awaited_of_user()->kind))
    show(record);
}

void TerminalReveal::show(ExecutionRecord& record) const {
  const bool of_agent = record.execution.origin() == terminal::Origin::Submitted;
  if (!of_agent || record.was_shown || !context_.shim.capabilities().show) return;
  record.was_shown = true;
  context_.shim.show(record.execution.terminal());
}

}  // namespace termhost::host
