// Finds places where one of a set of four-byte pieces may begin, at several gigabytes a second. Each byte of a piece is
// looked up by its two halves in tables of sixteen groups of pieces (the "Teddy" algorithm of Hyperscan), as many bytes
// at a time as the processor has in a vector, which makes serving four times as fast as one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "simd/piece_marks.hpp"

namespace termhost::text {

class LiteralPrefilter {
 public:
  static constexpr std::size_t piece_bytes = simd::piece_bytes;
  static constexpr std::size_t block_bytes = simd::block_bytes;
  /// Bytes behind those asked about that are looked at, so they must be readable.
  static constexpr std::size_t reach = piece_bytes - 1;

  LiteralPrefilter() = default;
  /// `pieces`: up to four bytes of each count; lower-case letters stand for both cases. The shorter, the more is found.
  explicit LiteralPrefilter(std::vector<std::string_view> pieces);

  /// For each block from `text` on one word, whose bit i says that a piece may begin at its byte i.
  void mark(const char* text, std::size_t blocks, std::uint32_t* marks) const {
    simd::mark_pieces(banks_, text, blocks, marks);
  }
  /// The same for one byte.
  [[nodiscard]] bool may_begin(const char* bytes) const { return simd::piece_may_begin(banks_, bytes); }

 private:
  void add(std::string_view piece, std::size_t group);
  void add_byte(std::size_t position, unsigned char byte, std::size_t group);

  simd::Banks banks_{};
};

}  // namespace termhost::text
