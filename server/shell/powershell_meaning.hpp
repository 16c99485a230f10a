// What a PowerShell text says apart from how it is laid out, to tell whether a rewritten one says the same.
#pragma once

#include <span>
#include <string>

#include "shell/syntax.hpp"

namespace termhost::shell {

/// The tree as text: without layout and `;`, strings by their value. Equal for two texts that mean the same.
/// Each of the commands `shared` with the tree it is to be compared with stands for itself.
[[nodiscard]] std::string powershell_meaning(const SyntaxTree& tree, std::span<const NodeId> shared);

/// Nothing but comments and blanks.
[[nodiscard]] bool powershell_is_empty(const SyntaxTree& tree);

}  // namespace termhost::shell
