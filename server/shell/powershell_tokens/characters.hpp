// Characters as PowerShell's tokenizer groups them: typographic quotes and dashes count as the plain ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shell/syntax/character_table.hpp"

namespace termhost::shell::powershell {

enum CharacterClass : std::uint16_t {
  Blank = 1,       ///< any space but the newline
  TokenStart = 2,  ///< in command mode: blanks, newline, { } ( ) ; , | & < >
  NameStart = 4,   ///< letter, _ or beyond ASCII
  Digit = 8,
  Wide = 16,         ///< beyond ASCII: its meaning takes a closer look
  Plain = 32,        ///< only itself in a bare word
  Layout = 64,       ///< may begin layout between tokens, in ASCII
  QuotedStop = 128,  ///< may be more than itself in a string
  PlainName = 256,   ///< part of a name, in ASCII
};

inline constexpr auto character_classes = [] {
  CharacterTable<std::uint16_t> table;
  table.add(" \t\f\v", Blank);
  table.add(" \t\f\v\n{}();,|&<>", TokenStart);
  table.add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", NameStart | PlainName);
  table.add("0123456789", Digit | PlainName);
  table.add(" \t\f\v\n`#<", Layout);
  table.add("'\"`$", QuotedStop);
  table.add_beyond_ascii(NameStart | Wide | Layout | QuotedStop);
  table.add_to_rest(Plain, TokenStart | QuotedStop);
  return table;
}();

/// `classes`: any of them.
[[nodiscard]] constexpr bool is(char c, int classes) { return character_classes.is(c, classes); }

// Each returns the number of bytes of such a character at `at`, 0 if there is none; the first four only beyond ASCII.
[[nodiscard]] std::uint32_t wide_single_quote(std::string_view text, std::size_t at);  ///< U+2018 U+2019 U+201A U+201B
[[nodiscard]] std::uint32_t wide_double_quote(std::string_view text, std::size_t at);  ///< U+201C U+201D U+201E
[[nodiscard]] std::uint32_t wide_dash(std::string_view text, std::size_t at);          ///< U+2013 U+2014 U+2015
[[nodiscard]] std::uint32_t wide_blank(std::string_view text, std::size_t at);
[[nodiscard]] inline std::uint32_t single_quote(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  return is(text[at], Wide) ? wide_single_quote(text, at) : text[at] == '\'' ? 1 : 0;
}
[[nodiscard]] inline std::uint32_t double_quote(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  return is(text[at], Wide) ? wide_double_quote(text, at) : text[at] == '"' ? 1 : 0;
}
[[nodiscard]] inline std::uint32_t dash(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  return is(text[at], Wide) ? wide_dash(text, at) : text[at] == '-' ? 1 : 0;
}
[[nodiscard]] inline std::uint32_t blank(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  return is(text[at], Wide) ? wide_blank(text, at) : is(text[at], Blank) ? 1 : 0;
}

/// Length of the UTF-8 character at `at`; 1 for a byte that starts none.
[[nodiscard]] std::uint32_t wide_character(std::string_view text, std::size_t at);
[[nodiscard]] inline std::uint32_t character(std::string_view text, std::size_t at) {
  return at < text.size() && is(text[at], Wide) ? wide_character(text, at) : 1;
}

/// A new token starts here in command mode: at a TokenStart, at a blank, at the end.
[[nodiscard]] inline bool starts_token(std::string_view text, std::size_t at) {
  return at >= text.size() || is(text[at], TokenStart) || blank(text, at) > 0;
}

/// Beyond ASCII all but quotes, dashes and blanks.
[[nodiscard]] inline bool starts_name(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  if (!is(text[at], Wide)) return is(text[at], NameStart);
  return single_quote(text, at) + double_quote(text, at) + dash(text, at) + blank(text, at) == 0;
}
/// The end of the characters of a name, digits too, from `at` on.
[[nodiscard]] inline std::uint32_t name_end(std::string_view text, std::uint32_t at) {
  for (;;) {
    while (at < text.size() && is(text[at], PlainName)) ++at;
    if (at >= text.size() || !is(text[at], Wide) || !starts_name(text, at)) return at;
    at += character(text, at);
  }
}
/// True if the text at `at` may follow the `$` of a variable (`{` apart).
[[nodiscard]] inline bool starts_variable(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  const char c = text[at];
  if (!is(c, Wide)) return is(c, PlainName) || c == '$' || c == '?' || c == '^' || c == ':';
  return starts_name(text, at);
}

/// The byte at `at`; 0 past the end.
[[nodiscard]] inline char byte(std::string_view text, std::size_t at) { return at < text.size() ? text[at] : '\0'; }

/// End of the number literal at `at`, `at` if there is none. In an expression operators may follow at once.
[[nodiscard]] std::uint32_t number_end(std::string_view text, std::uint32_t at, bool in_expression);

[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Length of the escape that starts with the backtick at `at`: 2 bytes, more for a character beyond ASCII or `u{…}.
[[nodiscard]] std::uint32_t escape_length(std::string_view text, std::size_t at);
/// The value of an escape; a backtick at the very end is itself.
[[nodiscard]] std::string escape_value(std::string_view escape);

/// Text between double quotes with each doubled quote single.
[[nodiscard]] std::string halve_double_quotes(std::string_view text);

}  // namespace termhost::shell::powershell
