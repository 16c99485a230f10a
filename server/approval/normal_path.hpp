// Paths as text: no file is read, so a link counts by its name.
#pragma once

#include <string>
#include <string_view>

namespace termhost::approval {

/// `path` made absolute against `cwd`, without `.` and `..`.
[[nodiscard]] std::string normal_path(std::string_view path, std::string_view cwd);

/// `path` is `folder` or in it; both are normal.
[[nodiscard]] bool is_below(std::string_view path, std::string_view folder);

}  // namespace termhost::approval
