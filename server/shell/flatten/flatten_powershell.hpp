// One line for a command of PowerShell.
#pragma once

#include <string>
#include <string_view>

#include "shell/flatten/flatten.hpp"

namespace termhost::shell {

/// `source` has LF only.
[[nodiscard]] Flattened flatten_powershell(std::string source);
/// As eval_form says.
[[nodiscard]] std::string eval_powershell(std::string_view source);

}  // namespace termhost::shell
