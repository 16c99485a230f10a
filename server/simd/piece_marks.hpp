// Where four-byte pieces may begin, in many bytes at once: the only code that names vectors of the processor, which
// Highway finds the widest of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace termhost::simd {

inline constexpr std::size_t piece_bytes = 4;
inline constexpr std::size_t block_bytes = 32;
inline constexpr std::size_t halves = 16;  ///< values of half a byte
inline constexpr std::size_t bank_count = 2;

/// For each position in a piece and each half of a byte: which of eight groups of pieces have it there, a bit for each.
struct Bank {
  alignas(halves) std::array<std::array<std::uint8_t, halves>, piece_bytes> low{};
  alignas(halves) std::array<std::array<std::uint8_t, halves>, piece_bytes> high{};
};

using Banks = std::array<Bank, bank_count>;

/// For each byte of `blocks` blocks, whether a piece of any group may begin there: one word for each block, whose bit i
/// is its byte i. After the last block `piece_bytes - 1` bytes are read.
void mark_pieces(const Banks& banks, const char* text, std::size_t blocks, std::uint32_t* marks);

}  // namespace termhost::simd
