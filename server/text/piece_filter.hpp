// Finds places where one of a set of four-byte pieces may begin, at several gigabytes a second. Each byte of a piece is
// looked up by its two halves in tables of eight groups of pieces (the "Teddy" algorithm of Hyperscan), 32 bytes at a
// time where the processor has AVX2, one at a time elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace termhost::text {

class PieceFilter {
 public:
  static constexpr std::size_t piece_bytes = 4;
  static constexpr std::size_t groups = 8;  ///< pieces of a group should be alike: a mixture of them is found too

  /// `piece`: up to four bytes; lower-case letters stand for both cases. The shorter, the more is found.
  void add(std::string_view piece, std::size_t group);

  /// The first offset at or after `from` where a piece may begin, or npos.
  [[nodiscard]] std::size_t find(std::string_view text, std::size_t from) const;

 private:
  using HalfTable = std::array<std::uint8_t, 16>;  ///< for each half byte the groups that have it

  void add_byte(std::size_t position, unsigned char byte, std::size_t group);
  [[nodiscard]] bool may_begin(std::string_view bytes) const;
  [[nodiscard]] std::size_t skip_blocks(std::string_view text, std::size_t from) const;

  alignas(16) std::array<HalfTable, piece_bytes> low_{};
  alignas(16) std::array<HalfTable, piece_bytes> high_{};
};

}  // namespace termhost::text
