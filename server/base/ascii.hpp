// Classes of ASCII characters, independent of the locale.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace termhost::base {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
[[nodiscard]] constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
/// The characters of a variable's name, as in most languages.
[[nodiscard]] constexpr bool is_name_start(char c) { return is_letter(c) || c == '_'; }
[[nodiscard]] constexpr bool is_name_char(char c) { return is_name_start(c) || is_digit(c); }
[[nodiscard]] constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The line without its LF.
[[nodiscard]] constexpr std::string_view without_line_end(std::string_view line) {
  return line.substr(0, line.size() - (line.ends_with('\n') ? 1 : 0));
}

/// The byte that two hexadecimal digits mean.
[[nodiscard]] inline std::optional<unsigned char> hex_byte(std::string_view digits) {
  unsigned char byte = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, byte, 16);
  return digits.size() == 2 && error == std::errc{} && rest == end ? std::optional(byte) : std::nullopt;
}

[[nodiscard]] inline std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

/// `lower_case` is in lower case already.
[[nodiscard]] inline bool equals_in_any_case(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char t, char l) { return lower(t) == l; });
}

}  // namespace termhost::base
