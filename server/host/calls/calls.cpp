#include "host/calls/calls.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "shell/analysis/parse.hpp"

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
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& prefix) {
    if (prefix.empty() || !command.starts_with(prefix)) return false;
    return command.size() == prefix.size() || command[prefix.size()] == ' ';
  });
}

}  // namespace

Call* Calls::find(CallId id) {
  const auto found = calls_.find(id);
  return found == calls_.end() ? nullptr : &found->second;
}

const Call* Calls::find(CallId id) const {
  const auto found = calls_.find(id);
  return found == calls_.end() ? nullptr : &found->second;
}

const Call* Calls::find(const base::ExecutionId& execution) const {
  const auto found = std::find_if(calls_.begin(), calls_.end(),
                                  [&](const auto& entry) { return entry.second.execution == execution; });
  return found == calls_.end() || execution.empty() ? nullptr : &found->second;
}

tool::RunLimits Calls::limits_for(const ExecuteRequest& request) const {
  const Settings& settings = context_.settings();
  tool::RunLimits limits;
  limits.terminal = longest_wait_for_terminal;
  limits.start = start_patience(settings);
  if (!request.to_its_end) limits.idle = idle_limit;
  limits.background = request.background;
  if (request.timeout && request.timeout->count() > 0) limits.yield = request.timeout;
  if (request.limit && request.limit->count() > 0) limits.limit = request.limit;
  const base::Millis setting = std::chrono::seconds(settings.command_execution_timeout);
  const bool exempt = in_allowlist(request.command, settings.command_timeout_allowlist);
  if (!limits.limit && setting.count() > 0 && !exempt) limits.limit = setting;
  return limits;
}

shell::ShellKind Calls::shell_of(const Call& call) const {
  return shell::shell_kind_of(context_.configuration.shell_path(call.request.shell));
}

CallId Calls::add(ExecuteRequest request, Replied replied) {
  const CallId id = ++last_;
  if (request.cwd.empty()) request.cwd = task_shells_.cwd_of(request.task);
  if (request.cwd.empty()) request.cwd = context_.configuration.environment().cwd;
  const tool::RunCommand machine(limits_for(request));
  std::string command = request.command;
  calls_.emplace(id, Call{.id = id,
                          .request = std::move(request),
                          .command = std::move(command),
                          .machine = machine,
                          .replied = std::move(replied)});
  return id;
}

Call& Calls::resume(const event::ExecutionBegan& event) {
  const event::Resumed& resumed = *event.resumed;
  const CallId id = add(
      {.command = resumed.command, .cwd = event.cwd, .tool_call = resumed.tool_call, .task = resumed.task}, nullptr);
  Call& call = *find(id);
  call.machine = tool::RunCommand::backgrounded();
  call.terminal = event.terminal;
  call.execution = resumed.execution;
  return call;
}

void Calls::limit(CallId id, base::Millis left) {
  if (Call* call = find(id)) arm(*call, Clock::Limit, left);
}

Effects Calls::begin(CallId id) {
  Call* const called = find(id);
  if (called == nullptr) return {};  // the session ended before its turn came
  Call& call = *called;
  std::string impossible;
  if (calls_.size() > max_open_executions) {
    impossible = fmt::format("{} commands are open already; wait for one or stop one", max_open_executions);
  } else if (!call.request.shell.empty()) {
    const auto path = context_.shell_files.find_shell(call.request.shell, call.request.shell_by);
    if (!path)
      impossible = to_string(path.error());
    else if (call.request.shell.find('/') != std::string::npos)
      call.request.shell = *path;  // the file that was looked at, whatever a link leads to later
  }
  if (!impossible.empty()) {
    (void)call.machine.on(RunEvent::Approved);
    return fail(id, std::move(impossible));
  }
  judge(call);
  const bool approves_itself =
      context_.configuration.auto_approves() && call.decision.verdict != approval::Verdict::Deny && !call.unheld;
  if (call.request.approved || approves_itself) call.decision.verdict = approval::Verdict::Allow;
  return carry_out(call, call.machine.begin(call.decision.verdict != approval::Verdict::Allow));
}

/// Whatever is judged otherwise later is another question.
std::string Calls::question_of(const Call& call) const {
  return fmt::format("{}\n{}\n{}\n{}", shell::to_string(shell_of(call)), call.request.cwd, call.decision.reason,
                     call.request.command);
}

