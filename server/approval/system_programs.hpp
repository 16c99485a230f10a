// What is known of the programs that come with the system.
#pragma once

#include <span>

#include "approval/program_table.hpp"

namespace termhost::approval {

[[nodiscard]] std::span<const ProgramRow> system_programs();

}  // namespace termhost::approval
