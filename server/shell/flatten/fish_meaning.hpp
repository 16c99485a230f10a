// What a fish text means, apart from how it is laid out.
#pragma once

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Layout does not matter, of literals only the value does.
[[nodiscard]] bool same_fish_meaning(const SyntaxTree& tree, const SyntaxTree& again);

}  // namespace termhost::shell
