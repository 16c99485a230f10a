// The repositories in which a git command of a line may run, and the objections to them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "approval/files.hpp"
#include "approval/workspace.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

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
