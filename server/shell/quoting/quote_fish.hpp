// Quoting for fish.
#pragma once

#include <string>
#include <string_view>

namespace termhost::shell {

/// As quote() says: '…' for the text between control characters, escapes for those.
[[nodiscard]] std::string quote_fish(std::string_view text);

/// A control character outside quotes: \n, \t, \x1b.
[[nodiscard]] std::string fish_control_escape(char c);

}  // namespace termhost::shell
