// Form `tokens` of the POSIX shells: the same tokens on one line.
#pragma once

#include <optional>
#include <string>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// Of a tree without error. nullopt where a control character stands in a place that has no one-line form, or the line
/// would not parse to the same tree. Empty if there is no command.
[[nodiscard]] std::optional<std::string> posix_one_line(const SyntaxTree& tree, ShellKind shell);

}  // namespace termhost::shell
