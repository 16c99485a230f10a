// The tools of another host: those of an editor that was found after this server had started. They take the client's
// calls from then on.
#pragma once

#include <functional>
#include <string>

#include "host/tools/tool_calls.hpp"
#include "protocol/mcp.hpp"

namespace termhost::host {

class OtherTools {
 public:
  virtual ~OtherTools() = default;
  [[nodiscard]] virtual bool are_there() const = 0;
  /// Looks for them if they are not there. Says whether they are.
  virtual bool look() = 0;

  using Withdraw = std::function<void()>;
  /// `client`: its name for itself. `done` comes at most once, not after the returned function was called.
  [[nodiscard]] virtual Withdraw call(const protocol::mcp::CallToolParams& params, const std::string& client,
                                      ToolCalls::Done done) = 0;
};

}  // namespace termhost::host
