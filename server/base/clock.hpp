// Time is a parameter everywhere: the io layer reads the clock once per event and passes it down.
#pragma once

#include <chrono>

namespace termhost::base {

using Millis = std::chrono::milliseconds;
using Duration = std::chrono::microseconds;  ///< between two Instants
/// A moment on the monotonic clock. Only differences mean anything.
using Instant = std::chrono::time_point<std::chrono::steady_clock, Duration>;

[[nodiscard]] constexpr Millis elapsed(Instant from, Instant to) {
  return std::chrono::duration_cast<Millis>(to - from);
}

}  // namespace termhost::base
