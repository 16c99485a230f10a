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

/// True if `holds` is true for each file that `pattern`, with `shell::unknown_part` in it, may become, relative to the
/// absolute `folder`. One such part stays within a folder; two, as for the results of a search, reach into the folders
/// below, and three (`**`) also into the targets of links. Also false past a bound. Ignored folders of downloads and
/// build results are not searched.
[[nodiscard]] bool holds_for_files(const Files& files, std::string_view folder, std::string_view pattern,
                                   const std::function<bool(const PatternFile&)>& holds);

}  // namespace termhost::approval
