// Files that programs outside the sandbox run or obey without a request: names at the top of a workspace, and paths in
// a configuration of git.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::sandbox {

/// `path`: relative to a workspace's folder, whether it is there or not; its names at the top decide. Capitals are
/// small letters: some file systems say so.
[[nodiscard]] bool is_auto_loaded(std::string_view path);

/// Such files below a folder that is not one itself: ".hg/hgrc".
[[nodiscard]] const std::vector<std::string_view>& auto_loaded_below();

struct NamedPath {
  std::string path;        ///< as written there
  bool is_sure = false;    ///< a file or folder for certain, such as one of hooks; else a word, which may name no file
  bool no_folder = false;  ///< a keyword, or a command of an alias, is often called like a folder of sources
  friend bool operator==(const NamedPath&, const NamedPath&) = default;
};
/// The paths in the text of a configuration of git.
[[nodiscard]] std::vector<NamedPath> paths_in_git_config(std::string_view text);

}  // namespace termhost::sandbox
