// Classes of single characters in a POSIX text.
#pragma once

#include <cstdint>
#include <string_view>

#include "shell/syntax/character_table.hpp"

namespace termhost::shell::posix {

enum CharacterClass : std::uint16_t {
  Digit = 1,
  NameStart = 2,
  Blank = 4,
  Metacharacter = 8,       ///< ends a word unless quoted. The end of the text reads as NUL
  Plain = 16,              ///< never anything but itself, anywhere in a word
  PlainInQuotes = 32,      ///< the same between double quotes
  StartsRedirection = 64,  ///< may: a backslash may join it with the next line
  WordEnd = 128,           ///< ends a word, anywhere in it
  StartsKeyword = 256,     ///< may
  InKeyword = 512,         ///< may be part of one
};

inline constexpr auto character_classes = [] {
  CharacterTable<std::uint16_t> table;
  constexpr std::string_view metacharacters(" \t\n;&|()<>\0", 11);
  table.add_to_rest(Plain | PlainInQuotes, 0);
  table.remove(metacharacters, Plain);
  table.remove("'\"`$\\*?[{~},+@!=", Plain);
  table.remove("\"\\$`", PlainInQuotes);
  table.add("0123456789", Digit);
  table.add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", NameStart);
  table.add(" \t", Blank);
  table.add(metacharacters, Metacharacter);
  table.add("<>&{\\0123456789", StartsRedirection);
  table.add(std::string_view(" \n;\0", 4), WordEnd);
  table.add("itefwusrdc{}![", StartsKeyword);
  table.add("abcdefghijklmnopqrstuvwxyz{}![", InKeyword);
  return table;
}();

/// `classes`: any of them.
[[nodiscard]] constexpr bool is(char c, int classes) { return character_classes.is(c, classes); }
[[nodiscard]] constexpr bool is_digit(char c) { return is(c, Digit); }
[[nodiscard]] constexpr bool is_name_start(char c) { return is(c, NameStart); }
[[nodiscard]] constexpr bool is_name_char(char c) { return is(c, NameStart | Digit); }
[[nodiscard]] constexpr bool is_blank(char c) { return is(c, Blank); }
[[nodiscard]] constexpr bool is_metacharacter(char c) { return is(c, Metacharacter); }

}  // namespace termhost::shell::posix
