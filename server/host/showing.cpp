#include "host/showing.hpp"

namespace termhost::host {
namespace {

constexpr base::Millis question_look_interval{1000};
constexpr base::Millis quiet_before_question{3000};  // a program that asks has said so by then, and waits
constexpr base::Millis long_run{10'000};

}  // namespace

void Showing::watch(const base::ExecutionId& execution) const {
  const ExecutionRecord* record = executions_.find(execution);
  if (record == nullptr || !wanted(*record)) return;
  around_.scheduler.after(question_look_interval, [this, execution] {
    const ExecutionRecord* running = executions_.find(execution);
    if (running == nullptr || running->execution.ended()) return;
    if (!deserves_a_look(*running)) return watch(execution);
    around_.shim.show(running->execution.terminal());
  });
}

bool Showing::wanted(const ExecutionRecord& record) const {
  const bool of_agent = record.execution.origin() == terminal::Origin::Submitted;
  return of_agent && around_.settings().show_terminal != ShowTerminal::Never && around_.shim.capabilities().show;
}

bool Showing::deserves_a_look(const ExecutionRecord& record) const {
  const base::Millis duration = record.execution.duration(around_.now());
  if (around_.settings().show_terminal == ShowTerminal::WhenLong && duration >= long_run) return true;
  const std::optional<base::Instant> last = record.execution.last_output();
  const base::Millis quiet = last ? base::elapsed(*last, around_.now()) : duration;
  const terminal::Terminal* t = terminals_.find(record.execution.terminal());
  return quiet >= quiet_before_question && t != nullptr && terminals_.input_reader(*t).has_value();
}

}  // namespace termhost::host
