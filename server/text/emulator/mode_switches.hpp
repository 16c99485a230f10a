// Modes, character sets, attributes and resets.
#pragma once

#include <cstdint>

#include "text/emulator/emulation_state.hpp"
#include "vt/parameters.hpp"

namespace termhost::text::emulation {

/// `set`: 0 to 3 for G0 to G3.
void designate(State& t, int set, const Charset* charset);
void shift_to(State& t, int set);
void select_default_charset(State& t);
/// SGR changes the text in one way only: SGR 0 also ends protection. So a 0 that is part of a colour must be
/// recognised.
void select_graphic_rendition(State& t, const vt::Parameters& parameters);
void switch_modes(State& t, std::uint32_t id, const vt::Parameters& parameters);
/// RIS. What is on the screen is gone; what has left it stays.
void full_reset(State& t);

}  // namespace termhost::text::emulation
