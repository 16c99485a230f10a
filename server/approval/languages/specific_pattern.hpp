// Patterns of grep, ripgrep and similar programs that match little.
#pragma once

#include <string_view>

namespace termhost::approval {

/// Every match has three given letters or digits in a row, in any reading: as a basic, an extended, a Perl or a Rust
/// expression, or as text.
[[nodiscard]] bool is_specific(std::string_view pattern);

}  // namespace termhost::approval
