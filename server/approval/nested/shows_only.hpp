// Command lines that only read and show existing data. Their whole output is the wanted result, so no line of it is
// noise.
#pragma once

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::approval {

/// True if every command shows files, searches, lists, or passes on such output: `git log | head`. The answer says
/// nothing about safety: `find -delete` lists too.
[[nodiscard]] bool shows_only(const shell::SyntaxTree& tree, shell::ShellKind shell);

}  // namespace termhost::approval
