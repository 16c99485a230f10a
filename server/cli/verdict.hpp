// The verdict of rules on a command line on this machine, without a session.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/decide.hpp"

namespace termhost::cli {

/// Programs are looked for in PATH, links are followed. `folders`: the workspace.
[[nodiscard]] approval::Decision verdict_on(std::string_view command, shell::ShellKind shell, const std::string& cwd,
                                            const std::vector<std::string>& folders,
                                            const approval::PolicyRules& rules);

}  // namespace termhost::cli
