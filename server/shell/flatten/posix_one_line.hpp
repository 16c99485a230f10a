// Form `tokens` of the POSIX shells: the same tokens on one line.
#pragma once

#include <optional>
#include <string>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// `tree` must have no error. nullopt if a control character is in a place without a one-line form, or if the line
/// would not parse to the same tree. Empty if there is no command.
[[nodiscard]] std::optional<std::string> posix_one_line(const SyntaxTree& tree, ShellKind shell);

}  // namespace termhost::shell
