// What a shell runs that is started as a program: its -c code, its script, its input.
#pragma once

#include <string_view>
#include <vector>

#include "approval/unwrap.hpp"

namespace termhost::approval {

/// `source`, `bash -s`: a script that is no file but what the command reads.
[[nodiscard]] bool is_input(std::string_view script);

/// Nothing if `program` is no shell.
void read_shell(const CommandView& command, std::string_view program, std::vector<NestedCommand>& found);

}  // namespace termhost::approval
