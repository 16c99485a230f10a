// Erasing, inserting and deleting in the screen.
#pragma once

#include <cstdint>

#include "text/emulator/emulation_state.hpp"
#include "vt/parameters.hpp"

namespace termhost::text::emulation {

/// DECALN, from the cursor's home down: in origin mode that is the top margin.
void alignment_pattern(State& t);
/// The screen that is shown is about to be cleared.
void count_clear(State& t);
/// The control sequences that edit. False: it is none of them.
bool edit(State& t, std::uint32_t id, const vt::Parameters& parameters);

}  // namespace termhost::text::emulation
