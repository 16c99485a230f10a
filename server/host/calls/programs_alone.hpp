// The names of the programs that a command runs, if it can do nothing else to its shell: no assignment, no builtin that
// sets something, no word that only the run knows. A shell whose functions and aliases have none of these names is
// afterwards as it was before.
#pragma once

#include <string>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::host {

/// Separated by blanks; empty: the command may change its shell, or the shell cannot check the names (all but bash).
[[nodiscard]] std::string programs_alone(const shell::SyntaxTree& command, shell::ShellKind shell);

}  // namespace termhost::host
