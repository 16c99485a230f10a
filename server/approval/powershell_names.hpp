// PowerShell's built-in aliases: a rule for one name of a command means all of them.
#pragma once

#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// The other names of a command, in small letters; none if it has none.
[[nodiscard]] std::vector<std::string_view> powershell_synonyms(std::string_view name);

/// A pattern in any word, for its own commands and for programs, as what it becomes.
[[nodiscard]] shell::ShellWord with_patterns(shell::ShellWord word);

}  // namespace termhost::approval
