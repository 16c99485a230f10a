#include "base/number_text.hpp"

#include <array>

#include <fmt/format.h>

namespace termhost::base {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::array units{"KB", "MB", "GB", "TB"};
  constexpr double step = 1024;
  if (bytes < 1024) return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
  double size = static_cast<double>(bytes) / step;
  std::size_t unit = 0;
  while (size >= step && unit + 1 < units.size()) {
    size /= step;
    ++unit;
  }
  return fmt::format("{:.1f}{}", size, units[unit]);
}

}  // namespace termhost::base
