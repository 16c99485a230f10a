// Secrets of this process.
#pragma once

#include <string>
#include <string_view>

namespace termhost::io {

/// 256 random bits as hexadecimal digits.
[[nodiscard]] std::string random_secret();

/// Takes the same time wherever the two differ.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b);

}  // namespace termhost::io
