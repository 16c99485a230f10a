// Finds places where one of a set of four-byte pieces may begin, at several gigabytes a second. Each byte of a piece is
// looked up by its two halves in tables of sixteen groups of pieces (the "Teddy" algorithm of Hyperscan), 32 bytes at a
// time where the processor has AVX2, which makes serving four times as fast, and one at a time elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace termhost::text {

class LiteralPrefilter {
 public:
  static constexpr std::size_t piece_bytes = 4;
  static constexpr std::size_t groups = 16;  ///< pieces of a group should be alike: a mixture of them is found too
  static constexpr std::size_t block_bytes = 32;
  /// Bytes behind those asked about that are looked at, so they must be readable.
  static constexpr std::size_t reach = piece_bytes - 1;

  /// `piece`: up to four bytes; lower-case letters stand for both cases. The shorter, the more is found.
  void add(std::string_view piece, std::size_t group);

  /// For each block from `text` on one word, whose bit i says that a piece may begin at its byte i.
  void mark(const char* text, std::size_t blocks, std::uint32_t* marks) const;
  /// The same for one byte.
  [[nodiscard]] bool may_begin(const char* bytes) const;

 private:
  static constexpr std::size_t bank_groups = 8;  ///< one for each bit of a byte
  static constexpr std::size_t banks = groups / bank_groups;

  /// For each position in a piece and each half byte the groups that have it there.
  struct Bank {
    alignas(16) std::array<std::array<std::uint8_t, 16>, piece_bytes> low{};
    alignas(16) std::array<std::array<std::uint8_t, 16>, piece_bytes> high{};
  };

  void add_byte(std::size_t position, unsigned char byte, std::size_t group);
  void mark_one_by_one(const char* text, std::size_t blocks, std::uint32_t* marks) const;
  void mark_avx2(const char* text, std::size_t blocks, std::uint32_t* marks) const;

  std::array<Bank, banks> banks_{};
};

}  // namespace termhost::text
