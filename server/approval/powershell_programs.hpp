// What is known of PowerShell's cmdlets.
#pragma once

#include <span>

#include "approval/program_table.hpp"

namespace termhost::approval {

[[nodiscard]] std::span<const ProgramRow> powershell_programs();

}  // namespace termhost::approval
