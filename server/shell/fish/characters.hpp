// Classes of single characters in a fish text.
#pragma once

#include <cstdint>
#include <string_view>

#include "shell/syntax/character_table.hpp"

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
  CharacterTable<std::uint8_t> table;
  table.add("0123456789", Digit | Name);
  table.add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", Name);
  table.add_beyond_ascii(Name);
  table.add(" \t\v\f", Blank);
  table.add(" \t\n|;&<>", Separator);
  table.add(" \t\n|;&<>)", StopsWordAhead);
  table.add(" \t\v\f\n\\#", StartsLayout);
  table.add("<>&0123456789", StartsRedirection);
  table.add("\\'\"$(){}[]*?~,|;&<> \t\n", Special);
  return table;
}();

/// `classes`: any of them.
[[nodiscard]] constexpr bool is(char c, int classes) { return character_classes.is(c, classes); }

}  // namespace termhost::shell::fish
