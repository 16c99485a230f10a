// The value of a word in fish that has no expansion.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// See static_value in shell/analysis/parse.hpp.
[[nodiscard]] std::optional<std::string> static_value_fish(const SyntaxTree& tree, NodeId node);

/// The value of a Literal, Escape or SingleQuoted.
[[nodiscard]] std::string fish_part_value(const SyntaxTree& tree, NodeId part, bool in_double_quotes);

/// The value in UTF-8 of an escape outside quotes (`\n`, `\x41`, `\u00e9`, `\ `). nullopt: fish rejects it.
[[nodiscard]] std::optional<std::string> decode_fish_escape(std::string_view escape);

}  // namespace termhost::shell
