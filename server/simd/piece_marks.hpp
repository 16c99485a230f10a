// A search for the starts of four-byte pieces in many bytes at once. This is the only code that names vectors of the
// processor; Highway chooses the widest.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace termhost::simd {

inline constexpr std::size_t piece_bytes = 4;
inline constexpr std::size_t block_bytes = 32;
inline constexpr std::size_t halves = 16;  ///< values of half a byte
inline constexpr std::size_t bank_count = 2;

/// The pieces are in eight groups. For each position in a piece and each value of half a byte there: one bit per group.
struct Bank {
  alignas(halves) std::array<std::array<std::uint8_t, halves>, piece_bytes> low{};
  alignas(halves) std::array<std::array<std::uint8_t, halves>, piece_bytes> high{};
};

using Banks = std::array<Bank, bank_count>;

/// Checks each byte of `blocks` blocks: may a piece of any group begin there? The result for a block is one word in
/// `marks`: bit i stands for byte i. Reads `piece_bytes - 1` bytes past the last block.
void mark_pieces(const Banks& banks, const char* text, std::size_t blocks, std::uint32_t* marks);

}  // namespace termhost::simd
