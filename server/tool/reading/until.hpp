// Conditions that end an agent's wait for a running command, in addition to its end.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "tool/reading/output_pattern.hpp"

namespace termhost::tool {

struct Until {
  bool input = false;  ///< it needs typed input …
  /// … and has printed nothing for so long: a `read -t 3` goes on by itself, and the kernel does not tell it from
  /// another. A secret is awaited for good.
  base::Millis input_patience{0};
  std::shared_ptr<OutputPattern> pattern{};  ///< it has printed a line, or shows one
  std::optional<int> port{};                 ///< one of its processes listens on it
  std::optional<base::Millis> quiet{};       ///< it has printed nothing for so long
  bool serving = false;                      ///< it listens on a port, and does nothing: it waits for requests

  [[nodiscard]] bool names_something() const { return pattern || port || quiet; }
  [[nodiscard]] bool only_the_end() const { return !input && !serving && !names_something(); }
};

/// The condition that was met; all empty: the command waits for input, as the result says anyway.
struct Met {
  std::optional<std::string> line{};  ///< that matches the pattern
  std::optional<int> port{};
  std::optional<base::Millis> quiet{};

  [[nodiscard]] bool is_input() const { return !line && !port && !quiet; }
};

/// "it listens on port 3000"; empty for input.
[[nodiscard]] std::string in_words(const Met& met);

}  // namespace termhost::tool
