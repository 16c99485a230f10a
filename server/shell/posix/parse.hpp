// A command line of bash, zsh, ksh, mksh or dash as a tree. Total: bad text is a tree with an error.
#pragma once

#include <string>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

[[nodiscard]] SyntaxTree parse_posix(std::string source, ShellKind shell);

}  // namespace termhost::shell
