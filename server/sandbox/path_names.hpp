// The names on the way of a path: a process that changes one of them changes the place that the path leads to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sandbox/plan.hpp"

namespace termhost::sandbox {

/// `path`: absolute. Each link on the way, and last the place that the path leads to, which need not exist. None of
/// them goes through a link.
[[nodiscard]] std::vector<std::string> names_to(std::string path, const Files& files);

/// The folder in a file of git after `mark`, relative to `folder` and without links; empty: there is none.
[[nodiscard]] std::string folder_told_by(const std::string& file, std::string_view mark, const std::string& folder,
                                         const Files& files);

}  // namespace termhost::sandbox
