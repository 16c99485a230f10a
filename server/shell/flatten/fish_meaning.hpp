// The meaning of a fish text, independent of its layout.
#pragma once

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Layout does not matter, of literals only the value does.
[[nodiscard]] bool same_fish_meaning(const SyntaxTree& tree, const SyntaxTree& again);

}  // namespace termhost::shell
