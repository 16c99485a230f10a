// The folders in which a line's commands run: `cd src && make && cd ..` is followed from one command to the next.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "approval/files.hpp"
#include "approval/workspace.hpp"
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

/// `cd src && make && cd -`: where it is sure to what folder that leads back, its word becomes that one.
void resolve_returns(shell::SimpleCommands& line, std::string_view cwd);

/// A folder that no rule for a folder covers.
inline constexpr std::string_view unknown_folder = "?";

/// The reason why `git` may obey settings from a clone if it runs in one of `folders`; empty if there is none. Neither
/// read-only commands nor a rule, which means this project, cover the settings of a repository found there. Read-only
/// commands do not cover those of the project's own repository either, if these make git do more. `files` null:
/// unknown.
[[nodiscard]] std::string repository_objection(std::span<const shell::ShellWord> words,
                                               const std::vector<std::string>& folders, const Files* files);
[[nodiscard]] std::string settings_objection(std::span<const shell::ShellWord> words,
                                             const std::vector<std::string>& folders, const Files* files,
                                             const Workspace& workspace);

}  // namespace termhost::approval
