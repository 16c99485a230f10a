// The tools beside execute_command: waiting, input, stopping, and what the agent is told of its environment.
#include <algorithm>

#include <fmt/format.h>

#include "host/host.hpp"

namespace termhost::host {
namespace {

constexpr base::Millis default_wait{30'000};
constexpr std::size_t unread_bytes = 4096;

}  // namespace

void Host::wait_for(const base::ExecutionId& execution, std::optional<base::Millis> timeout, base::ToolCallId tool_call,
                    Replied replied) {
  ExecutionRecord* record = record_of(execution);
  if (record == nullptr) return;
  if (record->execution.ended()) {
    record->told = true;
    return replied(result_of(*record, tool_call));
  }
  waiters_.push_back(
      {.execution = execution, .tool_call = std::move(tool_call), .replied = std::move(replied), .timer = {}});
  const auto waiter = std::prev(waiters_.end());
  waiter->timer = ports_.scheduler->after(timeout.value_or(default_wait), [this, waiter] {
    Waiter done = std::move(*waiter);
    waiters_.erase(waiter);
    if (ExecutionRecord* late = record_of(done.execution)) done.replied(result_of(*late, done.tool_call));
  });
}

void Host::answer_waiters(const base::ExecutionId& execution) {
  for (auto waiter = waiters_.begin(); waiter != waiters_.end();) {
    if (waiter->execution != execution) {
      ++waiter;
      continue;
    }
    Waiter done = std::move(*waiter);
    waiter = waiters_.erase(waiter);
    if (done.timer) ports_.scheduler->cancel(*done.timer);
    ExecutionRecord* record = record_of(execution);
    if (record == nullptr) continue;
    record->told = true;
    done.replied(result_of(*record, done.tool_call));
  }
}

base::Expected<void, std::string> Host::send_input(const base::ExecutionId& execution, std::string_view text) {
  const ExecutionRecord* record = record_of(execution);
  if (record == nullptr)
    return base::unexpected(
        fmt::format("execution '{}' is unknown; list_terminals shows the running ones", execution.str()));
  if (record->execution.ended())
    return base::unexpected(fmt::format("execution '{}' has ended; it takes no input", execution.str()));
  const terminal::Terminal* t = registry_.find(record->execution.terminal());
  if (t == nullptr || t->closed)
    return base::unexpected(fmt::format("the terminal of execution '{}' is closed", execution.str()));
  if (t->source == terminal::Source::Pipes)
    return base::unexpected(std::string("a command run with pipes takes no input"));
  if (t->source == terminal::Source::Owned) {
    ports_.owned->write(t->id, text);
  } else {
    ports_.shim->send_input(t->id, text);
  }
  return {};
}

void Host::stop(const base::ExecutionId& execution, std::optional<StopStep> step, base::ToolCallId tool_call,
                Replied replied) {
  ExecutionRecord* record = record_of(execution);
  if (record == nullptr) return;
  record->stop_requested = true;
  const base::TerminalId terminal = record->execution.terminal();
  const std::optional<CallId> call = record->call;
  wait_for(execution, tool::interrupt_grace + tool::terminate_grace + tool::kill_grace, std::move(tool_call),
           std::move(replied));
  if (step) return stop_execution(terminal, *step);
  if (call) return notify(*call, tool::RunEvent::StopRequested);
  // Nobody waits on it any more. What it left behind goes with it, also after its own end.
  stop_execution(terminal, StopStep::Interrupt);
  ports_.scheduler->after(tool::interrupt_grace, [this, execution, terminal] {
    const ExecutionRecord* still = record_of(execution);
    if (still != nullptr && !still->execution.ended()) stop_execution(terminal, StopStep::Kill);
  });
}

std::vector<tool::ExecutionDetails> Host::take_environment_details(const std::optional<base::TaskId>& task) {
  std::vector<tool::ExecutionDetails> details;
  for (auto& [id, record] : executions_) {
    const terminal::Execution& e = record.execution;
    const bool of_agent = e.origin() == terminal::Origin::Submitted && !record.submitted.empty();
    const bool of_task = !task || record.task == *task || record.task.empty();
    if (!of_agent || !of_task || record.told || e.state() == terminal::ExecutionState::Phantom) continue;
    details.push_back({.terminal = e.terminal(),
                       .execution = id,
                       .command = record.command,
                       .cwd = record.cwd,
                       .running = !e.ended(),
                       .hot = e.hot(now()),
                       .completion = e.completion(),
                       .duration = e.duration(now()),
                       .unread = record.execution.log().take_unread(unread_bytes),
                       .artifact_id = record.execution.log().snapshot().artifact_id});
    record.told = e.ended();
  }
  return details;
}

}  // namespace termhost::host
