// The rows of a screen with their secrets hidden, also secrets that a program has written over several rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/secrets/secrets.hpp"

namespace termhost::text {

/// Each row keeps its place. A row that is full may go on in the one below it.
[[nodiscard]] std::vector<std::string> hide_in_rows(const Secrets& secrets, std::vector<std::string> rows, int columns);

/// Hides the secrets of a text of rows, each with a line end.
[[nodiscard]] std::string hide_on_screen(const Secrets& secrets, std::string_view screen, int columns);

}  // namespace termhost::text
