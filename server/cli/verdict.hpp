// The verdict of rules on a command line on this machine, without a session.
#pragma once

#include <string_view>

#include "approval/policy.hpp"

namespace termhost::cli {

/// Programs are looked for in PATH.
[[nodiscard]] approval::Decision verdict_on(std::string_view command, shell::ShellKind shell, std::string_view cwd,
                                            const approval::PolicyRules& rules);

}  // namespace termhost::cli
