// Another size: the lines on the screen are laid out anew; what no longer fits leaves upwards and is final.
#pragma once

#include "text/screen/emulation_state.hpp"

namespace termhost::text::emulation {

/// What becomes final goes out with the next write.
void resize(State& t, int columns, int rows);

}  // namespace termhost::text::emulation
