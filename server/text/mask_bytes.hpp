// Bytes that replace those of a secret. UTF-8 does not have them; see secrets/masked_text.hpp.
#pragma once

#include <string_view>

namespace termhost::text {

inline constexpr unsigned char first_mask = 0xf5;
inline constexpr char first_of_secret = '\xff';

[[nodiscard]] constexpr bool is_mask(char c) { return static_cast<unsigned char>(c) >= first_mask; }

/// True if a line begins within a secret. The label of that secret is in the line where it begins.
[[nodiscard]] constexpr bool begins_in_secret(std::string_view masked_line) {
  return !masked_line.empty() && is_mask(masked_line.front()) && masked_line.front() != first_of_secret;
}

}  // namespace termhost::text
