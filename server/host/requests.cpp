// The tools beside execute_command: waiting, stopping, and what the agent is told of its environment.
#include <algorithm>

#include <fmt/format.h>

#include "host/host.hpp"

namespace termhost::host {
namespace {

constexpr base::Millis default_wait{30'000};
constexpr std::size_t unread_bytes = 4096;
tool::ExecutionNewsState news_state(terminal::ExecutionState state) {
  if (state == terminal::ExecutionState::Lost) return tool::ExecutionNewsState::Lost;
  return terminal::is_terminal_state(state) ? tool::ExecutionNewsState::Finished : tool::ExecutionNewsState::Running;
}

constexpr base::Millis stop_patience = tool::interrupt_grace + tool::terminate_grace + tool::kill_grace;

}  // namespace

/// What is known of an execution now, whatever its state; nothing if there is none of that id.
std::optional<tool::CommandResult> Host::result_now(const base::ExecutionId& execution,
                                                    const base::ToolCallId& tool_call) {
  if (ExecutionRecord* record = record_of(execution)) {
    tool::CommandResult result = result_of(*record, tool_call);
    const bool told_before = record->told_running && !record->told;
    if (told_before) result.news = record->execution.log().take_unread(settings_.output_preview_bytes);
    reported_to_agent(*record);
    return result;
  }
  if (const auto unstarted = unstarted_.find(execution); unstarted != unstarted_.end()) {
    unstarted->second.reported = true;
    tool::CommandResult result = unstarted->second.result;
    result.tool_call = tool_call;
    return result;
  }
  if (const Call* call = queued_call(execution)) return result_of(*call, tool::Answer::Waiting);
  return std::nullopt;
}

bool Host::has_ended(const base::ExecutionId& execution) const {
  const auto record = executions_.find(execution);
  return record != executions_.end() ? record->second.execution.ended() : unstarted_.contains(execution);
}

void Host::wait_for(const base::ExecutionId& execution, std::optional<base::Millis> timeout, base::ToolCallId tool_call,
                    Replied replied) {
  if (has_ended(execution)) return replied(*result_now(execution, tool_call));
  if (!knows(execution)) return;
  waiters_.push_back(
      {.execution = execution, .tool_call = std::move(tool_call), .replied = std::move(replied), .timer = {}});
  const auto waiter = std::prev(waiters_.end());
  waiter->timer = ports_.scheduler->after(timeout.value_or(default_wait), [this, waiter] {
    Waiter done = std::move(*waiter);
    waiters_.erase(waiter);
    if (auto result = result_now(done.execution, done.tool_call)) done.replied(std::move(*result));
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
    if (auto result = result_now(execution, done.tool_call)) done.replied(std::move(*result));
  }
}

void Host::stop_waiting(const base::ToolCallId& tool_call) {
  std::erase_if(waiters_, [&](const Waiter& waiter) {
    if (waiter.tool_call != tool_call) return false;
    if (waiter.timer) ports_.scheduler->cancel(*waiter.timer);
    return true;
  });
}

void Host::close_terminal_of(const base::ExecutionId& execution) {
  const ExecutionRecord* record = record_of(execution);
  if (record != nullptr && ports_.owned != nullptr) ports_.owned->close(record->execution.terminal());
}

void Host::stop(const base::ExecutionId& execution, std::optional<StopStep> step, StopCause cause,
                base::ToolCallId tool_call, Replied replied) {
  if (has_ended(execution)) {
    const ExecutionRecord* record = record_of(execution);
    const bool told = record != nullptr && record->told;
    tool::CommandResult result = *result_now(execution, tool_call);
    if (told) result.news = terminal::Unread{};
    result.already_ended = true;
    return replied(std::move(result));
  }
  wait_for(execution, stop_patience, std::move(tool_call), std::move(replied));
  ExecutionRecord* record = record_of(execution);
  if (record == nullptr) {
    if (const Call* queued = queued_call(execution)) request_stop(queued->id, cause);
    return;
  }
  // Before its start is known the keys would meet the line itself.
  const bool started = record->execution.state() != terminal::ExecutionState::Announced;
  if (record->call && (!step || !started)) return request_stop(*record->call, cause);
  if (!started) {
    record->stop_at_start = cause;
    return;
  }
  const bool of_person = record->execution.origin() == terminal::Origin::Person;
  if (step && !(of_person && *step == StopStep::Kill)) return stop_now(*record, *step, cause);
  escalate_stop(*record, StopStep::Interrupt, cause);
}

/// The ladder of stopping for a command that no call waits on any more.
void Host::escalate_stop(ExecutionRecord& record, StopStep step, StopCause cause) {
  stop_now(record, step, cause);
  const auto next = tool::step_after(step);
  const bool closes_terminal = next == StopStep::Kill && record.execution.origin() == terminal::Origin::Person;
  if (!next || closes_terminal) return;
  ports_.scheduler->after(tool::grace_after(step), [this, id = record.execution.id(), next = *next, cause] {
    ExecutionRecord* still = record_of(id);
    if (still != nullptr && !still->execution.ended()) escalate_stop(*still, next, cause);
  });
}

/// What is told in an answer is not news any more.
void Host::reported_to_agent(ExecutionRecord& record) {
  record.told = record.execution.ended();
  record.told_running = true;
  record.execution.log().mark_told();
}

std::vector<tool::ExecutionDetails> Host::take_environment_details(const base::TaskId& task) {
  see_untold_terminals();
  std::vector<tool::ExecutionDetails> details;
  for (auto& [id, record] : executions_) {
    const terminal::Execution& e = record.execution;
    const bool of_agent = e.origin() == terminal::Origin::Submitted && !record.submitted.empty();
    if (!of_agent || record.task != task || record.told || e.state() == terminal::ExecutionState::Phantom) continue;
    record.execution.log().flush(now());  // what is left out below is in the artifact
    terminal::Unread unread = record.execution.log().take_unread(unread_bytes);
    details.push_back({.terminal = e.terminal(),
                       .execution = id,
                       .command = record.line(),
                       .cwd = record.cwd,
                       .state = news_state(e.state()),
                       .hot = e.hot(now()),
                       .completion = e.completion(),
                       .duration = e.duration(now()),
                       .unread = std::move(unread.text),
                       .unread_omitted = unread.omitted_bytes,
                       .owned = record.integration == terminal::Integration::Owned ||
                                record.integration == terminal::Integration::Pipes,
                       .artifact_id = record.execution.log().snapshot().artifact_id});
    record.told = e.ended();
  }
  add_unstarted_details(details, task);
  return details;
}

/// Calls that the agent was told are waiting, and what became of those that never ran.
void Host::add_unstarted_details(std::vector<tool::ExecutionDetails>& details, const base::TaskId& task) {
  const auto row = [](const tool::CommandResult& result, tool::ExecutionNewsState state) {
    return tool::ExecutionDetails{.terminal = {},
                                  .execution = result.execution,
                                  .command = result.command,
                                  .cwd = result.cwd,
                                  .state = state,
                                  .reason = result.reason};
  };
  for (auto& [id, unstarted] : unstarted_) {
    if (unstarted.task != task || std::exchange(unstarted.reported, true)) continue;
    details.push_back(row(unstarted.result, tool::ExecutionNewsState::NeverRan));
  }
  for (const CallId id : waiting_) {
    const Call* call = calls_.contains(id) ? &calls_.at(id) : nullptr;
    if (call == nullptr || call->request.task != task) continue;
    details.push_back(row(result_of(*call, tool::Answer::Waiting), tool::ExecutionNewsState::Waiting));
  }
}

}  // namespace termhost::host
