// One line for a command of bash, zsh, ksh, mksh and dash.
#pragma once

#include <string>
#include <string_view>

#include "shell/flatten/flatten.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::shell {

[[nodiscard]] Flattened flatten_posix(const SyntaxTree& tree, ShellKind shell);
/// As eval_form says.
[[nodiscard]] std::string eval_posix(std::string_view source, ShellKind shell);

}  // namespace termhost::shell
