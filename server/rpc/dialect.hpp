// Differences between the protocols that speak JSON-RPC with us: one row each.
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

enum class UnreadId {
  Null,     ///< JSON-RPC: an error for a message whose id could not be read has the id null
  LeftOut,  ///< MCP: it has none
};

enum class SlowReader {
  Tolerated,  ///< the editor: frames that may be lost are, the others wait in memory
  Holds,      ///< agents: nothing more is read from one that does not read its answers
};

struct Dialect {
  std::string_view name;
  Framing framing;
  LifecycleGate gate;
  CancelRule cancel_rule;
  std::string_view cancel_method;
  std::string_view cancel_id_field;  ///< in the params of cancel_method
  UnreadId unread_id;
  SlowReader slow_reader;
  bool batches;  ///< an array of messages is taken for each of them; answers come one by one
};

inline constexpr Dialect editor_dialect{
    .name = "editor",
    .framing = Framing::ContentLength,
    .gate = LifecycleGate::Closed,
    .cancel_rule = CancelRule::Answer,
    .cancel_method = "$/cancelRequest",
    .cancel_id_field = "id",
    .unread_id = UnreadId::Null,
    .slow_reader = SlowReader::Tolerated,
    .batches = false,
};
inline constexpr Dialect mcp_dialect{
    .name = "mcp",
    .framing = Framing::Lines,
    .gate = LifecycleGate::Open,
    .cancel_rule = CancelRule::StaySilent,
    .cancel_method = "notifications/cancelled",
    .cancel_id_field = "requestId",
    .unread_id = UnreadId::LeftOut,
    .slow_reader = SlowReader::Holds,
    .batches = true,
};
inline constexpr Dialect acp_dialect{
    .name = "acp",
    .framing = Framing::Lines,
    .gate = LifecycleGate::Open,
    .cancel_rule = CancelRule::Answer,
    .cancel_method = "$/cancel_request",
    .cancel_id_field = "requestId",
    .unread_id = UnreadId::Null,
    .slow_reader = SlowReader::Holds,
    .batches = false,
};

}  // namespace termhost::rpc
