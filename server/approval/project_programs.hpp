// What is known of the programs that projects are built, tested and looked after with.
#pragma once

#include <span>

#include "approval/program_table.hpp"

namespace termhost::approval {

[[nodiscard]] std::span<const ProgramRow> project_programs();

}  // namespace termhost::approval
