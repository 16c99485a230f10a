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

/// May the text be read as a whole before any of it runs, in lines as it is?
[[nodiscard]] bool posix_may_be_grouped(const SyntaxTree& tree, ShellKind shell);

/// Where each group of lines begins that must be read only after the one before it has run: behind what changes how
/// text is read. The first begins at 0.
[[nodiscard]] std::vector<std::uint32_t> posix_groups(const SyntaxTree& tree, ShellKind shell);

}  // namespace termhost::shell
