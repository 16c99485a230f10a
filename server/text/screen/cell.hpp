// One cell of the screen in 32 bits: a character (or the number of a cluster), its width, and whether it is protected
// from selective erasing. Text needs no colours.
#pragma once

#include <cstdint>

namespace termhost::text {

using Cell = std::uint32_t;

inline constexpr Cell character_mask = 0x1fffff;
inline constexpr Cell cluster_flag = 0x200000;  ///< the character bits number a cluster: a base with combining marks
inline constexpr Cell content_mask = character_mask | cluster_flag;
inline constexpr int width_shift = 22;
inline constexpr Cell width_mask = 3U << width_shift;
inline constexpr Cell protected_flag = 1U << 24;

[[nodiscard]] constexpr Cell make_cell(char32_t character, int width, Cell attributes) {
  return static_cast<Cell>(character) | static_cast<Cell>(width) << width_shift | attributes;
}

/// A cell nothing was written to; reads as a blank.
[[nodiscard]] constexpr Cell empty_cell(Cell attributes = 0) { return make_cell(0, 1, attributes); }

[[nodiscard]] constexpr int width_of(Cell cell) { return static_cast<int>((cell & width_mask) >> width_shift); }
[[nodiscard]] constexpr bool has_content(Cell cell) { return (cell & content_mask) != 0; }
[[nodiscard]] constexpr bool is_protected(Cell cell) { return (cell & protected_flag) != 0; }
/// Printable ASCII or empty, and not protected.
[[nodiscard]] constexpr bool is_plain(Cell cell) { return (cell & ~Cell{0x7f}) == empty_cell(); }
/// One character of width 1 that is not a cluster, and not protected.
[[nodiscard]] constexpr bool is_single(Cell cell) {
  return (cell & ~character_mask) == empty_cell() && has_content(cell);
}
/// The second cell of a wide character.
[[nodiscard]] constexpr bool is_tail(Cell cell) { return width_of(cell) == 0 && !has_content(cell); }

}  // namespace termhost::text
