// Redirections of a command, as the tree has them.
#pragma once

#include <string_view>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

[[nodiscard]] bool has_redirection(const SyntaxTree& tree, NodeId command);

/// What `< <(…)` runs, where that is its only redirection; else empty.
[[nodiscard]] std::string_view substituted_input(const SyntaxTree& tree, NodeId command);

/// Its standard input may be another than the pipe: anything but `> f`, `2>&1` and their like may make it one.
[[nodiscard]] bool may_read_elsewhere(const SyntaxTree& tree, NodeId command);

/// Nothing but its output goes into the pipe, no message of an error.
[[nodiscard]] bool writes_only_output(const SyntaxTree& tree, NodeId command);

/// What stands behind `>&` or `<&` and is no file: `2`, `-`, `2-`, zsh's coprocess `p`.
[[nodiscard]] bool is_descriptor(std::string_view text, ShellKind shell);

}  // namespace termhost::shell
