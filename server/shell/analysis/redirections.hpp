// Redirections of a command, from the tree.
#pragma once

#include <string_view>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

[[nodiscard]] bool has_redirection(const SyntaxTree& tree, NodeId command);

/// The commands of `< <(…)`, if that is the only redirection; otherwise empty.
[[nodiscard]] std::string_view substituted_input(const SyntaxTree& tree, NodeId command);

/// True if the command may read something else than the pipe. Redirections like `> f` and `2>&1` cannot cause that.
[[nodiscard]] bool may_read_elsewhere(const SyntaxTree& tree, NodeId command);

/// True if only the command's output goes into the pipe, and no error messages.
[[nodiscard]] bool writes_only_output(const SyntaxTree& tree, NodeId command);

/// True if the text after `>&` or `<&` is a descriptor and not a file: `2`, `-`, `2-`, zsh's coprocess `p`.
[[nodiscard]] bool is_descriptor(std::string_view text, ShellKind shell);

}  // namespace termhost::shell
