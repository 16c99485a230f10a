// Printed characters: their cells, the text that they overwrite, and the wrap of a line.
#pragma once

#include <string_view>

#include "text/emulator/cursor_motion.hpp"
#include "text/emulator/emulation_state.hpp"

namespace termhost::text::emulation {

/// A run begins: a wide character whose second half it overwrites goes.
void clear_head_before(State& t);
/// A run ended: the second half of a wide character whose first half it overwrote becomes an empty cell.
void clear_tail_after(State& t);
void print_ascii(State& t, std::string_view text);
void print(State& t, char32_t character);
/// REP: the character before once more, and so often.
void repeat(State& t, int count);

/// Characters that follow one another are a run.
inline void begin_run(State& t) {
  if (t.in_run) return;
  t.in_run = true;
  if (t.frame_ended) break_frame(t);
  if (t.saw_wide) clear_head_before(t);
}
inline void end_run(State& t) {
  if (t.in_run && t.saw_wide) clear_tail_after(t);
  t.in_run = false;
}

}  // namespace termhost::text::emulation
