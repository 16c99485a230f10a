#include "tool/run_command.hpp"

#include <algorithm>
#include <array>

namespace termhost::tool {
namespace {

using terminal::StopStep;

enum class Action {
  Nothing,
  Acquire,      // a terminal
  Queue,        // for a terminal: the agent's time counts from now
  YieldQueued,  // answer "waiting": the agent's time is over
  Submit,       // the command
  Run,          // it has started: arm the clocks
  Yield,        // answer "running": the agent's time is over
  YieldIdle,    // answer "running": silent
  YieldMet,     // answer "running": what the agent waits for has come
  Background,   // answer "running": on request
  StopLimit,    // stop it: the limit
  StopAsked,    // stop it: on request
  StopLater,    // stop it as soon as it has started
  StopNext,     // the next step of stopping
  FinishEnded,
  FinishRejected,
  FinishFailed,
  FinishUnknown,
  FinishTakenBack,
  FinishAbandoned,
};

constexpr auto table = [] {
  using enum Action;
  using Row = std::array<Action, run_event_count>;
  constexpr Action no = Nothing;
  // clang-format off
  return std::array<Row, run_state_count>{
      //                     Approved Rejected        Queued TermReady TermFailed    SubmitFailed  Started Ended        Terminal      Start          Yield        Idle       Limit      Grace     WaitMet   Background   Stop            HostEnds
      /*AwaitingApproval*/ Row{Acquire, FinishRejected, no, no, no, no, no, no, no, no, no, no, no, no, no, no, FinishRejected, FinishFailed},
      /*AwaitingTerminal*/ Row{no, no, Queue, Submit, FinishFailed, no, no, no, FinishFailed, no, YieldQueued, no, no, no, no, YieldQueued, FinishTakenBack, FinishFailed},
      /*AwaitingStart*/    Row{no, no, no, no, no, FinishFailed, Run, FinishEnded, no, FinishUnknown, no, no, no, no, no, no, StopLater, FinishAbandoned},
      /*Running*/          Row{no, no, no, no, no, no, no, FinishEnded, no, no, Yield, YieldIdle, StopLimit, StopNext, YieldMet, Background, StopAsked, FinishAbandoned},
      /*Backgrounded*/     Row{no, no, no, no, no, no, no, FinishEnded, no, no, no, no, StopLimit, StopNext, no, no, StopAsked, FinishAbandoned},
      /*Done*/             Row{no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no},
  };
  // clang-format on
}();

Effect arm(Clock clock, base::Millis delay) { return {.kind = EffectKind::ArmTimer, .clock = clock, .delay = delay}; }
Effect cancel(Clock clock) { return {.kind = EffectKind::CancelTimer, .clock = clock}; }
Effect plain(EffectKind kind) { return {.kind = kind}; }

/// The time that the agent waits. An agent that asked not to wait still sees a command that fails at once.
std::optional<base::Millis> patience_of(const RunLimits& limits) {
  return limits.background ? background_settle : limits.yield;
}

}  // namespace

base::Millis grace_after(StopStep step) {
  switch (step) {
    case StopStep::Interrupt: return interrupt_grace;
    case StopStep::Terminate: return terminate_grace;
    case StopStep::Kill: return kill_grace;
    case StopStep::EndShell: return end_shell_grace;
  }
  return end_shell_grace;
}

std::optional<StopStep> step_after(StopStep step) {
  switch (step) {
    case StopStep::Interrupt: return StopStep::Terminate;
    case StopStep::Terminate: return StopStep::Kill;
    case StopStep::Kill: return StopStep::EndShell;
    case StopStep::EndShell: return std::nullopt;
  }
  return std::nullopt;
}

RunEvent elapsed(Clock clock) {
  switch (clock) {
    case Clock::Terminal: return RunEvent::TerminalElapsed;
    case Clock::Start: return RunEvent::StartElapsed;
    case Clock::Yield: return RunEvent::YieldElapsed;
    case Clock::Idle: return RunEvent::IdleElapsed;
    case Clock::Limit: return RunEvent::LimitElapsed;
    case Clock::Grace: return RunEvent::GraceElapsed;
  }
  return RunEvent::GraceElapsed;
}

RunCommand RunCommand::backgrounded() {
  RunCommand command{RunLimits{}};
  command.state_ = RunState::Backgrounded;
  command.answered_ = true;
  return command;
}

std::vector<Effect> RunCommand::begin(bool approval_needed) {
  return approval_needed ? Effects{plain(EffectKind::AskApproval)} : on(RunEvent::Approved);
}

std::vector<Effect> RunCommand::on(RunEvent event) {
  Effects effects;
  switch (table[static_cast<std::size_t>(state_)][static_cast<std::size_t>(event)]) {
    case Action::Nothing: break;
    case Action::Acquire:
      state_ = RunState::AwaitingTerminal;
      effects = {arm(Clock::Terminal, limits_.terminal), plain(EffectKind::AcquireTerminal)};
      break;
    case Action::Queue:
      if (!answered_)
        effects = {arm(Clock::Yield, std::min(patience_of(limits_).value_or(queue_patience), queue_patience))};
      break;
    case Action::YieldQueued:
      effects = {cancel(Clock::Yield)};
      answer(effects, Answer::Waiting);
      break;
    case Action::Submit:
      state_ = RunState::AwaitingStart;
      effects = {cancel(Clock::Terminal), cancel(Clock::Yield), arm(Clock::Start, limits_.start),
                 plain(EffectKind::Submit)};
      break;
    case Action::Run: run(effects); break;
    case Action::Yield: yield(effects, limits_.background ? Answer::Backgrounded : Answer::Yielded); break;
    case Action::YieldIdle: yield(effects, Answer::Idle); break;
    case Action::YieldMet: yield(effects, Answer::Met); break;
    case Action::Background: yield(effects, Answer::Backgrounded); break;
    case Action::StopLimit: stop(effects, Answer::TimedOut); break;
    case Action::StopAsked: stop(effects, Answer::Stopped); break;
    case Action::StopLater: stop_answer_ = Answer::Stopped; break;
    case Action::StopNext: next_stop_step(effects); break;
    case Action::FinishEnded: finish(effects, stop_begun_ ? *stop_answer_ : Answer::Ended); break;
    case Action::FinishRejected: finish(effects, Answer::Rejected); break;
    case Action::FinishFailed: finish(effects, Answer::FailedToStart); break;
    case Action::FinishUnknown: start_unknown(effects); break;
    case Action::FinishAbandoned: finish(effects, Answer::Abandoned); break;
    case Action::FinishTakenBack: finish(effects, Answer::NeverStarted); break;
  }
  return effects;
}

void RunCommand::run(Effects& effects) {
  state_ = answered_ ? RunState::Backgrounded : RunState::Running;
  effects.push_back(cancel(Clock::Start));
  if (const auto patience = patience_of(limits_); patience && !answered_)
    effects.push_back(arm(Clock::Yield, *patience));
  if (limits_.idle && !limits_.background && !answered_) effects.push_back(arm(Clock::Idle, *limits_.idle));
  if (limits_.limit) effects.push_back(arm(Clock::Limit, *limits_.limit));
  if (stopping()) begin_stop(effects);
}

void RunCommand::yield(Effects& effects, Answer what) {
  if (stopping()) return;  // its end, soon, will be the answer
  state_ = RunState::Backgrounded;
  effects = {cancel(Clock::Yield), cancel(Clock::Idle)};
  answer(effects, what);
}

void RunCommand::stop(Effects& effects, Answer what) {
  if (stopping()) return;
  stop_answer_ = what;
  begin_stop(effects);
}

void RunCommand::begin_stop(Effects& effects) {
  stop_begun_ = true;
  next_step_ = StopStep::Interrupt;
  next_stop_step(effects);
}

void RunCommand::next_stop_step(Effects& effects) {
  if (!stopping()) return;
  if (!next_step_) return finish(effects, *stop_answer_);  // nothing more can be done: the answer may not wait for ever
  effects.push_back({.kind = EffectKind::Stop, .step = *next_step_});
  effects.push_back(arm(Clock::Grace, grace_after(*next_step_)));
  next_step_ = step_after(*next_step_);
}

/// The shell never said that it began. If it shall be stopped, that is tried once: by now the line is read.
void RunCommand::start_unknown(Effects& effects) {
  if (stopping()) effects.push_back({.kind = EffectKind::Stop, .step = StopStep::Interrupt});
  finish(effects, Answer::StartUnknown);
}

void RunCommand::finish(Effects& effects, Answer what) {
  if (state_ == RunState::AwaitingApproval) effects.push_back(plain(EffectKind::WithdrawApproval));
  state_ = RunState::Done;
  outcome_ = what;
  for (const Clock clock : {Clock::Terminal, Clock::Start, Clock::Yield, Clock::Idle, Clock::Limit, Clock::Grace}) {
    effects.push_back(cancel(clock));
  }
  answer(effects, what);
  effects.push_back(plain(EffectKind::Release));
}

void RunCommand::answer(Effects& effects, Answer what) {
  if (answered_) return;
  answered_ = true;
  effects.push_back({.kind = EffectKind::Answer, .answer = what});
}

std::string_view to_string(RunState state) {
  switch (state) {
    case RunState::AwaitingApproval: return "awaiting_approval";
    case RunState::AwaitingTerminal: return "awaiting_terminal";
    case RunState::AwaitingStart: return "awaiting_start";
    case RunState::Running: return "running";
    case RunState::Backgrounded: return "backgrounded";
    case RunState::Done: return "done";
  }
  return "done";
}

}  // namespace termhost::tool
