// What a word stands for in fish, where nothing in it is expanded.
#pragma once

#include <optional>
#include <string>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// As shell/analysis/parse.hpp says of static_value.
[[nodiscard]] std::optional<std::string> static_value_fish(const SyntaxTree& tree, NodeId node);

}  // namespace termhost::shell
