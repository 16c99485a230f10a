// Characters as PowerShell's tokenizer groups them: typographic quotes and dashes count as the plain ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace termhost::shell::powershell {

// Each says how many bytes of such a character stand at `at`, 0 if none.
[[nodiscard]] std::uint32_t single_quote(std::string_view text, std::size_t at);  ///< ' U+2018 U+2019 U+201A U+201B
[[nodiscard]] std::uint32_t double_quote(std::string_view text, std::size_t at);  ///< " U+201C U+201D U+201E
[[nodiscard]] std::uint32_t dash(std::string_view text, std::size_t at);          ///< - U+2013 U+2014 U+2015
[[nodiscard]] std::uint32_t blank(std::string_view text, std::size_t at);         ///< any space but the newline

/// Length of the UTF-8 character at `at`; 1 for a byte that starts none.
[[nodiscard]] std::uint32_t character(std::string_view text, std::size_t at);

/// A new token starts here in command mode: the end, blanks, newline, { } ( ) ; , | & < >
[[nodiscard]] bool starts_token(std::string_view text, std::size_t at);

[[nodiscard]] bool starts_name(char c);     ///< letter, _ or beyond ASCII
[[nodiscard]] bool continues_name(char c);  ///< the same and digits
/// What may follow the `$` of a variable (`{` apart).
[[nodiscard]] bool starts_variable(std::string_view text, std::size_t at);

/// End of the number literal at `at`, `at` if there is none. In an expression operators may follow at once.
[[nodiscard]] std::uint32_t number_end(std::string_view text, std::uint32_t at, bool in_expression);

[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Length of the escape that starts with the backtick at `at`: 2 bytes, more for a character beyond ASCII or `u{…}.
[[nodiscard]] std::uint32_t escape_length(std::string_view text, std::size_t at);
/// What it stands for; of a backtick at the very end, the backtick.
[[nodiscard]] std::string escape_value(std::string_view escape);

/// Text between double quotes with each doubled quote single.
[[nodiscard]] std::string halve_double_quotes(std::string_view text);

}  // namespace termhost::shell::powershell
