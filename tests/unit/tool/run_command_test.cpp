// Every state with every event of an execute_command call: where it goes, and that it is answered once.
#include "tool/run_command.hpp"

#include <algorithm>
#include <string>

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using tool::Answer;
using tool::Clock;
using tool::Effect;
using tool::EffectKind;
using tool::RunCommand;
using tool::RunEvent;
using tool::RunState;

namespace {

/// A machine brought to a state.
RunCommand machine_in(RunState state) {
  RunCommand machine({.yield = base::Millis(1), .idle = base::Millis(1), .limit = base::Millis(1)});
  (void)machine.begin(true);
  if (state == RunState::AwaitingApproval) return machine;
  (void)machine.on(RunEvent::Approved);
  if (state == RunState::AwaitingTerminal) return machine;
  (void)machine.on(RunEvent::TerminalReady);
  if (state == RunState::AwaitingStart) return machine;
  (void)machine.on(RunEvent::Started);
  if (state == RunState::Running) return machine;
  (void)machine.on(state == RunState::Backgrounded ? RunEvent::YieldElapsed : RunEvent::Ended);
  return machine;
}

std::optional<Answer> answer_in(const std::vector<Effect>& effects) {
  for (const Effect& effect : effects) {
    if (effect.kind == EffectKind::Answer) return effect.answer;
  }
  return std::nullopt;
}

struct Step {
  RunState from;
  RunEvent event;
  RunState to;
  std::optional<Answer> answer = std::nullopt;
};

using enum RunState;

constexpr Step changes[] = {
    {AwaitingApproval, RunEvent::Approved, AwaitingTerminal},
    {AwaitingApproval, RunEvent::Rejected, Done, Answer::Rejected},
    {AwaitingApproval, RunEvent::StopRequested, Done, Answer::Rejected},
    {AwaitingApproval, RunEvent::HostEnds, Done, Answer::FailedToStart},
    {AwaitingTerminal, RunEvent::TerminalReady, AwaitingStart},
    {AwaitingTerminal, RunEvent::TerminalFailed, Done, Answer::FailedToStart},
    {AwaitingTerminal, RunEvent::TerminalElapsed, Done, Answer::FailedToStart},
    {AwaitingTerminal, RunEvent::StopRequested, Done, Answer::NeverStarted},
    {AwaitingTerminal, RunEvent::YieldElapsed, AwaitingTerminal, Answer::Waiting},
    {AwaitingTerminal, RunEvent::BackgroundRequested, AwaitingTerminal, Answer::Waiting},
    {AwaitingTerminal, RunEvent::HostEnds, Done, Answer::FailedToStart},
    {AwaitingStart, RunEvent::SubmitFailed, Done, Answer::FailedToStart},
    {AwaitingStart, RunEvent::Started, Running},
    {AwaitingStart, RunEvent::Ended, Done, Answer::Ended},
    {AwaitingStart, RunEvent::StartElapsed, Done, Answer::StartUnknown},
    {AwaitingStart, RunEvent::HostEnds, Done, Answer::Abandoned},
    {Running, RunEvent::Ended, Done, Answer::Ended},
    {Running, RunEvent::YieldElapsed, Backgrounded, Answer::Yielded},
    {Running, RunEvent::IdleElapsed, Backgrounded, Answer::Idle},
    {Running, RunEvent::WaitMet, Backgrounded, Answer::Met},
    {Running, RunEvent::BackgroundRequested, Backgrounded, Answer::Backgrounded},
    {Running, RunEvent::HostEnds, Done, Answer::Abandoned},
    {Backgrounded, RunEvent::Ended, Done},
    {Backgrounded, RunEvent::HostEnds, Done},
};

}  // namespace

TEST_CASE("each state answers each event as the table says; what is not in it changes nothing") {
  for (std::size_t s = 0; s < tool::run_state_count; ++s) {
    for (std::size_t e = 0; e < tool::run_event_count; ++e) {
      const auto state = static_cast<RunState>(s);
      const auto event = static_cast<RunEvent>(e);
      const auto* row = std::find_if(std::begin(changes), std::end(changes),
                                     [&](const Step& c) { return c.from == state && c.event == event; });
      const bool changes_state = row != std::end(changes);
      CAPTURE(to_string(state), e);
      RunCommand machine = machine_in(state);
      const auto effects = machine.on(event);
      CHECK(machine.state() == (changes_state ? row->to : state));
      CHECK(answer_in(effects) == (changes_state ? row->answer : std::nullopt));
    }
  }
}

