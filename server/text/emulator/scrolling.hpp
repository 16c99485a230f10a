// The way of rows off the top of the screen.
#pragma once

#include "text/emulator/emulation_state.hpp"

namespace termhost::text::emulation {

/// A row leaves the normal screen for good. `leaving` is left with a row to be used again, which may be of another
/// width.
void hand_on(State& t, Row& leaving);
/// Moves the scroll region up by one row. A region that begins at the top of the normal screen feeds the scrollback,
/// even if it does not reach the bottom.
void scroll(State& t, bool wrapped);

}  // namespace termhost::text::emulation
