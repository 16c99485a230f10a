// The other ways in which programs write a value: escaped for JSON, a URL or a shell, in base64, line by line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::text {

/// `value` itself and each that differs from it. Of base64 that is the part that no neighbour changes, for each of the
/// three places in a group that it may begin at.
[[nodiscard]] std::vector<std::string> spellings(std::string_view value);

}  // namespace termhost::text
