// A command line of PowerShell as a tree. Total: bad text is a tree with an error.
#pragma once

#include <string>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

[[nodiscard]] SyntaxTree parse_powershell(std::string source);

}  // namespace termhost::shell
