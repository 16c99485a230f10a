#include "tool/reading/until.hpp"

#include <fmt/format.h>

namespace termhost::tool {

std::string in_words(const Met& met) {
  if (met.line) return fmt::format("it shows `{}`", *met.line);
  if (met.port) return fmt::format("it listens on port {}", *met.port);
  return met.quiet ? fmt::format("silent for {:.1f} s", static_cast<double>(met.quiet->count()) / 1000) : std::string();
}

}  // namespace termhost::tool
