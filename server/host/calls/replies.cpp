#include "host/calls/replies.hpp"

#include <algorithm>
#include <utility>

#include "host/executions/live_output.hpp"

namespace termhost::host {
namespace {

using tool::ExecutionNewsState;

ExecutionNewsState news_state(terminal::ExecutionState state) {
  if (state == terminal::ExecutionState::Lost) return ExecutionNewsState::Lost;
  return terminal::is_terminal_state(state) ? ExecutionNewsState::Finished : ExecutionNewsState::Running;
}

/// Leaves of the output what is new to one who was told of it before.
void tell_only_news(tool::CommandResult& result, terminal::Execution& execution) {
  result.output = execution.log().take_unread();
  if (terminal::OutputLog* errors = execution.stderr_log()) result.error_output = errors->take_unread();
  result.only_news = true;
}

/// The next termhost tells its end.
bool outlives_us(const Call& call, const ExecutionRecord* record) {
  return call.machine.outcome() == tool::Answer::Abandoned && call.request.keep && record != nullptr &&
         !record->execution.ended();
}

/// News of a command that no shell has got.
tool::ExecutionDetails news_of(const tool::CommandResult& result, ExecutionNewsState state) {
  return {.terminal = {},
          .execution = result.execution,
          .command = result.command,
          .cwd = result.cwd,
          .state = state,
          .reason = result.reason};
}

}  // namespace

void Replies::answer(CallId id, tool::Answer answer) {
  Call* call = calls_.find(id);
  if (call == nullptr) return;
  tool::CommandResult result = results_.of(*call, answer);
  call->told_waiting = answer == tool::Answer::Waiting;
  call->request.until = {};
  if (ExecutionRecord* record = executions_.find(call->execution)) reported_to_agent(*record);
  if (const Replied replied = std::exchange(call->replied, nullptr)) replied(std::move(result));
}

/// Facts in an answer are not news any more.
void Replies::reported_to_agent(ExecutionRecord& record) {
  record.reported.in_answer(record.execution.ended());
  record.input.told_agent();
  record.execution.log().mark_told();
  if (terminal::OutputLog* errors = record.execution.stderr_log()) errors->mark_told();
}

Effects Replies::release(CallId id) {
  const Call* call = calls_.find(id);
  if (call == nullptr) return {};
  acquisitions_.forget(id);
  ExecutionRecord* record = executions_.find(call->execution);
  const auto unstarted = result_if_never_ran(*call);
  if (!outlives_us(*call, record))
    tell_complete(context_.shim, *call, record, unstarted ? &*unstarted : nullptr, context_.now());
  Effects effects;
  if (record != nullptr) {
    record->call.reset();
    // A terminal that was taken for the call and never got its command is idle again.
    const bool never_sent = record->execution.state() == terminal::ExecutionState::Announced && !record->submitted();
    effects = never_sent ? executions_.drop_unstarted(*record) : free_unreported(call->terminal, *record);
  }
  settle_unstarted(*call);
  calls_.erase(id);
  return effects;
}

std::optional<tool::CommandResult> Replies::result_if_never_ran(const Call& call) const {
  const auto outcome = call.machine.outcome();
  const bool never_ran = outcome == tool::Answer::Rejected || outcome == tool::Answer::NeverStarted ||
                         outcome == tool::Answer::FailedToStart;
  if (!never_ran) return std::nullopt;
  return results_.of(call, *outcome);
}

/// A call whose execution could be known, and that never ran: whoever asks for it later hears how it ended.
void Replies::settle_unstarted(const Call& call) {
  if (call.execution.empty() || executions_.find(call.execution) != nullptr) return;
  if (unstarted_.size() >= remembered_executions) unstarted_.erase(unstarted_.begin());
  unstarted_.insert_or_assign(
      call.execution, Unstarted{results_.of(call, *call.machine.outcome()), call.request.task, !call.told_waiting});
  answer_waiters(call.execution);
}

/// An execution whose start was never reported gets no other report. Without a process to look at, it is lost, so that
/// its terminal is not busy for ever. The terminal makes room when another is needed.
Effects Replies::free_unreported(const base::TerminalId& id, ExecutionRecord& record) {
  terminal::Terminal* terminal = terminals_.find(id);
  if (terminal == nullptr || !record.awaits_start()) return {};
  if (terminals_.look(*terminal) && !terminal->reports_untrusted()) return {};  // the acquisitions look after it
  terminal->distrust_reports();
  return executions_.end(record, terminal::ExecutionEvent::TerminalClosed, {.drained = false});
}

bool Replies::knows(const base::ExecutionId& execution) const {
  return executions_.find(execution) != nullptr || unstarted_.contains(execution) || calls_.find(execution) != nullptr;
}

bool Replies::has_ended(const base::ExecutionId& execution) const {
  const ExecutionRecord* record = std::as_const(executions_).find(execution);
  return record != nullptr ? record->execution.ended() : unstarted_.contains(execution);
}

std::optional<base::TaskId> Replies::task_of(const base::ExecutionId& execution) const {
  if (const ExecutionRecord* record = std::as_const(executions_).find(execution)) return record->task;
  if (const auto unstarted = unstarted_.find(execution); unstarted != unstarted_.end()) return unstarted->second.task;
  if (const Call* call = std::as_const(calls_).find(execution)) return call->request.task;
  return std::nullopt;
}

std::optional<tool::CommandResult> Replies::result_now(const base::ExecutionId& execution,
                                                       const base::ToolCallId& tool_call) {
  if (ExecutionRecord* record = executions_.find(execution)) {
    tool::CommandResult result = results_.of(*record, tool_call);
    if (record->reported.running() && !record->reported.end()) tell_only_news(result, record->execution);
    reported_to_agent(*record);
    return result;
  }
  if (const auto unstarted = unstarted_.find(execution); unstarted != unstarted_.end()) {
    unstarted->second.reported = true;
    tool::CommandResult result = unstarted->second.result;
    result.tool_call = tool_call;
    return result;
  }
  if (const Call* call = std::as_const(calls_).find(execution)) return results_.of(*call, tool::Answer::Waiting);
  return std::nullopt;
}

void Replies::wait_for(const base::ExecutionId& execution, base::Millis timeout, base::ToolCallId tool_call,
                       Replied replied, tool::Until until) {
  if (has_ended(execution)) return replied(*result_now(execution, tool_call));
  if (!knows(execution)) return;
  waiters_.push_back({.execution = execution,
                      .tool_call = std::move(tool_call),
                      .replied = std::move(replied),
                      .timer = {},
                      .until = std::move(until),
                      .met = {}});
  const auto waiter = std::prev(waiters_.end());
  waiter->timer = context_.scheduler.after(timeout, [this, waiter] {
    Waiter done = std::move(*waiter);
    waiters_.erase(waiter);
    reply(std::move(done));
  });
}

void Replies::reply(Waiter waiter) {
  auto result = result_now(waiter.execution, waiter.tool_call);
  if (!result) return;
  result->met = std::move(waiter.met);
  waiter.replied(std::move(*result));
}

void Replies::answer_waiters(const base::ExecutionId& execution) {
  answer_waiters_if([&](const Waiter& waiter) { return waiter.execution == execution; });
}

void Replies::answer_waiters_if(const std::function<bool(Waiter&)>& chosen) {
  std::list<Waiter> done;
  for (auto waiter = waiters_.begin(); waiter != waiters_.end();) {
    const auto next = std::next(waiter);
    if (chosen(*waiter)) done.splice(done.end(), waiters_, waiter);
    waiter = next;
  }
  for (Waiter& waiter : done) {
    context_.cancel(waiter.timer);
    reply(std::move(waiter));
  }
}

std::vector<tool::Until> Replies::awaited(const base::ExecutionId& execution) const {
  std::vector<tool::Until> found;
  const Call* call = std::as_const(calls_).find(execution);
  if (call != nullptr && !call->machine.answered()) found.push_back(call->request.until);
  for (const Waiter& waiter : waiters_)
    if (waiter.execution == execution) found.push_back(waiter.until);
  std::erase_if(found, [](const tool::Until& until) { return until.only_the_end(); });
  return found;
}

Effects Replies::meet(const base::ExecutionId& execution, const Check& check) {
  answer_waiters_if([&](Waiter& waiter) {
    if (waiter.execution != execution) return false;
    waiter.met = check(waiter.until);
    return waiter.met.has_value();
  });
  const Call* awaiting = std::as_const(calls_).find(execution);
  if (awaiting == nullptr || awaiting->machine.answered()) return {};
  Call* call = calls_.find(awaiting->id);
  call->met = check(call->request.until);
  return call->met ? Effects{effect::TellCall{call->id, tool::RunEvent::WaitMet}} : Effects();
}

void Replies::answer_all_waiters() {
  while (!waiters_.empty()) answer_waiters(base::ExecutionId(waiters_.front().execution));
}

void Replies::stop_waiting(const base::ToolCallId& tool_call) {
  std::erase_if(waiters_, [&](Waiter& waiter) {
    if (waiter.tool_call != tool_call) return false;
    context_.cancel(waiter.timer);
    return true;
  });
}

tool::ExecutionDetails Replies::news_of(ExecutionRecord& record) {
  const terminal::Execution& execution = record.execution;
  record.execution.log().flush(context_.now());  // what is left out below is in the artifact
  record.execution.log().settle();
  return {.terminal = execution.terminal(),
          .execution = execution.id(),
          .command = record.line(),
          .cwd = record.place.cwd,
          .state = news_state(execution.state()),
          .hot = execution.hot(context_.now()),
          .completion = execution.completion(),
          .duration = execution.duration(context_.now()),
          .unread = record.execution.log().take_unread(),
          .owned = record.place.integration == terminal::Integration::Owned ||
                   record.place.integration == terminal::Integration::Pipes};
}

std::vector<tool::ExecutionDetails> Replies::take_news(const base::TaskId& task) {
  std::vector<tool::ExecutionDetails> news;
  for (auto& [id, record] : executions_.all()) {
    const terminal::Execution& execution = record.execution;
    const bool of_agent = execution.origin() == terminal::Origin::Submitted && record.submitted();
    const bool no_command = execution.state() == terminal::ExecutionState::Phantom;
    if (!of_agent || record.task != task || record.reported.end() || no_command) continue;
    news.push_back(news_of(record));
    record.reported.as_news(execution.ended());
  }
  for (auto& [id, unstarted] : unstarted_) {
    if (unstarted.task != task || std::exchange(unstarted.reported, true)) continue;
    news.push_back(host::news_of(unstarted.result, ExecutionNewsState::NeverRan));
  }
  for (const CallId id : acquisitions_.queued()) {
    const Call& call = *calls_.find(id);
    if (call.request.task != task) continue;
    news.push_back(host::news_of(results_.of(call, tool::Answer::Waiting), ExecutionNewsState::Waiting));
  }
  return news;
}

}  // namespace termhost::host
