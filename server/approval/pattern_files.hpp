// The files that match a pattern of names, on the machine at this moment.
#pragma once

#include <functional>
#include <string_view>

#include "approval/files.hpp"

namespace termhost::approval {

struct PatternFile {
  std::string_view path;
  bool over_link = false;  ///< it is a link, or one may lie on the way from where the pattern begins
};

/// It holds for each file that `pattern`, with `shell::unknown_part` in it, may become, seen from `folder`, which is
/// absolute. One such part stays within a folder; two, of what programs find, reach into the folders below, and three
/// (`**`) into those that links lead to as well. Also false past a bound: then nobody knows. What is fetched or built,
/// and not kept by git, is not searched below a folder.
[[nodiscard]] bool holds_for_files(const Files& files, std::string_view folder, std::string_view pattern,
                                   const std::function<bool(const PatternFile&)>& holds);

}  // namespace termhost::approval
