// The motion of the cursor, its limits, and the state that changes when it leaves a row.
#pragma once

#include <cstdint>

#include "text/emulator/emulation_state.hpp"
#include "vt/parameters.hpp"

namespace termhost::text::emulation {

/// Into the margins in origin mode, else the screen; `last_column` may lie beyond it, where the next character wraps.
void confine_cursor(State& t, int last_column);
void move_to(State& t, std::int64_t x, std::int64_t y);
void line_feed(State& t);
void carriage_return(State& t);
/// The frame that a CR ended stays; what comes now goes to the next line.
void break_frame(State& t);
void index(State& t);
void reverse_index(State& t);
void backspace(State& t);
void tab_forward(State& t, int count);
void save_cursor(State& t);
void restore_cursor(State& t);
/// The control sequences that only move. False: it is none of them.
bool move(State& t, std::uint32_t id, const vt::Parameters& parameters);
inline void confine_cursor(State& t) { confine_cursor(t, t.screen->columns() - 1); }

}  // namespace termhost::text::emulation
