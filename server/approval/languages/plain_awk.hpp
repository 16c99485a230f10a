// awk programs that compute and print, and do nothing else.
#pragma once

#include <string_view>

namespace termhost::approval {

/// True if it runs no program and writes no file in any awk: gawk, mawk, busybox or the original one.
[[nodiscard]] bool is_plain_awk(std::string_view program);

}  // namespace termhost::approval
