// The part of a home that a trial sees: places that programs need (home_places.hpp), what the user's own settings of
// git and the shell name, tools of the environment, the repository of the workspace, and what the user adds. Nothing
// else is there, so nothing else can be read, also if it comes to be later.
#pragma once

#include <string>
#include <vector>

#include "sandbox/plan.hpp"

namespace termhost::sandbox {

/// Absolute paths below the home, ordered: folders, files, and links on the way to them, without what is copied anyway.
/// `home` is without links.
[[nodiscard]] std::vector<std::string> shown_in_home(const std::string& home, const Sandbox& sandbox,
                                                     const MachineFacts& around, const Files& files);

/// The repository around a folder, without which git, package managers and builds find nothing; where there is none, or
/// more than that lies in it, the folder. Both without links.
[[nodiscard]] std::string repository_around(const std::string& folder, const std::string& home, const Files& files);
/// For a trial: with those in the place of the workspace's folders.
[[nodiscard]] Sandbox with_repositories(Sandbox sandbox, const std::string& home, const Files& files);

/// True if the user has named a folder around the home.
[[nodiscard]] bool shows_whole_home(const std::string& home, const Sandbox& sandbox, const Files& files);

/// The files that the text of a shell's startup file reads, by `source` or `.`.
[[nodiscard]] std::vector<std::string> sourced_files(std::string_view text, const std::string& home);

}  // namespace termhost::sandbox
