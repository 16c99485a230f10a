// The content of a pipe of PowerShell's: objects, whose properties a cmdlet takes for its parameters. `Import-Csv x |
// Select-String y` reads the files that x names in a column `Path`.
#pragma once

#include <cstddef>

#include "approval/places/paths.hpp"
#include "approval/proof/word_proof.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// `producer`: the command before the pipe.
[[nodiscard]] Piped handed_on(const shell::SimpleCommands& line, std::size_t producer, const ReadablePlaces& places);

}  // namespace termhost::approval
