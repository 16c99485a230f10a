// A change of size: the lines on the screen are laid out again; lines that do not fit leave at the top and are final.
#pragma once

#include "text/emulator/emulation_state.hpp"

namespace termhost::text::emulation {

/// The lines that become final go out with the next write.
void resize(State& t, int columns, int rows);

}  // namespace termhost::text::emulation
