// One line for a command of PowerShell.
#pragma once

#include <string>
#include <string_view>

#include "shell/flatten/flatten.hpp"

namespace termhost::shell {

[[nodiscard]] Flattened flatten_powershell(const SyntaxTree& tree);
/// As eval_form says.
[[nodiscard]] std::string eval_powershell(std::string_view source);

}  // namespace termhost::shell
