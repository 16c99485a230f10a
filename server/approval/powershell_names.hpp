// PowerShell's built-in aliases: a rule for one name of a command means all of them.
#pragma once

#include <string_view>
#include <vector>

namespace termhost::approval {

/// The other names of a command, in small letters; none if it has none.
[[nodiscard]] std::vector<std::string_view> powershell_synonyms(std::string_view name);

}  // namespace termhost::approval
