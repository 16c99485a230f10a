// Every state with every event, as a table of its own: a change to one of the two is seen.
#include "terminal/executions/execution_state.hpp"

#include <string>

#include <catch2/catch_test_macros.hpp>

using namespace termhost::terminal;
using enum ExecutionState;

namespace {

struct Step {
  ExecutionState from;
  ExecutionEvent event;
  ExecutionState to;
};

constexpr Step steps[] = {
    {Announced, ExecutionEvent::Started, Running},
    {Announced, ExecutionEvent::Wrote, Announced},  // output may come before its start
    {Announced, ExecutionEvent::Ended, Draining},   // an end without a start counts
    {Announced, ExecutionEvent::EndedDrained, Finished},
    {Announced, ExecutionEvent::Drained, Announced},
    {Announced, ExecutionEvent::GraceElapsed, Announced},
    {Announced, ExecutionEvent::PromptShown, Announced},  // the prompt that was there before it
    {Announced, ExecutionEvent::ProcessExited, Finished},
    {Announced, ExecutionEvent::TerminalClosed, Lost},
    {Running, ExecutionEvent::Started, Running},
    {Running, ExecutionEvent::Wrote, Running},
    {Running, ExecutionEvent::Ended, Draining},
    {Running, ExecutionEvent::EndedDrained, Finished},
    {Running, ExecutionEvent::Drained, Running},       // a stream may end before its end event
    {Running, ExecutionEvent::GraceElapsed, Running},  // silence is never completion
    {Running, ExecutionEvent::PromptShown, Finished},
    {Running, ExecutionEvent::ProcessExited, Finished},
    {Running, ExecutionEvent::TerminalClosed, Lost},
    {Draining, ExecutionEvent::Started, Draining},
    {Draining, ExecutionEvent::Wrote, Draining},
    {Draining, ExecutionEvent::Ended, Draining},
    {Draining, ExecutionEvent::EndedDrained, Finished},
    {Draining, ExecutionEvent::Drained, Finished},
    {Draining, ExecutionEvent::GraceElapsed, Finished},
    {Draining, ExecutionEvent::PromptShown, Finished},
    {Draining, ExecutionEvent::ProcessExited, Finished},
    {Draining, ExecutionEvent::TerminalClosed, Finished},  // its end was known already
};

}  // namespace

TEST_CASE("each state answers each event as the table says") {
  for (const Step& step : steps) {
    CAPTURE(to_string(step.from), static_cast<int>(step.event));
    CHECK(next_state(step.from, step.event) == step.to);
  }
  CHECK(std::size(steps) == 3 * execution_event_count);
}

TEST_CASE("what has ended stays as it ended") {
  for (const ExecutionState state : {Finished, Lost, Phantom}) {
    for (std::size_t event = 0; event < execution_event_count; ++event) {
      CHECK(next_state(state, static_cast<ExecutionEvent>(event)) == state);
    }
  }
}
