// What a command line touches, in words that a person can be shown beside the question.
#pragma once

#include <string>
#include <vector>

#include "approval/policy.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// In a fixed order, each once: outside_workspace, writes_file, network, privileged, destructive, hidden_file, secret.
[[nodiscard]] std::vector<std::string> find_hazards(const Question& question, const Policy& policy,
                                                    const shell::SimpleCommands& found);

}  // namespace termhost::approval
