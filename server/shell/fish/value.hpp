// What a word stands for in fish, where nothing in it is expanded.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// As shell/analysis/parse.hpp says of static_value.
[[nodiscard]] std::optional<std::string> static_value_fish(const SyntaxTree& tree, NodeId node);

/// What a Literal, Escape or SingleQuoted stands for.
[[nodiscard]] std::string fish_part_value(const SyntaxTree& tree, NodeId part, bool in_double_quotes);

/// What an escape outside quotes stands for (`\n`, `\x41`, `\u00e9`, `\ `): UTF-8. nullopt: fish refuses it.
[[nodiscard]] std::optional<std::string> decode_fish_escape(std::string_view escape);

}  // namespace termhost::shell
