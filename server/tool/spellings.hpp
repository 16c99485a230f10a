// Characters that are not ASCII, regardless of case or not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::tool {

enum class Case { Regardless, Exact };

/// The well-formed `character` in UTF-8 and what Unicode folds to the same.
[[nodiscard]] std::vector<std::string> spellings(std::string_view character, Case compared);

/// The characters from `first` to `last`, each with its other spellings. Empty where there may be more of them.
[[nodiscard]] std::vector<std::string> spellings_between(std::string_view first, std::string_view last, Case compared);

}  // namespace termhost::tool
