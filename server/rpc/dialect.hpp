// What differs between the protocols that speak JSON-RPC with us: one row each.
#pragma once

#include <optional>
#include <string_view>

#include "rpc/error.hpp"

namespace termhost::rpc {

enum class Framing {
  ContentLength,  ///< LSP: a header, an empty line, a body of that many bytes
  Lines,          ///< MCP, ACP: one message a line
};

enum class CancelRule {
  Answer,      ///< LSP, ACP: a cancelled request is answered nevertheless
  StaySilent,  ///< MCP: nothing more is sent for it
};

enum class LifecycleGate {
  Closed,  ///< nothing before initialize, nothing after shutdown
  Open,    ///< the front end sees to it itself
};

struct Dialect {
  std::string_view name;
  Framing framing;
  LifecycleGate gate;
  CancelRule cancel_rule;
  std::string_view cancel_method;
  std::string_view cancel_id_field;  ///< in the params of cancel_method
};

inline constexpr Dialect editor_dialect{"editor",           Framing::ContentLength, LifecycleGate::Closed,
                                        CancelRule::Answer, "$/cancelRequest",      "id"};
inline constexpr Dialect mcp_dialect{
    "mcp", Framing::Lines, LifecycleGate::Open, CancelRule::StaySilent, "notifications/cancelled", "requestId"};
inline constexpr Dialect acp_dialect{
    "acp", Framing::Lines, LifecycleGate::Open, CancelRule::Answer, "$/cancel_request", "requestId"};

}  // namespace termhost::rpc
