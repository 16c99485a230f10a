// The folders in which a line's commands run: `cd src && make && cd ..` is followed from one command to the next.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// `cd` and its like, which end up elsewhere.
[[nodiscard]] bool changes_folder(const shell::SimpleCommand& command);

/// Its one word, if that names the folder: `cd src`, not `cd -`.
[[nodiscard]] const shell::ShellWord* folder_word(const shell::SimpleCommand& command);

/// The folder after the `cd` commands before `command`, if each step is sure. That needs two things: nothing before its
/// `&&` chain changes the folder, and all earlier commands of the chain are `cd FOLDER` with a known folder, or cannot
/// change it. Nothing: the folder is unchanged or unknown.
[[nodiscard]] std::optional<std::string> sure_folder(const shell::SimpleCommand& command,
                                                     const shell::SimpleCommands& line, std::string_view cwd);

/// A folder that no rule for a folder covers.
inline constexpr std::string_view unknown_folder = "?";

}  // namespace termhost::approval
