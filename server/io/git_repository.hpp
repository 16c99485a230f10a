// The places of git's data for a working tree, and of the settings that it would obey there; found without git.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/git_settings.hpp"

namespace termhost::io {

/// Something lies there, if only a link that leads nowhere.
[[nodiscard]] bool is_present(const std::string& path);
/// A text that differs for each version of a plain file that is not huge.
[[nodiscard]] std::optional<std::string> version_of(const std::string& file);
[[nodiscard]] std::string content_of(const std::string& file);

/// The folder has a `.git` with which git's search ends. Git passes by a folder `.git` that is not complete, and obeys
/// a repository above it.
[[nodiscard]] bool is_working_tree(const std::string& folder);
/// The top of the working tree that `path` lies in; empty: there is none.
[[nodiscard]] std::string top_of(std::string_view path);
/// In another worktree, and in a submodule, `.git` is a file that says where the folder is.
[[nodiscard]] std::string git_folder(const std::string& top);
/// The folder that linked worktrees share.
[[nodiscard]] std::string common_folder(const std::string& git);
/// The working tree that a folder of a linked worktree says it is of, without links; empty: it says none.
[[nodiscard]] std::string worktree_of(const std::string& git);

/// The last value of a setting, its `~` followed; empty: there is none. `name`: in small letters.
[[nodiscard]] std::string path_in(const std::vector<sandbox::GitSetting>& settings, std::string_view name);
/// The files in which git looks for the user's own settings.
[[nodiscard]] std::vector<std::string> settings_of_user();

}  // namespace termhost::io
