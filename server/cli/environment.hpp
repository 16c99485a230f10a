// Variables of the environment as values.
#pragma once

#include <cstdlib>
#include <string>

namespace termhost::cli {

/// Empty where it is not set.
[[nodiscard]] inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

}  // namespace termhost::cli
