// What a POSIX text means, apart from how it is laid out.
#pragma once

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Whether two texts have the same structure and operators, and words that are the same with their quotes resolved as
/// far as they only protect text. Line continuations, comments, blanks and newlines between tokens do not matter.
[[nodiscard]] bool same_posix_meaning(const SyntaxTree& tree, const SyntaxTree& again);

}  // namespace termhost::shell
