// What a POSIX text means, apart from how it is laid out: equal signatures, equal meaning.
#pragma once

#include <span>
#include <string>

#include "shell/syntax.hpp"

namespace termhost::shell {

/// Structure, operators, and every word with its quotes resolved as far as they only protect text. Line continuations,
/// comments, blanks and newlines between tokens leave no trace. Each of the commands `shared` with the tree it is to be
/// compared with stands for itself.
[[nodiscard]] std::string syntax_signature(const SyntaxTree& tree, std::span<const NodeId> shared);

}  // namespace termhost::shell
