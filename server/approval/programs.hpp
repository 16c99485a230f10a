// Programs whose arguments are programs of their own, small enough to be read: awk and sed.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "approval/escape_hatches.hpp"

namespace termhost::approval {

/// What an awk program does besides computing: system(), pipes, redirections, extensions.
[[nodiscard]] std::optional<Concern> awk_concern(std::string_view program);
/// The same for a sed script: e, w, s///e, s///w. A script that cannot be read is a concern too.
[[nodiscard]] std::optional<Concern> sed_concern(std::string_view script);

void find_awk_concerns(std::span<const shell::ShellWord> words, std::vector<Concern>& found);
void find_sed_concerns(std::span<const shell::ShellWord> words, std::vector<Concern>& found);

}  // namespace termhost::approval
