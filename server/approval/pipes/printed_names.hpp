// The output of a command into its pipe, as words.
#pragma once

#include <vector>

#include "approval/places/paths.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// Words that may be anything, and any number of them.
[[nodiscard]] std::vector<shell::ShellWord> anything();

/// Names of files of the workspace, if the command certainly prints nothing else: a word for each way in which they
/// begin and end. Otherwise `anything()`.
[[nodiscard]] std::vector<shell::ShellWord> printed_names(const shell::SimpleCommand& command,
                                                          const shell::SimpleCommands& found,
                                                          const ReadablePlaces& places);

/// The words, with those names in the place of each word that another command prints: `wc -l $(git ls-files '*.c')`.
[[nodiscard]] std::vector<shell::ShellWord> with_printed_names(const std::vector<shell::ShellWord>& words,
                                                               const shell::SimpleCommands& found,
                                                               const ReadablePlaces& places);

}  // namespace termhost::approval
