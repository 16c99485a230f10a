// May the lines of a POSIX text be joined without changing what they do?
#pragma once

#include <cstdint>
#include <vector>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

enum class Joining {
  Same,         ///< the joined line does what the lines do
  Differs,      ///< the shell must read the lines as lines
  DiffersEach,  ///< each line changes how the next one is read, and this shell's eval reads all before it runs any
};

[[nodiscard]] Joining posix_joining(const SyntaxTree& tree, ShellKind shell);

/// True if a shell may read the whole text before it runs any of it. The text keeps its lines.
[[nodiscard]] bool posix_may_be_grouped(const SyntaxTree& tree, ShellKind shell);

/// The start of each group of lines that the shell must read only after it has run the group before, because that
/// changes how text is read (`alias`, `shopt`). The first start is 0.
[[nodiscard]] std::vector<std::uint32_t> posix_groups(const SyntaxTree& tree, ShellKind shell);

}  // namespace termhost::shell
