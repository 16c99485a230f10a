// Hazards of a command line, in words that the user can read with the question.
#pragma once

#include "approval/policy.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// To the decision and to each of its commands, which are those of `found` in their order. Of a line that holds a
/// secret nobody says which part does.
void add_hazards(Decision& decision, const Question& question, const Policy& policy,
                 const shell::SimpleCommands& found);

}  // namespace termhost::approval
