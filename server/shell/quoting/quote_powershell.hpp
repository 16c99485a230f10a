// Quoting for PowerShell, and text inside its double quotes.
#pragma once

#include <string>
#include <string_view>

namespace termhost::shell::powershell {

/// A control character: `n and the like, where both 5.1 and 7 have a letter for it; else $([char]27).
[[nodiscard]] std::string escape_control(char c);

/// Any text, so that nothing in it expands or ends the string.
[[nodiscard]] std::string escape_for_double_quotes(std::string_view text);

}  // namespace termhost::shell::powershell

namespace termhost::shell {

/// As quote() says.
[[nodiscard]] std::string quote_powershell(std::string_view text);

}  // namespace termhost::shell
