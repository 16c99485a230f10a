// The value of quoted text in the POSIX family.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// See static_value in shell/analysis/parse.hpp.
[[nodiscard]] std::optional<std::string> static_value_posix(const SyntaxTree& tree, NodeId node, ShellKind shell);

/// The bytes that $'…', given with its quotes, means.
[[nodiscard]] std::string ansi_value(std::string_view quoted);

}  // namespace termhost::shell
