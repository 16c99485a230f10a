#include "tool/run_command.hpp"

#include <array>

namespace termhost::tool {
namespace {

using terminal::StopStep;

enum class Action {
  Nothing,
  Acquire,     // a terminal
  Submit,      // the command
  Run,         // it has started: arm the clocks
  Yield,       // answer "running": the agent's time is over
  YieldIdle,   // answer "running": silent
  Background,  // answer "running": on request
  StopLimit,   // stop it: the limit
  StopAsked,   // stop it: somebody asked
  StopNext,    // the next step of stopping
  FinishEnded,
  FinishRejected,
  FinishFailed,
  FinishUnknown,
  FinishStopped,
};

constexpr auto table = [] {
  using enum Action;
  using Row = std::array<Action, run_event_count>;
  constexpr Action no = Nothing;
  // clang-format off
  return std::array<Row, run_state_count>{
      //                     Approved Rejected        TermReady TermFailed    SubmitFailed  Started Ended        Terminal      Start          Yield  Idle       Limit      Grace     Background  Stop
      /*AwaitingApproval*/ Row{Acquire, FinishRejected, no,     no,           no,           no,     no,          no,           no,            no,    no,        no,        no,       no,         FinishStopped},
      /*AwaitingTerminal*/ Row{no,      no,             Submit, FinishFailed, no,           no,     no,          FinishFailed, no,            no,    no,        no,        no,       no,         FinishStopped},
      /*AwaitingStart*/    Row{no,      no,             no,     no,           FinishFailed, Run,    FinishEnded, no,           FinishUnknown, no,    no,        StopLimit, StopNext, no,         StopAsked},
      /*Running*/          Row{no,      no,             no,     no,           no,           no,     FinishEnded, no,           no,            Yield, YieldIdle, StopLimit, StopNext, Background, StopAsked},
      /*Backgrounded*/     Row{no,      no,             no,     no,           no,           no,     FinishEnded, no,           no,            no,    no,        StopLimit, StopNext, no,         StopAsked},
      /*Done*/             Row{no,      no,             no,     no,           no,           no,     no,          no,           no,            no,    no,        no,        no,       no,         no},
  };
  // clang-format on
}();

Effect arm(Clock clock, base::Millis delay) { return {.kind = EffectKind::ArmTimer, .clock = clock, .delay = delay}; }
Effect cancel(Clock clock) { return {.kind = EffectKind::CancelTimer, .clock = clock}; }
Effect plain(EffectKind kind) { return {.kind = kind}; }

base::Millis grace_after(StopStep step) {
  switch (step) {
    case StopStep::Interrupt: return interrupt_grace;
    case StopStep::Terminate: return terminate_grace;
    case StopStep::Kill: return kill_grace;
  }
  return kill_grace;
}

std::optional<StopStep> step_after(StopStep step) {
  switch (step) {
    case StopStep::Interrupt: return StopStep::Terminate;
    case StopStep::Terminate: return StopStep::Kill;
    case StopStep::Kill: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

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
    case Action::Submit:
      state_ = RunState::AwaitingStart;
      effects = {cancel(Clock::Terminal), arm(Clock::Start, limits_.start), plain(EffectKind::Submit)};
      break;
    case Action::Run: run(effects); break;
    case Action::Yield: yield(effects, limits_.background ? Answer::Backgrounded : Answer::Yielded); break;
    case Action::YieldIdle: yield(effects, Answer::Idle); break;
    case Action::Background: yield(effects, Answer::Backgrounded); break;
    case Action::StopLimit: stop(effects, Answer::TimedOut); break;
    case Action::StopAsked: stop(effects, Answer::Stopped); break;
    case Action::StopNext: next_stop_step(effects); break;
    case Action::FinishEnded: finish(effects, stop_answer_.value_or(Answer::Ended)); break;
    case Action::FinishRejected: finish(effects, Answer::Rejected); break;
    case Action::FinishFailed: finish(effects, Answer::FailedToStart); break;
    case Action::FinishUnknown: finish(effects, Answer::StartUnknown); break;
    case Action::FinishStopped: finish(effects, Answer::Stopped); break;
  }
  return effects;
}

void RunCommand::run(Effects& effects) {
  state_ = RunState::Running;
  effects.push_back(cancel(Clock::Start));
  const std::optional<base::Millis> yield_after = limits_.background ? background_settle : limits_.yield;
  if (yield_after) effects.push_back(arm(Clock::Yield, *yield_after));
  if (limits_.idle && !limits_.background) effects.push_back(arm(Clock::Idle, *limits_.idle));
  if (limits_.limit) effects.push_back(arm(Clock::Limit, *limits_.limit));
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

void RunCommand::finish(Effects& effects, Answer what) {
  if (state_ == RunState::AwaitingApproval) effects.push_back(plain(EffectKind::WithdrawApproval));
  state_ = RunState::Done;
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
