// An execute_command call from question to answer: the effects of its state machine are carried out here.
#include <fmt/format.h>

#include "host/host.hpp"

namespace termhost::host {
namespace {

using tool::Clock;
using tool::EffectKind;
using tool::RunEvent;

// A call may wait this long for a terminal: one to become idle where all are busy, a cold shell, or a fallback after
// missing integration.
constexpr base::Millis longest_wait_for_terminal{120'000};
// A command that prints nothing for this long is answered as "running": silence is not its end, but the agent gets its
// turn back.
constexpr base::Millis idle_limit{300'000};

bool in_allowlist(const std::string& command, const std::vector<std::string>& prefixes) {
  for (const std::string& prefix : prefixes) {
    if (prefix.empty() || !command.starts_with(prefix)) continue;
    if (command.size() == prefix.size() || command[prefix.size()] == ' ') return true;
  }
  return false;
}

}  // namespace

tool::RunLimits Host::limits_for(const ExecuteRequest& request) const {
  tool::RunLimits limits;
  limits.terminal = longest_wait_for_terminal;
  limits.start = settings_.shell_integration_timeout + settings_.command_delay + base::Millis{1000};
  limits.idle = idle_limit;
  limits.background = request.background;
  if (request.timeout && request.timeout->count() > 0) limits.yield = request.timeout;
  if (request.limit && request.limit->count() > 0) limits.limit = request.limit;
  const base::Millis setting = settings_.command_execution_timeout;
  const bool exempt = in_allowlist(request.command, settings_.command_timeout_allowlist);
  if (!limits.limit && setting.count() > 0 && !exempt) limits.limit = setting;
  return limits;
}

Call* Host::find_call(CallId id) {
  const auto found = calls_.find(id);
  return found == calls_.end() ? nullptr : &found->second;
}

CallId Host::execute(ExecuteRequest request, Replied replied) {
  const CallId id = ++last_call_;
  if (request.cwd.empty()) request.cwd = usual_cwd(request.task);
  tool::RunCommand machine(limits_for(request));
  std::string command = request.command;
  Call& call = calls_
                   .emplace(id, Call{.id = id,
                                     .request = std::move(request),
                                     .command = std::move(command),
                                     .machine = machine,
                                     .replied = std::move(replied)})
                   .first->second;
  if (calls_.size() > max_open_executions) {
    (void)call.machine.on(RunEvent::Approved);
    fail_to_start(call, fmt::format("{} commands are open already; wait for one or stop one", max_open_executions));
    return id;
  }
  if (!call.request.shell.empty() && ports_.owned != nullptr) {
    if (const auto found = ports_.owned->find_shell(call.request.shell); !found) {
      (void)call.machine.on(RunEvent::Approved);
      fail_to_start(call, to_string(found.error()));
      return id;
    }
  }
  call.decision = check(call.request.command, call.request.cwd, shell::shell_kind_of(shell_path_for(call.request)));
  const bool approves_itself = auto_approves() && call.decision.verdict != approval::Verdict::Deny;
  if (call.request.approved || approves_itself) {
    call.decision.verdict = approval::Verdict::Allow;
  }
  perform(call, call.machine.begin(call.decision.verdict != approval::Verdict::Allow));
  return id;
}

void Host::notify(CallId id, RunEvent event) {
  if (Call* call = find_call(id)) perform(*call, call->machine.on(event));
}

void Host::cancel(CallId id) { request_stop(id, StopCause::Person); }

void Host::request_stop(CallId id, StopCause cause) {
  Call* call = find_call(id);
  if (call == nullptr) return;
  if (!call->machine.stopping()) call->stop_cause = cause;
  if (call->machine.state() == tool::RunState::AwaitingApproval)
    call->reason = "it was cancelled before anybody answered";
  notify(id, RunEvent::StopRequested);
}

void Host::background(const base::ToolCallId& tool_call) {
  for (auto& [id, call] : calls_) {
    if (call.request.tool_call == tool_call && !call.machine.answered()) {
      notify(id, RunEvent::BackgroundRequested);
      return;
    }
  }
}

// An effect may end the call, and with it the Call itself: each is looked up anew.
void Host::perform(Call& call, const std::vector<tool::Effect>& effects) {
  const CallId id = call.id;
  for (const tool::Effect& effect : effects) {
    Call* alive = find_call(id);
    if (alive == nullptr) return;
    perform(*alive, effect);
  }
}

void Host::perform(Call& call, const tool::Effect& effect) {
  switch (effect.kind) {
    case EffectKind::AskApproval: return ask_approval(call);
    case EffectKind::WithdrawApproval:
      if (ports_.shim != nullptr) ports_.shim->withdraw_approval(call.request.tool_call);
      return;
    case EffectKind::AcquireTerminal: return acquire(call);
    case EffectKind::Submit: return submit(call);
    case EffectKind::Stop:
      if (call.machine.stop_answer() == tool::Answer::TimedOut) call.stop_cause = StopCause::Limit;
      if (ExecutionRecord* record = record_of(call.execution)) stop_now(*record, effect.step, call.stop_cause);
      return;
    case EffectKind::ArmTimer: return arm(call, effect.clock, effect.delay);
    case EffectKind::CancelTimer:
      if (const auto timer = call.timers.find(effect.clock); timer != call.timers.end()) {
        ports_.scheduler->cancel(timer->second);
        call.timers.erase(timer);
      }
      return;
    case EffectKind::Answer: return answer(call, effect.answer);
    case EffectKind::Release: return release(call);
  }
}

void Host::ask_approval(Call& call) {
  ApprovalQuestion question;
  question.tool_call = call.request.tool_call;
  question.command = call.request.command;
  question.cwd = call.request.cwd;
  question.shell = shell::shell_kind_of(shell_path_for(call.request));
  question.decision = call.decision;
  const bool forbidden = call.decision.verdict == approval::Verdict::Deny;
  const auto askable = can_ask(question);
  if (forbidden || !askable) {
    call.denied = true;
    call.reason = call.decision.reason;
    if (!forbidden && !askable.error().empty()) call.reason += "; " + askable.error();
    return notify(call.id, RunEvent::Rejected);
  }
  ports_.shim->ask_approval(question, [this, id = call.id](ApprovalAnswer answer) { approval_answered(id, answer); });
}

void Host::approval_answered(CallId id, const ApprovalAnswer& answer) {
  Call* call = find_call(id);
  if (call == nullptr || call->machine.state() != tool::RunState::AwaitingApproval) return;
  call->feedback = answer.feedback;
  if (!answer.problem.empty()) {
    call->denied = true;
    call->reason = fmt::format("{}; {}", call->decision.reason, answer.problem);
  }
  if (answer.remember) {
    remember(*answer.remember);
  }
  if (answer.verdict == ApprovalVerdict::Reject || !answer.problem.empty()) return notify(id, RunEvent::Rejected);
  const bool edits = answer.verdict == ApprovalVerdict::Edit && answer.command != call->request.command;
  if (edits && answer.command.find_first_not_of(" \t\r\n") == std::string::npos) {
    call->reason = "the editor answered that the command was edited, but not to what";
    return notify(id, RunEvent::Rejected);
  }
  if (edits) {
    // What is decided on is what is submitted: an edited command is checked again, and a deny rule still holds.
    call->request.command = answer.command;
    call->edited = true;
    call->decision = check(answer.command, call->request.cwd, shell::shell_kind_of(shell_path_for(call->request)));
    if (call->decision.verdict != approval::Verdict::Allow) return ask_approval(*call);
  }
  notify(id, RunEvent::Approved);
}

/// Holds as long as the list that it was added to: until new settings name that list.
void Host::remember(const Remember& rule) {
  (rule.allowed ? settings_.allowed_commands : settings_.denied_commands).push_back(rule.prefix);
  (rule.allowed ? rules_.allowed : rules_.denied).push_back(rule.prefix);
  policy_ = approval::Policy(rules_);
}

void Host::arm(Call& call, Clock clock, base::Millis delay) {
  if (const auto old = call.timers.find(clock); old != call.timers.end()) ports_.scheduler->cancel(old->second);
  call.timers[clock] = ports_.scheduler->after(delay, [this, id = call.id, clock] { clock_elapsed(id, clock); });
}

void Host::clock_elapsed(CallId id, Clock clock) {
  Call* call = find_call(id);
  if (call == nullptr) return;
  call->timers.erase(clock);
  if (clock == Clock::Idle) {
    // The clock is not wound up with each chunk; it looks at the last one when it rings.
    const ExecutionRecord* record = record_of(call->execution);
    const std::optional<base::Instant> last = record != nullptr ? record->execution.last_output() : std::nullopt;
    const base::Millis silent = last ? base::elapsed(*last, now()) : idle_limit;
    if (silent < idle_limit) return arm(*call, clock, idle_limit - silent);
  }
  if (clock == Clock::Terminal && call->reason.empty()) {
    call->reason = call->acquisition == Acquisition::Queued
                       ? fmt::format("no terminal became free in time; {}. stop_command stops one",
                                     what_holds_terminals(call->request.task))
                       : "its shell did not come up with a prompt in time";
  }
  if (clock == Clock::Start) start_overdue(*call);
  notify(id, tool::elapsed(clock));
}

/// The line went to the shell, and no start was reported. What the editor's integration promised and did not keep makes
/// its reports useless; where there is none, nothing was promised.
void Host::start_overdue(Call& call) {
  terminal::Terminal* terminal = registry_.find(call.terminal);
  const bool untold = terminal != nullptr && terminal->integration == terminal::Integration::None;
  call.reason = untold ? "it was typed into a terminal without shell integration, which reports neither start nor end"
                       : "it was typed into the terminal, but the shell never reported its start; it may have run";
  if (terminal != nullptr && !untold) terminal->poisoned = true;
}

void Host::answer(Call& call, tool::Answer answer) {
  tool::CommandResult result = result_of(call, answer);
  call.told_waiting = answer == tool::Answer::Waiting;
  if (ExecutionRecord* record = record_of(call.execution)) reported_to_agent(*record);
  Replied replied = std::move(call.replied);
  call.replied = nullptr;
  if (replied) replied(std::move(result));
}

void Host::release(Call& call) {
  if (call.integration_timer) ports_.scheduler->cancel(*call.integration_timer);
  waiting_.remove(call.id);
  if (terminal::Terminal* awaited = registry_.find(call.terminal)) awaited->awaited = false;
  ExecutionRecord* record = record_of(call.execution);
  if (record != nullptr) record->call.reset();
  if (ports_.shim != nullptr) {
    ToolCalling event{.tool_call = call.request.tool_call,
                      .execution = call.execution,
                      .kind = ToolCallingKind::Complete,
                      .command = call.request.command,
                      .cwd = call.request.cwd};
    if (record != nullptr) event.exit_code = record->execution.completion().exit_code;
    if (record != nullptr) event.offset = record->live_stdout.bytes;
    ports_.shim->tool_calling(event);
  }
  // A terminal that was taken for the call and never got its command is idle again.
  if (record != nullptr && record->execution.state() == terminal::ExecutionState::Announced &&
      record->submitted.empty())
    disown(*record);
  settle_unstarted(call);
  const base::TerminalId terminal = call.terminal;
  const base::ExecutionId execution = call.execution;
  calls_.erase(call.id);
  free_untold(terminal, execution);
}

/// A call that was answered "waiting" and never ran: whoever asks for its execution later hears how it ended.
void Host::settle_unstarted(Call& call) {
  if (!call.told_waiting || record_of(call.execution) != nullptr) return;
  if (unstarted_.size() >= remembered_executions) unstarted_.erase(unstarted_.begin());
  unstarted_.insert_or_assign(call.execution, Unstarted{result_of(call, *call.machine.outcome()), call.request.task});
  answer_waiters(call.execution);
}

/// Where the start was never reported nothing else will be: without a process to look at, the execution is lost, and
/// its terminal is not busy for ever. It makes room when another is needed.
void Host::free_untold(const base::TerminalId& id, const base::ExecutionId& execution) {
  terminal::Terminal* terminal = registry_.find(id);
  ExecutionRecord* record = record_of(execution);
  if (terminal == nullptr || record == nullptr || record->submitted.empty()) return;
  if (record->execution.state() != terminal::ExecutionState::Announced) return;
  const bool kernel_tells = terminal->pid && ports_.owned != nullptr && ports_.owned->look_at_shell(*terminal->pid);
  if (kernel_tells && !terminal->poisoned) return;  // see_untold_terminals
  terminal->poisoned = true;
  end(*record, terminal::ExecutionEvent::TerminalClosed, {.drained = false});
}

void Host::stop_now(ExecutionRecord& record, StopStep step, StopCause cause) {
  record.stopped_by = cause;
  record.last_stop = step;
  stop_execution(record.execution.terminal(), step);
}

void Host::stop_execution(const base::TerminalId& id, StopStep step) {
  const terminal::Terminal* terminal = registry_.find(id);
  if (terminal == nullptr || terminal->closed) return;
  const bool ours = terminal->source == terminal::Source::Owned || terminal->source == terminal::Source::Pipes;
  if (ours) {
    ports_.owned->stop(id, step);
    return;
  }
  if (ports_.shim == nullptr) return;
  switch (step) {
    case StopStep::Interrupt: return ports_.shim->interrupt(id);
    case StopStep::Terminate:
      if (terminal->pid && ports_.owned != nullptr) ports_.owned->stop_tree_below(*terminal->pid, step);
      return ports_.shim->interrupt(id);
    case StopStep::Kill:
      if (terminal->pid && ports_.owned != nullptr) ports_.owned->stop_tree_below(*terminal->pid, step);
      return ports_.shim->dispose(id);
  }
}

}  // namespace termhost::host
