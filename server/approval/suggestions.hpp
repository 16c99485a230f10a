// Which prefix of a command is safe to remember as an allow rule.
#pragma once

#include <string>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// Empty where no prefix is: shells, interpreters, programs that run or fetch others, programs that destroy.
[[nodiscard]] std::string safe_prefix(const shell::SimpleCommand& command);

}  // namespace termhost::approval
