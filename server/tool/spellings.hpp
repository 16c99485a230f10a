// The ways to write a text regardless of case.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::tool {

/// The well-formed `character` in UTF-8 and what Unicode folds to the same. For what is not ASCII.
[[nodiscard]] std::vector<std::string> spellings(std::string_view character);

}  // namespace termhost::tool
