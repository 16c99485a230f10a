// What a PowerShell text says apart from how it is laid out, to tell whether a rewritten one says the same.
#pragma once

#include <string>

#include "shell/syntax.hpp"

namespace termhost::shell {

/// The tree as text: without layout and `;`, strings by their value. Equal for two texts that mean the same.
[[nodiscard]] std::string powershell_meaning(const SyntaxTree& tree);

/// Nothing but comments and blanks.
[[nodiscard]] bool powershell_is_empty(const SyntaxTree& tree);

}  // namespace termhost::shell
