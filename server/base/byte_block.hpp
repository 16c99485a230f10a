// Blocks of 64 bytes: what loops over much text read and copy at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace termhost::base {

inline constexpr std::ptrdiff_t block_size = 64;

/// Copies [from, end), at most a block, to `to` and returns the end of the copy. May read and write a block's size.
inline char* copy_in_block(const char* from, const char* end, char* to) {
  std::memcpy(to, from, block_size / 2);
  if (end - from > block_size / 2) std::memcpy(to + block_size / 2, from + block_size / 2, block_size / 2);
  return to + (end - from);
}

/// A bit for each byte of the block at `at`, from what `in_16` says of 16 bytes.
template <class In16>
[[nodiscard]] std::uint64_t block_bits(const char* at, In16 in_16) {
  return in_16(at) | std::uint64_t{in_16(at + 16)} << 16 | std::uint64_t{in_16(at + 32)} << 32 |
         std::uint64_t{in_16(at + 48)} << 48;
}

}  // namespace termhost::base
