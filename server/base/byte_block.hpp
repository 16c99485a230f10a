// Blocks of 64 bytes: what loops over much text read and copy at a time.
#pragma once

#include <cstddef>
#include <cstring>

namespace termhost::base {

inline constexpr std::ptrdiff_t block_size = 64;

/// Copies [from, end), at most a block, to `to` and returns the end of the copy. May read and write a block's size.
inline char* copy_in_block(const char* from, const char* end, char* to) {
  std::memcpy(to, from, block_size / 2);
  if (end - from > block_size / 2) std::memcpy(to + block_size / 2, from + block_size / 2, block_size / 2);
  return to + (end - from);
}

}  // namespace termhost::base
