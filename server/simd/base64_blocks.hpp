// Base64 (RFC 4648 section 4), many digits at once.
#pragma once

#include <cstddef>

namespace termhost::simd {

inline constexpr std::size_t base64_block = 16;  ///< digits, which are 12 bytes

/// Decodes the blocks that `text` begins with, up to the first one that has anything but digits or is not whole in its
/// `size` bytes, and returns how many digits that were: none where there are no vectors. Writes four bytes behind what
/// they are.
[[nodiscard]] std::size_t decode_base64_blocks(const char* text, std::size_t size, char* to);

}  // namespace termhost::simd
