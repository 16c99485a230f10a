// What programs outside run or heed without being asked to: names at the top of a workspace, and what a configuration
// of git names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::sandbox {

/// `path`: relative to a workspace's folder, whether it is there or not; its names at the top decide. Capitals are small
/// letters: some file systems say so.
[[nodiscard]] bool is_heeded(std::string_view path);

/// Those that lie in a folder which itself is not heeded, such as ".hg/hgrc".
[[nodiscard]] const std::vector<std::string_view>& heeded_below();

struct NamedPath {
  std::string path;        ///< as it stands there
  bool is_sure = false;    ///< a file or folder for certain, such as one of hooks; else a word, which may name no file
  bool no_folder = false;  ///< a keyword, or a command of an alias, is often called like a folder of sources
  friend bool operator==(const NamedPath&, const NamedPath&) = default;
};
/// What the text of a configuration of git names.
[[nodiscard]] std::vector<NamedPath> paths_in_git_config(std::string_view text);

}  // namespace termhost::sandbox
