// Signals by name.
#pragma once

#include <string>

namespace termhost::tool {

/// "SIGKILL" for 9; "signal 77" for one without a name here. Linux numbers.
[[nodiscard]] std::string signal_name(int number);

}  // namespace termhost::tool
