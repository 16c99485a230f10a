// The state machine of one shell execution: what the shell does, as far as anybody can know it. One table; the
// Execution applies it.
//
//   Announced  submitted or named by the editor, not started
//   Running    started
//   Draining   its end is known, its stream may still have data
//   Finished   ended and drained (or the grace is over)
//   Lost       it can't be followed any more: terminal closed without a code
//   Phantom    no text, no output, no code: an empty Enter or a Ctrl+C at the prompt, not a command
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace termhost::terminal {

enum class ExecutionState { Announced, Running, Draining, Finished, Lost, Phantom };

enum class ExecutionEvent {
  Started,         // start event, or mark C
  Wrote,           // output
  Ended,           // end event, or mark D, with or without a code
  EndedDrained,    // the same, and the sender vouches that no output follows
  Drained,         // the stream has ended
  GraceElapsed,    // the end came, and its stream has not ended in time: late output may lag behind
  PromptShown,     // a prompt came without an end before it
  ProcessExited,   // the shell itself ended, with a status
  TerminalClosed,  // the terminal went away and nobody gave a status
};

inline constexpr std::size_t execution_state_count = 6;
inline constexpr std::size_t execution_event_count = 9;

[[nodiscard]] ExecutionState next_state(ExecutionState state, ExecutionEvent event);

[[nodiscard]] constexpr bool is_terminal_state(ExecutionState state) {
  return state == ExecutionState::Finished || state == ExecutionState::Lost || state == ExecutionState::Phantom;
}

[[nodiscard]] std::string_view to_string(ExecutionState state);

}  // namespace termhost::terminal
