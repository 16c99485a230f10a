// Paths in a line of text: a command, with words as a shell reads them, or an error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::tool {

struct NamedPaths {
  /// Absolute and without `.` and `..`; what follows `~`, `$HOME` and the like begins with nothing: "x/y".
  std::vector<std::string> paths;
  std::string folder;  ///< the folder after the line's `cd` commands; empty: unknown
};

/// `folder`: the start of relative paths; empty: unknown, so relative paths are left out.
[[nodiscard]] NamedPaths paths_named_in(std::string_view line, std::string folder);

/// True if such a path is `place` (absolute), or lies in it.
[[nodiscard]] bool leads_into(std::string_view named, std::string_view place);

}  // namespace termhost::tool
