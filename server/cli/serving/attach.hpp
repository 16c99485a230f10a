// The agent's side of joining an editor's termhost: `termhost mcp --attach`.
#pragma once

#include <string>

#include "base/expected.hpp"

namespace termhost::cli {

/// Passes stdin and stdout on to an editor's termhost: the one that created this terminal, or else the one that has the
/// current folder open. The exit status: 0 when the agent has ended, 1 when the editor has, 2 where this terminal's
/// editor can't be joined. The error is a sentence: no other editor can be joined, and nothing was read or written.
[[nodiscard]] base::Expected<int, std::string> run_attached();

}  // namespace termhost::cli
