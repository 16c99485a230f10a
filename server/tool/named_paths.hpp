// Which files a line of text names: a command, as a shell would take its words, or an error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::tool {

struct NamedPaths {
  /// Absolute and without `.` and `..`; what follows `~`, `$HOME` and the like begins with nothing: "x/y".
  std::vector<std::string> paths;
  std::string folder;  ///< where the line has gone by `cd`; empty: nobody can tell
};

/// `folder`: where relative paths begin; empty: nobody can tell, and they are left out.
[[nodiscard]] NamedPaths paths_named_in(std::string_view line, std::string folder);

/// Whether such a path is `place`, absolute, or lies in it.
[[nodiscard]] bool leads_into(std::string_view named, std::string_view place);

}  // namespace termhost::tool
