// Signals by name. Their numbers differ from system to system: each has a file of its own.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "terminal/stop_step.hpp"

namespace termhost::tool {

struct SignalName {
  int number = 0;
  std::string_view name;
};

/// The signals by which a process of this system can end.
[[nodiscard]] std::span<const SignalName> signals_here();

/// "SIGKILL" for 9; "signal 77" for one without a name here.
[[nodiscard]] std::string signal_name(int number);
[[nodiscard]] int signal_of(terminal::StopStep step);

}  // namespace termhost::tool
