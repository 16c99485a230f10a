// Programs whose arguments no table row describes: find's actions, tar's bundled letters, git's settings, aliases.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "approval/nested/unwrap.hpp"

namespace termhost::approval {

/// The words as one text, parted by blanks.
[[nodiscard]] std::string joined(std::span<const shell::ShellWord> words);

/// The definitions of `alias` and `abbr`.
void read_aliases(const CommandView& command, std::vector<NestedCommand>& found);

/// Adds nothing if `program` is none of them.
void read_program(const CommandView& command, std::string_view program, std::vector<NestedCommand>& found);

}  // namespace termhost::approval
