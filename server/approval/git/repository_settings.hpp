// Settings of a repository, and the git commands that obey them.
#pragma once

#include <span>
#include <string_view>

#include "approval/files.hpp"
#include "approval/workspace.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// In a list of settings: git shows data from another repository, or from its objects.
inline constexpr std::string_view other_repository = "core.elsewhere";

/// A setting of the repository's own with which `git subcommand`, which only reads, runs a program or looks elsewhere.
[[nodiscard]] bool does_more_than_read(const GitSetting& setting, std::string_view subcommand,
                                       const Workspace& workspace);
/// True if the setting makes git fetch missing objects.
[[nodiscard]] bool fetches(const GitSetting& setting);
/// `git show`, `git log -p`: it reads contents of files, not commits alone.
[[nodiscard]] bool needs_contents(std::span<const shell::ShellWord> words);
}  // namespace termhost::approval
