// Words of programs that no row can describe: patterns, formats, scripts of sed and awk.
#pragma once

#include <string_view>

#include "approval/special_words.hpp"

namespace termhost::approval {

/// Of the special ones, the programs that are no builtins; nullptr: the row says all.
[[nodiscard]] SpecialProof find_special_program(std::string_view program);

}  // namespace termhost::approval
