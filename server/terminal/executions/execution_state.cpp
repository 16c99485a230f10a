#include "terminal/executions/execution_state.hpp"

namespace termhost::terminal {
namespace {

using enum ExecutionState;
using Row = std::array<ExecutionState, execution_event_count>;

// A start may be lost or come late, so an end without a start counts; a second start, end or drain changes nothing.
// A terminal state is never left, so that an execution has one completion.
constexpr std::array<Row, execution_state_count> table{
    //           Started    Wrote      Ended     EndedDrained Drained    Grace      Prompt    Exited    Closed
    /*Announced*/ Row{Running, Announced, Draining, Finished, Announced, Announced, Announced, Finished, Lost},
    /*Running*/ Row{Running, Running, Draining, Finished, Running, Running, Finished, Finished, Lost},
    /*Draining*/
    Row{Draining, Draining, Draining, Finished, Finished, Finished, Finished, Finished, Finished},
    /*Finished*/
    Row{Finished, Finished, Finished, Finished, Finished, Finished, Finished, Finished, Finished},
    /*Lost*/ Row{Lost, Lost, Lost, Lost, Lost, Lost, Lost, Lost, Lost},
    /*Phantom*/ Row{Phantom, Phantom, Phantom, Phantom, Phantom, Phantom, Phantom, Phantom, Phantom},
};

}  // namespace

ExecutionState next_state(ExecutionState state, ExecutionEvent event) {
  return table[static_cast<std::size_t>(state)][static_cast<std::size_t>(event)];
}

std::string_view to_string(ExecutionState state) {
  switch (state) {
    case Announced: return "announced";
    case Running: return "running";
    case Draining: return "draining";
    case Finished: return "finished";
    case Lost: return "lost";
    case Phantom: return "phantom";
  }
  return "unknown";
}

}  // namespace termhost::terminal
