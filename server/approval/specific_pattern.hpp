// Patterns of grep, ripgrep and their like that match little.
#pragma once

#include <string_view>

namespace termhost::approval {

/// What it matches holds three given letters or digits in a row, however it is read: as a basic, an extended or a Perl
/// expression, or as text.
[[nodiscard]] bool is_specific(std::string_view pattern);

/// The same of an expression of Perl or Rust, or of that text: `(async )?fn \w+_test`.
[[nodiscard]] bool is_specific_expression(std::string_view pattern);

/// The same of an extended expression: `#define +MAX_(BUF|LINE)`.
[[nodiscard]] bool is_specific_extended(std::string_view pattern);

}  // namespace termhost::approval
