// How many columns a character takes: 0, 1 or 2. Unicode 11 as xterm.js has it, which is what the programs of today
// count on; other tables (utf8proc's, wcwidth's) differ in a few hundred characters.
#pragma once

#include <array>
#include <cstdint>

namespace termhost::text {

namespace detail {
[[nodiscard]] int find_char_width(char32_t character);
[[nodiscard]] const std::array<std::uint8_t, 0x10000 / 4>& plane_zero_widths();
}  // namespace detail

class CharWidths {
 public:
  /// Of a character from U+00A0 up.
  [[nodiscard]] int operator()(char32_t character) const {
    if (character < first_not_one) return 1;
    if (character >= 0x10000) return detail::find_char_width(character);
    return packed_[character / 4] >> (character % 4 * 2) & 3;
  }

 private:
  static constexpr char32_t first_not_one = 0x300;
  const std::array<std::uint8_t, 0x10000 / 4>& packed_ = detail::plane_zero_widths();
};

}  // namespace termhost::text
