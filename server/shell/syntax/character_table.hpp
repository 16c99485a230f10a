// The classes of each character, in one look-up.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace termhost::shell {

/// `Bits`: unsigned, one bit a class.
template <class Bits>
class CharacterTable {
 public:
  constexpr void add(std::string_view characters, int classes) {
    for (const char c : characters) row(c) |= static_cast<Bits>(classes);
  }
  constexpr void remove(std::string_view characters, int classes) {
    for (const char c : characters) row(c) &= static_cast<Bits>(~classes);
  }
  /// To all that are in none of `others`.
  constexpr void add_to_rest(int classes, int others) {
    for (Bits& bits : rows_)
      if ((bits & others) == 0) bits |= static_cast<Bits>(classes);
  }
  constexpr void add_beyond_ascii(int classes) {
    for (std::size_t c = 0x80; c < rows_.size(); ++c) rows_[c] |= static_cast<Bits>(classes);
  }
  /// Any of them.
  [[nodiscard]] constexpr bool is(char c, int classes) const {
    return (rows_[static_cast<unsigned char>(c)] & classes) != 0;
  }

 private:
  constexpr Bits& row(char c) { return rows_[static_cast<unsigned char>(c)]; }

  std::array<Bits, 256> rows_{};
};

}  // namespace termhost::shell
