// What is known of git: what it is told before its command, what only reads, what changes the repository.
#pragma once

#include <span>

#include "approval/program_table.hpp"

namespace termhost::approval {

[[nodiscard]] std::span<const ProgramRow> git_programs();

}  // namespace termhost::approval
