// One MCP server on stdin and stdout for an agent that uses several hosts (`mcp` with several `--on`). Each host has a
// server of its own: a termhost with one `--on`, as a child of this process.
#pragma once

#include <string>
#include <vector>

namespace termhost::cli {

struct HostServer {
  std::string name;               ///< as the agent knows the host
  std::vector<std::string> argv;  ///< of its server, which speaks MCP
};

/// Serves until the input ends, or a signal ends it; then the servers end. The first host is the default. Returns the
/// exit status.
[[nodiscard]] int serve_hosts(const std::vector<HostServer>& hosts);

}  // namespace termhost::cli
