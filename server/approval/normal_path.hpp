// Paths as text: no file is looked at, so links count for what they are called.
#pragma once

#include <string>
#include <string_view>

namespace termhost::approval {

/// `path` made absolute against `cwd`, without `.` and `..`.
[[nodiscard]] std::string normal_path(std::string_view path, std::string_view cwd);

/// `path` is `folder` or in it; both are normal.
[[nodiscard]] bool is_below(std::string_view path, std::string_view folder);

}  // namespace termhost::approval
