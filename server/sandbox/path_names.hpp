// The names that a path depends on.
#pragma once

#include <string>
#include <vector>

#include "sandbox/plan.hpp"

namespace termhost::sandbox {

/// `path`: absolute. Each link on the way, and last the place that the path leads to, which need not be there. None of
/// them goes through a link.
[[nodiscard]] std::vector<std::string> names_to(std::string path, const Files& files);

}  // namespace termhost::sandbox