TEST_CASE(
    "stopping goes through its steps with grace and is answered at the end of the command, or at the end of patience") {
  for (const RunState state : {Running, Backgrounded}) {
    CAPTURE(to_string(state));
    RunCommand machine = machine_in(state);
    const auto first = machine.on(RunEvent::StopRequested);
    REQUIRE(first.size() == 2);
    CHECK(first[0].step == terminal::StopStep::Interrupt);
    CHECK(first[1] == Effect{.kind = EffectKind::ArmTimer, .clock = Clock::Grace, .delay = tool::interrupt_grace});
    CHECK(machine.on(RunEvent::StopRequested).empty());
    CHECK(machine.on(RunEvent::LimitElapsed).empty());
    CHECK(machine.on(RunEvent::GraceElapsed)[0].step == terminal::StopStep::Terminate);
    CHECK(machine.on(RunEvent::GraceElapsed)[0].step == terminal::StopStep::Kill);
    CHECK(machine.on(RunEvent::GraceElapsed)[0].step == terminal::StopStep::EndShell);
    const auto last = machine.on(RunEvent::GraceElapsed);
    CHECK(machine.state() == Done);
    CHECK(answer_in(last) == (state == Backgrounded ? std::nullopt : std::optional(Answer::Stopped)));
  }
}

TEST_CASE("what was submitted is interrupted only once its start is known") {
  RunCommand machine = machine_in(AwaitingStart);
  CHECK(machine.on(RunEvent::StopRequested).empty());
  CHECK(machine.state() == AwaitingStart);
  const auto started = machine.on(RunEvent::Started);
  CHECK(std::count(started.begin(), started.end(),
                   Effect{.kind = EffectKind::Stop, .step = terminal::StopStep::Interrupt}) == 1);
  CHECK(answer_in(machine.on(RunEvent::Ended)) == Answer::Stopped);
}

TEST_CASE("a command that ends before its wish to be stopped could be carried out ended by itself") {
  RunCommand machine = machine_in(AwaitingStart);
  (void)machine.on(RunEvent::StopRequested);
  CHECK(answer_in(machine.on(RunEvent::Ended)) == Answer::Ended);
}

TEST_CASE("one that waits for a terminal is answered when the agent's time is over, and runs when its turn comes") {
  RunCommand machine({.yield = base::Millis(1000)});
  (void)machine.begin(false);
  const auto queued = machine.on(RunEvent::Queued);
  REQUIRE(queued.size() == 1);
  CHECK(queued[0] == Effect{.kind = EffectKind::ArmTimer, .clock = Clock::Yield, .delay = base::Millis(1000)});
  CHECK(answer_in(machine.on(RunEvent::YieldElapsed)) == Answer::Waiting);
  (void)machine.on(RunEvent::TerminalReady);
  (void)machine.on(RunEvent::Started);
  CHECK(machine.state() == Backgrounded);
  const auto end = machine.on(RunEvent::Ended);
  CHECK_FALSE(answer_in(end));
  CHECK(machine.outcome() == Answer::Ended);
}

TEST_CASE("no clock runs before the approval, and every clock stops at the end") {
  RunCommand machine({.yield = base::Millis(1), .limit = base::Millis(1)});
  const auto asked = machine.begin(true);
  REQUIRE(asked.size() == 1);
  CHECK(asked[0].kind == EffectKind::AskApproval);
  machine = machine_in(Running);
  const auto end = machine.on(RunEvent::Ended);
  CHECK(std::count_if(end.begin(), end.end(), [](const Effect& e) { return e.kind == EffectKind::CancelTimer; }) == 6);
  CHECK(end.back().kind == EffectKind::Release);
}

TEST_CASE("a command that runs in the background from the start yields soon after it started") {
  RunCommand machine({.background = true});
  (void)machine.begin(false);
  (void)machine.on(RunEvent::TerminalReady);
  const auto effects = machine.on(RunEvent::Started);
  CHECK(std::find(effects.begin(), effects.end(),
                  Effect{.kind = EffectKind::ArmTimer, .clock = Clock::Yield, .delay = tool::background_settle}) !=
        effects.end());
  CHECK(answer_in(machine.on(RunEvent::YieldElapsed)) == Answer::Backgrounded);
}
