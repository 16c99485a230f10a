// Named keys as the bytes a terminal sends for them (xterm's normal mode).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace termhost::tool {

/// "enter", "tab", "escape", "up", "pageup", "f1" …, "ctrl+c", "alt+b"; nothing for an unknown name. Case does not
/// matter.
[[nodiscard]] std::optional<std::string> key_bytes(std::string_view name);

}  // namespace termhost::tool
