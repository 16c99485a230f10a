// What programs outside run or heed without being asked to: names at the top of a workspace, and what the configuration
// of its repository names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::sandbox {

/// `name`: of an entry of a workspace's folder, whether it is there or not. Capitals are small letters: some file
/// systems say so.
[[nodiscard]] bool is_heeded(std::string_view name);

struct NamedPath {
  std::string path;      ///< as it stands there
  bool is_sure = false;  ///< of hooks, or of a file that is included; else a word of any value, which may name no file
  friend bool operator==(const NamedPath&, const NamedPath&) = default;
};
/// What the text of a repository's configuration names.
[[nodiscard]] std::vector<NamedPath> paths_in_git_config(std::string_view text);

}  // namespace termhost::sandbox
