// Hazards of a command line, in words that the user can read with the question.
#pragma once

#include "approval/decision/decision.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// Adds the hazards to the decision and to each of its commands, which are those of `found` in their order. A secret in
/// the line is a hazard of the line only, because its command is not known.
void add_hazards(Decision& decision, const Question& question, const Policy& policy,
                 const shell::SimpleCommands& found);

}  // namespace termhost::approval
