// The agent's side of joining an editor's termhost: `termhost mcp --attach`.
#pragma once

namespace termhost::cli {

/// Passes stdin and stdout on to the editor's termhost that created this terminal. The exit status: 0 when the agent
/// has ended, 1 when the editor has, 2 where there is nothing to attach to.
[[nodiscard]] int run_attached();

}  // namespace termhost::cli
