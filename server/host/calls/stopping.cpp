#include "host/calls/stopping.hpp"

#include <utility>

namespace termhost::host {

Effects Stopping::wished(const event::ExecutionStopWished& event) {
  ExecutionRecord* record = executions_.find(event.execution);
  if (record == nullptr) {
    const Call* queued = std::as_const(calls_).find(event.execution);
    return queued == nullptr ? Effects() : calls_.stop(queued->id, event.cause);
  }
  // Before its start is known the keys would meet the line itself.
  const bool started = record->execution.state() != terminal::ExecutionState::Announced;
  if (record->call && (!event.step || !started)) return calls_.stop(*record->call, event.cause);
  if (!started) {
    record->stop.wait_for_start(event.cause);
    return {};
  }
  const bool kills = event.step == StopStep::Kill, of_person = record->execution.origin() == terminal::Origin::Person;
  if (event.step && !kills)
    executions_.stop(*record, *event.step, event.cause);
  else
    escalate(event.execution, kills && !of_person ? StopStep::Kill : StopStep::Interrupt, event.cause);
  return {};
}

void Stopping::step(const effect::Stop& stop) {
  ExecutionRecord* record = executions_.find(stop.execution);
  if (record != nullptr && !record->execution.ended()) executions_.stop(*record, stop.step, stop.cause);
}

void Stopping::escalate(const base::ExecutionId& id, StopStep step, StopCause cause) {
  ExecutionRecord* record = executions_.find(id);
  if (record == nullptr || record->execution.ended()) return;
  executions_.stop(*record, step, cause);
  const auto next = tool::step_after(step);
  const bool closes_terminal = next == StopStep::Kill && record->execution.origin() == terminal::Origin::Person;
  if (next && !closes_terminal) context_.after(tool::grace_after(step), event::StopStepDue{id, *next, cause});
}

}  // namespace termhost::host
