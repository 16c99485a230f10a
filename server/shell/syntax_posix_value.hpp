// What quoted text stands for in the POSIX family.
#pragma once

#include <string>
#include <string_view>

namespace termhost::shell {

/// The bytes that $'…', given with its quotes, stands for.
[[nodiscard]] std::string ansi_value(std::string_view quoted);

}  // namespace termhost::shell
