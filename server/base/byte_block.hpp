// Many bytes at a time, for the loops that see every byte: eight as one number, and blocks of 64 as one bit per byte.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace termhost::base {

/// Eight bytes. What is asked about them is answered for each by the high bit of its byte.
class EightBytes {
 public:
  static constexpr std::ptrdiff_t size = 8;
  static constexpr std::uint64_t high_bits = 0x8080808080808080U;

  explicit EightBytes(const char* at) { std::memcpy(&bytes_, at, sizeof bytes_); }

  [[nodiscard]] std::uint64_t beyond_ascii() const { return bytes_ & high_bits; }
  /// Bytes outside of `first` to `last`, both ASCII.
  [[nodiscard]] std::uint64_t outside(unsigned char first, unsigned char last) const {
    constexpr std::uint64_t ones = 0x0101010101010101U;
    const std::uint64_t low = bytes_ & ~high_bits;  // sums of two such bytes stay in their byte
    const std::uint64_t at_least_first = low + ones * (0x80U - first);
    const std::uint64_t more_than_last = low + ones * (0x7fU - last);
    return (~at_least_first | more_than_last | bytes_) & high_bits;
  }
  [[nodiscard]] std::uint64_t in_range(unsigned char first, unsigned char last) const {
    return outside(first, last) ^ high_bits;
  }
  [[nodiscard]] std::uint64_t equal(unsigned char byte) const { return in_range(byte, byte); }

 private:
  static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");
  std::uint64_t bytes_ = 0;
};

/// The index of the first of eight bytes whose answer is yes; at least one answer in `answers` must be yes.
[[nodiscard]] inline std::ptrdiff_t first_of_eight(std::uint64_t answers) { return std::countr_zero(answers) / 8; }

inline constexpr std::ptrdiff_t block_size = 64;

/// A bit for each byte of the block at `at`: the answers of `ask`, which takes eight bytes at a time.
template <class Ask>
[[nodiscard]] std::uint64_t block_bits(const char* at, Ask ask) {
  constexpr std::uint64_t gather = 0x0102040810204080U;  // moves the lowest bit of each byte into the highest byte
  std::uint64_t bits = 0;
  for (std::ptrdiff_t i = 0; i < block_size; i += EightBytes::size)
    bits |= ((ask(EightBytes(at + i)) >> 7U) * gather >> 56U) << i;
  return bits;
}

/// Copies [from, end), at most a block, to `to` and returns the end of the copy. May read and write a block's size.
inline char* copy_in_block(const char* from, const char* end, char* to) {
  std::memcpy(to, from, block_size / 2);
  if (end - from > block_size / 2) std::memcpy(to + block_size / 2, from + block_size / 2, block_size / 2);
  return to + (end - from);
}

/// Copies like copy_in_block, any number of bytes. May read up to a block past `end`, and write as far past the copy.
inline char* copy_in_blocks(const char* from, const char* end, char* to) {
  for (; end - from > block_size; from += block_size, to += block_size) std::memcpy(to, from, block_size);
  return copy_in_block(from, end, to);
}

}  // namespace termhost::base