/// Only the head of a command longer than max_judged_bytes is judged. Its whole tree is too large to be kept until the
/// user answers.
void Calls::judge(Call& call) const {
  const std::string& command = call.request.command;
  const shell::ShellKind shell = shell_of(call);
  call.parsed.reset();
  if (command.size() <= approval::max_judged_bytes) call.parsed = {shell, shell::parse(command, shell)};
  call.decision =
      context_.configuration.check(command, call.request.cwd, shell, call.parsed ? &call.parsed->tree : nullptr);
  if (!call.request.approved) placing_.choose(call);
  see_who_can_be_asked(call);
  if (call.decision.verdict == approval::Verdict::Ask &&
      (placing_.runs_unasked(call.decision, call.request.sandbox) || allowed_lines_.contains(question_of(call))))
    call.decision.verdict = approval::Verdict::Allow;
  if (call.request.keep && !call.request.approved) ask_to_keep(call);
}

/// Only a rule lets the changes of a trial be made if nobody can be asked.
void Calls::see_who_can_be_asked(Call& call) const {
  call.nobody_to_ask.clear();
  if (call.request.sandbox.level != sandbox::Level::Trial || call.decision.verdict != approval::Verdict::Ask) return;
  const auto askable = context_.shim.can_ask(question_about(call));
  if (!askable) call.nobody_to_ask = askable.error();
}

/// No rule allows a command to stay when everybody is gone.
void Calls::ask_to_keep(Call& call) const {
  call.decision.reason +=
      "; it would go on after termhost has ended, until it ends by itself or `termhost stop` ends it";
  if (call.decision.verdict == approval::Verdict::Allow && !allowed_lines_.contains(question_of(call)))
    call.decision.verdict = approval::Verdict::Ask;
}

shell::SyntaxTree Calls::take_parsed(Call& call, shell::ShellKind shell) {
  std::optional<ParsedCommand> parsed = std::exchange(call.parsed, std::nullopt);
  return parsed && parsed->shell == shell ? std::move(parsed->tree) : shell::parse(call.request.command, shell);
}

Effects Calls::tell(CallId id, RunEvent event) {
  Call* call = find(id);
  return call == nullptr ? Effects() : carry_out(*call, call->machine.on(event));
}

Effects Calls::fail(CallId id, std::string reason) {
  Call* call = find(id);
  if (call == nullptr) return {};
  call->reason = std::move(reason);
  const bool submitting = call->machine.state() == tool::RunState::AwaitingStart;
  return tell(id, submitting ? RunEvent::SubmitFailed : RunEvent::TerminalFailed);
}

Effects Calls::stop(CallId id, StopCause cause) {
  Call* call = find(id);
  if (call == nullptr) return {};
  if (!call->machine.stopping()) call->stop_cause = cause;
  if (call->machine.state() == tool::RunState::AwaitingApproval)
    call->reason = "it was cancelled before the question was answered";
  return tell(id, RunEvent::StopRequested);
}

Effects Calls::leave(CallId id) {
  const Call* call = find(id);
  if (call == nullptr) return {};
  if (call->machine.state() == tool::RunState::Running) return tell(id, RunEvent::BackgroundRequested);
  return stop(id, StopCause::Person);
}

Effects Calls::background(const base::ToolCallId& tool_call) {
  for (const auto& [id, call] : calls_) {
    if (call.request.tool_call == tool_call && !call.machine.answered()) return tell(id, RunEvent::BackgroundRequested);
  }
  return {};
}

Effects Calls::carry_out(Call& call, const std::vector<tool::Effect>& wanted) {
  Effects effects;
  for (const tool::Effect& effect : wanted) {
    switch (effect.kind) {
      case EffectKind::AskApproval: append(effects, ask_approval(call)); break;
      case EffectKind::WithdrawApproval: context_.shim.withdraw_approval(call.request.tool_call); break;
      case EffectKind::AcquireTerminal: effects.push_back(effect::FindTerminal{call.id}); break;
      case EffectKind::Submit: effects.push_back(effect::SubmitCommand{call.id}); break;
      case EffectKind::Stop:
        if (call.machine.stop_answer() == tool::Answer::TimedOut) call.stop_cause = StopCause::Limit;
        effects.push_back(effect::Stop{call.execution, effect.step, call.stop_cause});
        break;
      case EffectKind::ArmTimer: arm(call, effect.clock, effect.delay); break;
      case EffectKind::CancelTimer: disarm(call, effect.clock); break;
      case EffectKind::Answer: effects.push_back(effect::AnswerCall{call.id, effect.answer}); break;
      case EffectKind::Release: effects.push_back(effect::ReleaseCall{call.id}); break;
    }
  }
  return effects;
}

ApprovalQuestion Calls::question_about(const Call& call) const {
  ApprovalQuestion question;
  question.tool_call = call.request.tool_call;
  question.task = call.request.task;
  question.command = call.request.command;
  question.cwd = call.request.cwd;
  question.shell = shell_of(call);
  question.decision = call.decision;
  question.place = context_.configuration.place_with_machine(call.place);
  return question;
}

