// One line for a command of fish.
#pragma once

#include <string>
#include <string_view>

#include "shell/flatten/flatten.hpp"

namespace termhost::shell {

[[nodiscard]] Flattened flatten_fish(const SyntaxTree& tree);
/// As eval_form says.
[[nodiscard]] std::string eval_fish(std::string_view source);

}  // namespace termhost::shell
