// The meaning of a PowerShell text, independent of its layout, to compare it with a rewritten one.
#pragma once

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Layout and `;` do not matter, of strings only the value does.
[[nodiscard]] bool same_powershell_meaning(const SyntaxTree& tree, const SyntaxTree& again);

}  // namespace termhost::shell
