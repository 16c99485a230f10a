// A command line of fish as a tree. Total: bad text is a tree with an error.
#pragma once

#include <string>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

[[nodiscard]] SyntaxTree parse_fish(std::string source);

}  // namespace termhost::shell