Effects Calls::ask_approval(Call& call) {
  const ApprovalQuestion question = question_about(call);
  const bool forbidden = call.decision.verdict == approval::Verdict::Deny;
  const auto askable = context_.shim.can_ask(question);
  if (forbidden || !askable) {
    call.denied = true;
    call.reason = call.decision.reason;
    if (!forbidden && !askable.error().empty()) call.reason += "; " + askable.error();
    return {effect::TellCall{call.id, RunEvent::Rejected}};
  }
  call.asked = true;
  context_.shim.ask_approval(question, [&post = context_.post, id = call.id](ApprovalAnswer answer) {
    post(event::ApprovalAnswered{id, std::move(answer)});
  });
  return {};
}

Effects Calls::approval_answered(CallId id, const ApprovalAnswer& answer) {
  Call* call = find(id);
  if (call == nullptr || call->machine.state() != tool::RunState::AwaitingApproval) return {};
  call->asked = false;
  remember(*call, answer);
  Effects effects = follow(*call, answer);
  if (answer.remember) append(effects, judge_questions());
  return effects;
}

void Calls::remember(const Call& call, const ApprovalAnswer& answer) {
  if (!answer.remember) return;
  if (answer.remember->scope != RememberScope::Line) return context_.configuration.remember(*answer.remember);
  if (answer.verdict == ApprovalDecision::Approve) allowed_lines_.insert(question_of(call));
}

Effects Calls::follow(Call& call, const ApprovalAnswer& answer) {
  call.feedback = answer.feedback;
  if (!answer.problem.empty()) {
    call.denied = true;
    call.reason = call.decision.reason;
    if (!call.decision.unreadable) call.reason += "; " + answer.problem;  // else no answer would have helped
  }
  if (answer.verdict == ApprovalDecision::Reject || !answer.problem.empty()) return tell(call.id, RunEvent::Rejected);
  const bool edits = answer.verdict == ApprovalDecision::Edit && answer.command != call.request.command;
  if (edits && answer.command.find_first_not_of(" \t\r\n") == std::string::npos) {
    call.reason = "the editor reported an edited command, but not its text";
    return tell(call.id, RunEvent::Rejected);
  }
  if (edits) {
    // An edited command is checked again, because the submitted command must be the checked one. A deny rule still
    // holds.
    call.request.command = answer.command;
    call.request.by_user = true;
    call.edited = true;
    judge(call);
    if (call.decision.verdict != approval::Verdict::Allow) return ask_approval(call);
  }
  return tell(call.id, RunEvent::Approved);
}

Effects Calls::judge_questions() {
  Effects effects;
  for (auto& [id, call] : calls_) {
    if (!call.asked || call.machine.state() != tool::RunState::AwaitingApproval) continue;
    judge(call);
    if (call.decision.verdict == approval::Verdict::Ask) continue;
    call.denied = call.decision.verdict == approval::Verdict::Deny;
    if (call.denied) call.reason = call.decision.reason;
    call.asked = false;
    if (!call.denied) context_.shim.withdraw_approval(call.request.tool_call);  // a rejection does so itself
    effects.push_back(effect::TellCall{id, call.denied ? RunEvent::Rejected : RunEvent::Approved});
  }
  return effects;
}

void Calls::arm(Call& call, Clock clock, base::Millis delay) const {
  disarm(call, clock);
  call.timers[clock] = context_.after(delay, event::ClockRang{call.id, clock});
}

void Calls::disarm(Call& call, Clock clock) const {
  const auto timer = call.timers.extract(clock);
  if (!timer.empty()) context_.scheduler.cancel(timer.mapped());
}

Effects Calls::end_all(const std::string& why) {
  Effects effects;
  for (auto& [id, call] : calls_) {
    if (call.reason.empty()) call.reason = why;
    effects.push_back(effect::TellCall{id, RunEvent::HostEnds});
  }
  return effects;
}

void Calls::bind(CallId id, const base::TerminalId& terminal, const base::ExecutionId& execution) {
  Call* call = find(id);
  if (call == nullptr) return;
  call->terminal = terminal;
  call->execution = execution;
}

Effects Calls::clock_rang(CallId id, Clock clock, base::Millis silent, std::string why) {
  Call* call = find(id);
  if (call == nullptr) return {};
  call->timers.erase(clock);
  if (clock == Clock::Idle && silent < idle_limit) {
    // It is not wound up with each chunk; it looks at the last one when it rings.
    arm(*call, clock, idle_limit - silent);
    return {};
  }
  if (call->reason.empty()) call->reason = std::move(why);
  return tell(id, tool::elapsed(clock));
}

}  // namespace termhost::host
