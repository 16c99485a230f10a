// The number of columns of a character: 0, 1 or 2. The table is Unicode 11 as in xterm.js, because today's programs
// assume it; other tables (utf8proc's, wcwidth's) differ in a few hundred characters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/utf8.hpp"
#include "vt/transitions.hpp"

namespace termhost::text {

namespace detail {
[[nodiscard]] int find_char_width(char32_t character);
[[nodiscard]] const std::array<std::uint8_t, 0x10000 / 4>& plane_zero_widths();
}  // namespace detail

class CharWidths {
 public:
  /// The width of a character from U+00A0 up.
  [[nodiscard]] int operator()(char32_t character) const {
    if (character < first_not_one) return 1;
    if (character >= 0x10000) return detail::find_char_width(character);
    return packed_[character / 4] >> (character % 4 * 2) & 3;
  }

 private:
  static constexpr char32_t first_not_one = 0x300;
  const std::array<std::uint8_t, 0x10000 / 4>& packed_ = detail::plane_zero_widths();
};

/// The bytes of the character that `bytes` begin with, no ASCII, if it takes one column; else 0.
[[nodiscard]] inline std::size_t single_column_bytes(std::string_view bytes, const CharWidths& char_width) {
  const base::Decoded decoded = base::decode_utf8(bytes);
  const char32_t character = decoded.code_point;
  const bool well_formed = decoded.taken > 0 && !decoded.malformed;
  const bool graphic = well_formed && character >= vt::first_graphic;
  return graphic && char_width(character) == 1 ? decoded.taken : 0;
}

}  // namespace termhost::text
