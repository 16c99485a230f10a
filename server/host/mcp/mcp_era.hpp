// The two eras of MCP on one connection. Legacy (2024-11-05 to 2025-11-25): who the client is was said in `initialize`.
// Modern (2026-07-28): each request says it in `_meta`, and each result says what kind of result it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "protocol/mcp.hpp"
#include "rpc/error.hpp"

namespace termhost::host {

inline constexpr std::string_view tasks_extension = "io.modelcontextprotocol/tasks";

enum class McpEra { Legacy, Modern };

/// The other side, as far as a request needs to know it.
struct McpClient {
  McpEra era = McpEra::Legacy;
  bool can_elicit = false;  ///< it can show the person a form
  bool has_roots = false;
  std::string name;        ///< as it calls itself
  bool structure = false;  ///< it gets results as a structure too
  bool tasks = false;      ///< it knows them: its version has them (legacy), or it named the extension (modern)
};

/// Every version that is spoken, oldest first, for a person to read.
[[nodiscard]] std::string spoken_versions();

/// The legacy version to speak with a client that asks for `asked`: that one, or our newest.
[[nodiscard]] std::string_view negotiated_version(std::string_view asked);

[[nodiscard]] McpClient client_of(McpEra era, const protocol::mcp::ClientCapabilities& capabilities, std::string name);

/// Results of that version have a structure; calls of that version may be tasks.
[[nodiscard]] bool knows_structure(std::string_view legacy_version);
[[nodiscard]] bool knows_tasks(std::string_view legacy_version);

/// The answer to a modern client that asks for a task and did not declare support for tasks.
[[nodiscard]] rpc::RpcError tasks_unknown();

/// The sender of this request, if its `_meta` names one; nothing: the legacy era. The error is the answer to the
/// request.
[[nodiscard]] base::Expected<std::optional<McpClient>, rpc::RpcError> modern_client(
    const std::optional<protocol::mcp::RequestMeta>& meta);

/// The answers to initialize and server/discover. `problem`: a fact about this server that the model has to know; may
/// be empty.
[[nodiscard]] rpc::OrderedJson legacy_greeting(std::string_view version, std::string_view problem);
[[nodiscard]] rpc::OrderedJson modern_greeting(std::string_view problem);

/// A client may keep a result for some time if the result is the same for everyone.
enum class Cacheable { No, Yes };

/// `result` with what the era wants in each result.
[[nodiscard]] rpc::OrderedJson completed(rpc::OrderedJson result, McpEra era, Cacheable cacheable = Cacheable::No);

/// An answer that is a task (modern only).
[[nodiscard]] rpc::OrderedJson is_task(rpc::OrderedJson task);

/// An answer that asks the person first (modern only): `questions` by name, and the state to come back with.
[[nodiscard]] rpc::OrderedJson input_required(rpc::OrderedJson questions, std::string state);

}  // namespace termhost::host
