// sed scripts that compute and print, and do nothing else.
#pragma once

#include <string_view>

namespace termhost::approval {

/// True if it runs no program and writes no file in any sed: GNU's, BSD's or busybox's.
[[nodiscard]] bool is_plain_sed(std::string_view script);

}  // namespace termhost::approval
