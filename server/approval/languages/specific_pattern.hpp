// Patterns of grep, ripgrep and similar programs that match little.
#pragma once

#include <string_view>

namespace termhost::approval {

/// Every match has three given letters or digits in a row, in any reading: as a basic, an extended or a Perl
/// expression, or as text.
[[nodiscard]] bool is_specific(std::string_view pattern);

/// Likewise for an expression of Perl or Rust, or for plain text: `(async )?fn \w+_test`.
[[nodiscard]] bool is_specific_expression(std::string_view pattern);

/// Likewise for an extended expression: `#define +MAX_(BUF|LINE)`.
[[nodiscard]] bool is_specific_extended(std::string_view pattern);

}  // namespace termhost::approval
