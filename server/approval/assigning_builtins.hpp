// Builtins that set variables or read their operands as expressions: where a plain-looking word is a name, a subscript
// that runs substitutions, or an assignment.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "approval/escape_hatches.hpp"

namespace termhost::approval {

void find_builtin_concerns(std::span<const shell::ShellWord> words, std::string_view program, shell::ShellKind shell,
                           std::vector<Concern>& found);

}  // namespace termhost::approval
