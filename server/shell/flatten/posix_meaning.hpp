// The meaning of a POSIX text, independent of its layout.
#pragma once

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// True if two texts have the same structure and operators, and the same words. Quotes that only protect text are
/// resolved first. Line continuations, comments, blanks and newlines between tokens do not matter.
[[nodiscard]] bool same_posix_meaning(const SyntaxTree& tree, const SyntaxTree& again);

}  // namespace termhost::shell
