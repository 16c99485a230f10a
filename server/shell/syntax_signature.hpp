// What a POSIX text means, apart from how it is laid out: equal signatures, equal meaning.
#pragma once

#include <string>

#include "shell/syntax.hpp"

namespace termhost::shell {

/// Structure, operators, and every word with its quotes resolved as far as they only protect text. Line continuations,
/// comments, blanks and newlines between tokens leave no trace.
[[nodiscard]] std::string syntax_signature(const SyntaxTree& tree);

}  // namespace termhost::shell
