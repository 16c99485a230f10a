// Words of programs that no row can describe: patterns, formats, scripts of sed and awk.
#pragma once

#include <string_view>

#include "approval/proof/builtin_word_checks.hpp"

namespace termhost::approval {

/// The check for a program that is not a builtin; nullptr: the row describes all its words.
[[nodiscard]] WordCheck find_program_word_check(std::string_view program);

}  // namespace termhost::approval
