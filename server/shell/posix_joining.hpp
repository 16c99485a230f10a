// May the lines of a POSIX text be joined without changing what they do?
#pragma once

#include <cstdint>
#include <vector>

#include "shell/shell_kind.hpp"
#include "shell/syntax.hpp"

namespace termhost::shell {

enum class Joining {
  Same,         ///< the joined line does what the lines do
  Differs,      ///< the shell must read the lines as lines
  DiffersEach,  ///< each line changes how the next one is read, and this shell's eval reads all before it runs any
};

[[nodiscard]] Joining posix_joining(const SyntaxTree& tree, ShellKind shell);

/// Where each part begins that the shell reads and runs before it reads the next: top-level commands on lines of their
/// own.
[[nodiscard]] std::vector<std::uint32_t> posix_units(const SyntaxTree& tree);

}  // namespace termhost::shell
