// What a PowerShell text says apart from how it is laid out, to tell whether a rewritten one says the same.
#pragma once

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Layout and `;` do not matter, of strings only the value does.
[[nodiscard]] bool same_powershell_meaning(const SyntaxTree& tree, const SyntaxTree& again);

}  // namespace termhost::shell
