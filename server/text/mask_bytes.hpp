// The bytes that stand for those of a secret, as no UTF-8 has them; see secrets/masked_text.hpp.
#pragma once

#include <string_view>

namespace termhost::text {

inline constexpr unsigned char first_mask = 0xf5;
inline constexpr char first_of_secret = '\xff';

[[nodiscard]] constexpr bool is_mask(char c) { return static_cast<unsigned char>(c) >= first_mask; }

/// Whether a line begins within a secret: what it says stands in the line where that begins.
[[nodiscard]] constexpr bool begins_in_secret(std::string_view masked_line) {
  return !masked_line.empty() && is_mask(masked_line.front()) && masked_line.front() != first_of_secret;
}

}  // namespace termhost::text
