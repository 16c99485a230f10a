// Base64 (RFC 4648 section 4), many digits at once.
#pragma once

#include <cstddef>

namespace termhost::simd {

inline constexpr std::size_t base64_block = 16;  ///< digits, which are 12 bytes

/// Decodes the blocks at the beginning of `text`, up to the first one that has a byte other than a digit or is not
/// whole in its `size` bytes. Returns the number of decoded digits: 0 on a machine without vectors. Writes up to four
/// bytes past the result.
[[nodiscard]] std::size_t decode_base64_blocks(const char* text, std::size_t size, char* to);

}  // namespace termhost::simd
