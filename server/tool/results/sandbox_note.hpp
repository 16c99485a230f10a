// The notes in a result about the sandbox of its command.
#pragma once

#include <string>

#include "tool/results/command_result.hpp"

namespace termhost::tool {

/// A sentence about variables that the task has set in a sandbox, and that its command outside does not have.
/// Empty: there are none.
[[nodiscard]] std::string set_inside_note(const CommandResult& result);

/// A sentence for a model: what nothing holds, and what the sandbox has probably refused where the output reads so.
/// Empty: there is nothing to say.
[[nodiscard]] std::string sandbox_note(const CommandResult& result);

}  // namespace termhost::tool
