// What single characters can be in a POSIX text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace termhost::shell::posix {

enum CharacterClass : std::uint16_t {
  Digit = 1,
  NameStart = 2,
  Blank = 4,
  Metacharacter = 8,       ///< ends a word unless quoted. The end of the text reads as NUL
  Plain = 16,              ///< never anything but itself, wherever it stands in a word
  PlainInQuotes = 32,      ///< the same between double quotes
  StartsRedirection = 64,  ///< may: a backslash may join it with the next line
  WordEnd = 128,           ///< ends a word wherever it stands
  StartsKeyword = 256,     ///< may
  InKeyword = 512,         ///< may stand in one
};

inline constexpr auto character_classes = [] {
  std::array<std::uint16_t, 256> table{};
  const auto set = [&table](std::string_view characters, CharacterClass which) {
    for (const char c : characters) table[static_cast<unsigned char>(c)] |= which;
  };
  const auto unset = [&table](std::string_view characters, CharacterClass which) {
    for (const char c : characters) table[static_cast<unsigned char>(c)] &= static_cast<std::uint16_t>(~which);
  };
  constexpr std::string_view metacharacters(" \t\n;&|()<>\0", 11);
  table.fill(Plain | PlainInQuotes);
  unset(metacharacters, Plain);
  unset("'\"`$\\*?[{~},+@!=", Plain);
  unset("\"\\$`", PlainInQuotes);
  set("0123456789", Digit);
  set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", NameStart);
  set(" \t", Blank);
  set(metacharacters, Metacharacter);
  set("<>&{\\0123456789", StartsRedirection);
  set(std::string_view(" \n;\0", 4), WordEnd);
  set("itefwusrdc{}![", StartsKeyword);
  set("abcdefghijklmnopqrstuvwxyz{}![", InKeyword);
  return table;
}();

/// `classes`: any of them.
[[nodiscard]] constexpr bool is(char c, int classes) {
  return (character_classes[static_cast<unsigned char>(c)] & classes) != 0;
}
[[nodiscard]] constexpr bool is_digit(char c) { return is(c, Digit); }
[[nodiscard]] constexpr bool is_name_start(char c) { return is(c, NameStart); }
[[nodiscard]] constexpr bool is_name_char(char c) { return is(c, NameStart | Digit); }
[[nodiscard]] constexpr bool is_blank(char c) { return is(c, Blank); }
[[nodiscard]] constexpr bool is_metacharacter(char c) { return is(c, Metacharacter); }

}  // namespace termhost::shell::posix
