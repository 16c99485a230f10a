// The prefix of a command that is safe to remember as an allow rule.
#pragma once

#include <cstddef>
#include <string>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

inline constexpr std::size_t max_looked_at = 100;   ///< commands, for what could be suggested
inline constexpr std::size_t max_suggestions = 10;  ///< prefixes that a user is shown to choose from

/// Empty where no prefix is: shells, interpreters, programs that run or fetch others, programs that destroy.
[[nodiscard]] std::string safe_prefix(const shell::SimpleCommand& command);

}  // namespace termhost::approval
