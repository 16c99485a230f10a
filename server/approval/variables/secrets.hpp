// Finds commands that show a variable whose name suggests a secret.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// `$AWS_SECRET_ACCESS_KEY`, however it is expanded. `found`: what the command runs. `named`: what the user calls
/// secret. A plain name in small letters that the line itself sets is its own where it only may hold a secret: `for key
/// in …`, `read -r session`.
[[nodiscard]] bool shows_secret_variable(std::string_view command, shell::ShellKind shell,
                                         const shell::SimpleCommands& found, const std::vector<std::string>& named);

}  // namespace termhost::approval
