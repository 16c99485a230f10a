// The kind of a binary file, by its first bytes.
#pragma once

#include <string>
#include <string_view>

namespace termhost::tool {

/// " (a PNG image)"; empty for what is not known.
[[nodiscard]] std::string kind_of_file(std::string_view head);

}  // namespace termhost::tool
