// What single characters can be in a fish text. Internal to syntax_fish*.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace termhost::shell::fish {

enum CharacterClass : std::uint8_t {
  Digit = 1,
  Name = 2,                ///< of a variable
  Blank = 4,               ///< skipped before a token besides the newline. Inside a word \v and \f are data
  Separator = 8,           ///< ends a word, outside of brackets
  StopsWordAhead = 16,     ///< ends a word that is looked at ahead
  StartsLayout = 32,       ///< may
  StartsRedirection = 64,  ///< may
  Special = 128,           ///< means something inside an unquoted word; all others run to the next of these
};

inline constexpr auto character_classes = [] {
  std::array<std::uint8_t, 256> table{};
  const auto set = [&table](std::string_view characters, CharacterClass which) {
    for (const char c : characters) table[static_cast<unsigned char>(c)] |= which;
  };
  set("0123456789", Digit);
  set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", Name);
  for (std::size_t c = 0x80; c < table.size(); ++c) table[c] |= Name;
  set(" \t\v\f", Blank);
  set(" \t\n|;&<>", Separator);
  set(" \t\n|;&<>)", StopsWordAhead);
  set(" \t\v\f\n\\#", StartsLayout);
  set("<>&0123456789", StartsRedirection);
  set("\\'\"$(){}[]*?~,|;&<> \t\n", Special);
  return table;
}();

/// `classes`: any of them.
[[nodiscard]] constexpr bool is(char c, int classes) {
  return (character_classes[static_cast<unsigned char>(c)] & classes) != 0;
}

}  // namespace termhost::shell::fish
