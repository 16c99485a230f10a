// Numbers as a user reads them in results and messages.
#pragma once

#include <cstdint>
#include <string>

namespace termhost::base {

/// 1234567 → "1,234,567"
[[nodiscard]] std::string grouped(std::uint64_t number);

/// "512 bytes", "47.3KB", "2.5MB", "1.0GB"; a KB is 1,024 bytes.
[[nodiscard]] std::string size_text(std::uint64_t bytes);

}  // namespace termhost::base
