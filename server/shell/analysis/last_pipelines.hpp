// The pipelines that may be the last ones of a line: the exit codes that its shell has afterwards belong to one of
// them.
#pragma once

#include <string>
#include <vector>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

struct LastPipelines {
  using Stages = std::vector<std::string>;  ///< as written; a simple command is one stage

  std::vector<Stages> candidates;   ///< in source order; empty: nothing can be said
  bool last_if_successful = false;  ///< joined by && alone: after exit code 0 it is the last one
  bool goes_on = false;  ///< the shell runs more of the line after a program that was ended by a signal: a list, a loop
  bool handles_signals = false;  ///< the line sets a trap, so that an interrupt may not take the rest of it
};

/// POSIX family and fish; in PowerShell a pipeline's stages have no codes.
[[nodiscard]] LastPipelines last_pipelines(const SyntaxTree& tree, ShellKind shell);

}  // namespace termhost::shell
