// What single characters of ASCII are, whatever the locale.
#pragma once

namespace termhost::base {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
[[nodiscard]] constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
/// Of a variable, in most languages.
[[nodiscard]] constexpr bool is_name_start(char c) { return is_letter(c) || c == '_'; }
[[nodiscard]] constexpr bool is_name_char(char c) { return is_name_start(c) || is_digit(c); }
[[nodiscard]] constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace termhost::base
