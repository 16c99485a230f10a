// Redirections of a command, from the tree.
#pragma once

#include "shell/analysis/simple_commands.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

[[nodiscard]] bool has_redirection(const SyntaxTree& tree, NodeId command);

/// True if the command may read something else than the pipe. Redirections like `> f` and `2>&1` cannot cause that.
[[nodiscard]] bool may_read_elsewhere(const SyntaxTree& tree, NodeId command);

/// True if only the command's output goes into the pipe, and no error messages.
[[nodiscard]] bool writes_only_output(const SyntaxTree& tree, NodeId command);

/// Adds the file of a redirection, unless it is a descriptor (`2`, `-`, `2-`, zsh's coprocess `p`) or like `/dev/null`;
/// or the text of a here-string.
void add_target(SimpleCommand& command, Operator op, ShellWord target, ShellKind shell);

}  // namespace termhost::shell
