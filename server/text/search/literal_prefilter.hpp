// Finds places where one of a set of four-byte pieces may begin, at several gigabytes a second. It looks up the two
// halves of each byte in tables of sixteen groups of pieces (the "Teddy" algorithm of Hyperscan), with as many bytes at
// a time as a vector of the processor has. This makes searches four times as fast as one byte at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "simd/piece_marks.hpp"

namespace termhost::text {

class LiteralPrefilter {
 public:
  static constexpr std::size_t piece_bytes = simd::piece_bytes;
  static constexpr std::size_t block_bytes = simd::block_bytes;

  LiteralPrefilter() = default;
  /// `pieces`: the first four bytes of each count; lower-case letters match both cases. A shorter piece has more
  /// matches.
  explicit LiteralPrefilter(std::vector<std::string_view> pieces);

  /// Calls `look_at(at)` for each place of `text` at or after `from` where a piece may begin, until it returns true.
  template <class LookAt>
  void each_place(std::string_view text, std::size_t from, LookAt look_at) const {
    constexpr std::size_t most_blocks = 16;  // more would be marked in vain where the look ends early
    std::array<std::uint32_t, most_blocks> marks{};
    std::size_t at = from;
    while (at + block_bytes + reach <= text.size()) {
      const std::size_t blocks = std::min((text.size() - at - reach) / block_bytes, most_blocks);
      simd::mark_pieces(banks_, text.data() + at, blocks, marks.data());
      for (std::size_t block = 0; block < blocks; ++block, at += block_bytes)
        if (each_mark(marks[block], at, look_at)) return;
    }
    if (at < text.size()) each_mark(marks_at_end(text.substr(at)), at, look_at);
  }

 private:
  template <class LookAt>
  static bool each_mark(std::uint64_t marks, std::size_t at, LookAt& look_at) {
    for (; marks != 0; marks &= marks - 1)
      if (look_at(at + static_cast<std::size_t>(std::countr_zero(marks)))) return true;
    return false;
  }
  /// `end`: too few bytes for a block; zeros after them are looked at instead.
  [[nodiscard]] std::uint64_t marks_at_end(std::string_view end) const;
  static constexpr std::size_t reach = piece_bytes - 1;  ///< bytes after those asked about that are read

  void add(std::string_view piece, std::size_t group);
  void add_byte(std::size_t position, unsigned char byte, std::size_t group);

  simd::Banks banks_{};
};

/// A piece as a number, with letters of both cases alike. It folds some other bytes too: a comparison in vain at worst.
[[nodiscard]] inline std::uint32_t folded_piece(const char* piece) {
  constexpr std::uint32_t lower_case_bits = 0x20202020U;
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, piece, LiteralPrefilter::piece_bytes);
  return bytes | lower_case_bits;
}

/// The hash of a folded piece, `bits` wide.
[[nodiscard]] constexpr std::size_t piece_hash(std::uint32_t piece, std::size_t bits) {
  constexpr std::uint32_t multiplier = 0x9E3779B1U;
  return (piece * multiplier) >> (32 - bits);
}

/// The start of the piece of `literal` that is the rarest in English and in logs. `literal` is in lower case, and has
/// at least one piece.
[[nodiscard]] std::size_t rarest_piece(std::string_view literal);

}  // namespace termhost::text
