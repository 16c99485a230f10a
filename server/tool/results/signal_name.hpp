// Signals by name.
#pragma once

#include <string>

#include "terminal/stop_step.hpp"

namespace termhost::tool {

/// "SIGKILL" for 9; "signal 77" for one without a name here. Linux numbers.
[[nodiscard]] std::string signal_name(int number);
[[nodiscard]] int signal_of(terminal::StopStep step);

}  // namespace termhost::tool
