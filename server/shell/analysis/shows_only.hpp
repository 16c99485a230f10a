// Whether a command line only reads and shows what is there, so that its output is what was asked for: no line of it is
// noise.
#pragma once

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Every command in it shows files, searches, lists, or passes on what such a command shows: `git log | head`. Not a
/// matter of safety: `find -delete` lists too.
[[nodiscard]] bool shows_only(const SyntaxTree& tree, ShellKind shell);

}  // namespace termhost::shell
