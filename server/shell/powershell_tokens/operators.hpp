// PowerShell's operators in expression mode. Each function returns the operator's length at `at`, 0 if there is none.
#pragma once

#include <cstdint>
#include <string_view>

namespace termhost::shell::powershell {

/// ! + - ++ -- , -not -bnot -split -join; `comma`: whether a comma counts.
[[nodiscard]] std::uint32_t prefix_operator(std::string_view text, std::uint32_t at, bool comma);
/// + - * / % .. , ?? and the named ones (-eq, -cmatch, -f …).
[[nodiscard]] std::uint32_t binary_operator(std::string_view text, std::uint32_t at, bool comma);
/// = += -= *= /= %= ??=
[[nodiscard]] std::uint32_t assignment_operator(std::string_view text, std::uint32_t at);
/// ++ or --
[[nodiscard]] std::uint32_t increment(std::string_view text, std::uint32_t at);

}  // namespace termhost::shell::powershell
