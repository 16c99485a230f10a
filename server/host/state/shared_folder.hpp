// A folder that the user's machine and this one have by different names (`machines` in the user's settings).
#pragma once

#include <string>
#include <vector>

namespace termhost::host {

struct SharedFolder {
  std::vector<std::string> users;  ///< its paths on the user's machine: as it is written, and without links
  std::string here;                ///< its path on this machine

  /// A path in the user's folder becomes one in ours; any other stays, and so does the result.
  [[nodiscard]] std::string path(const std::string& path) const;
};

}  // namespace termhost::host
