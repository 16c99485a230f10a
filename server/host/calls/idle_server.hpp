// Tells a server that waits for its first request: it listens on a port, has printed nothing for a while, and does
// nothing meanwhile. A test run that listens too is busy, or prints.
#pragma once

#include <optional>

#include "base/clock.hpp"
#include "terminal/process_tree.hpp"

namespace termhost::host {

class IdleServer {
 public:
  /// Looking at ports costs much, so it is worth it where nothing is printed, and ever more seldom.
  [[nodiscard]] bool look_is_due(base::Millis quiet, base::Instant now) const;
  /// `seen` is the result of such a look. The port is returned as soon as the server is known to be idle.
  [[nodiscard]] std::optional<int> see(const terminal::Footprint& seen, base::Millis quiet, base::Instant now);
  /// When the next look is due, where something listens.
  [[nodiscard]] std::optional<base::Millis> next_look(base::Millis quiet) const;

 private:
  struct Sample {
    base::Instant at{};
    std::int64_t cpu_ms = 0;
  };
  /// Something was printed since the last look.
  [[nodiscard]] bool printed_since(base::Millis quiet, base::Instant now) const;

  std::optional<Sample> listening_;  ///< at the last look
  base::Instant last_{}, next_{};    ///< looks
  base::Millis pause_{0};
};

}  // namespace termhost::host
