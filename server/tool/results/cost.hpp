// Resources that a command and all its processes have used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace termhost::tool {

/// An empty value could not be measured.
struct Cost {
  std::optional<std::int64_t> cpu_ms;
  std::optional<std::uint64_t> read_bytes, written_bytes;
  std::optional<std::uint64_t> peak_memory;  ///< bytes, of the largest process
  bool peak_at_least = false;                ///< it was looked at now and then
};

/// Worth a model's attention: more than 10 s of a processor, or 1 GB.
[[nodiscard]] bool is_remarkable(const Cost& cost);

/// "It used 12.3 s of CPU and at least 1.2 GB of memory."
[[nodiscard]] std::string in_words(const Cost& cost);

}  // namespace termhost::tool
