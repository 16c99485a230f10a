// The rows of a screen without what is secret on them, also where a program has written it over several rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/secrets/secrets.hpp"

namespace termhost::text {

/// Each row keeps its place. A row that is full may go on in the one below it.
[[nodiscard]] std::vector<std::string> hide_in_rows(const Secrets& secrets, std::vector<std::string> rows, int columns);

/// The same of a text of rows, each with a line end.
[[nodiscard]] std::string hide_on_screen(const Secrets& secrets, std::string_view screen, int columns);

}  // namespace termhost::text
