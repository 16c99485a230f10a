// The value of a word in PowerShell that has no expansion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// See static_value in shell/analysis/parse.hpp.
[[nodiscard]] std::optional<std::string> static_value_powershell(const SyntaxTree& tree, NodeId node);

/// The pieces of a here-string: the text between header and footer.
struct HereStringBody {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
[[nodiscard]] bool is_here_string(const SyntaxTree& tree, NodeId literal);
[[nodiscard]] HereStringBody here_string_body(const SyntaxTree& tree, NodeId literal);

/// The value of a SingleQuoted literal: quotes gone, doubled ones single.
[[nodiscard]] std::string powershell_literal_value(const SyntaxTree& tree, NodeId single_quoted);

}  // namespace termhost::shell
