// The code of a shell that is started as a program: its -c code, its script, its input.
#pragma once

#include <string_view>
#include <vector>

#include "approval/nested/unwrap.hpp"

namespace termhost::approval {

/// Adds nothing if `program` is not a shell.
void read_shell(const CommandView& command, std::string_view program, std::vector<NestedCommand>& found);

}  // namespace termhost::approval
