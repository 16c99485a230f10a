// A JSON-RPC 2.0 message, sorted by its kind, and the text of outgoing messages.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json.hpp>

#include "base/expected.hpp"
#include "rpc/dialect.hpp"
#include "rpc/error.hpp"

namespace termhost::rpc {

using RequestId = std::variant<std::int64_t, std::string>;

[[nodiscard]] std::string to_string(const RequestId& id);

struct Request {
  RequestId id;
  std::string method;
  Json params;  ///< null if there were none
};

struct Notification {
  std::string method;
  Json params;
};

struct Response {
  std::optional<RequestId> id;  ///< nothing: null, the other side could not read the id
  base::Expected<Json, RpcError> outcome;
};

/// terminal/didWrite or shellExecution/didWrite, decoded; or several successive ones of a stream. The views refer to
/// the frame, or to memory made for it.
struct StreamChunk {
  enum class Kind { Terminal, ShellExecution };
  Kind kind = Kind::ShellExecution;
  std::string_view id;                             ///< terminalId or executionId
  std::string_view data;                           ///< base64 is decoded already: bytes as the terminal printed them
  std::optional<std::int64_t> index;               ///< of the first, where there are several
  std::span<const std::uint32_t> part_bytes = {};  ///< of each, where there are several
};

/// Not a message. To be answered with `error` (id null where the request's id could not be read).
struct InvalidMessage {
  std::optional<RequestId> id;
  RpcError error;
};

using Message = std::variant<Notification, Request, Response, InvalidMessage>;

[[nodiscard]] std::optional<RequestId> read_id(const Json& value);
/// The text of a field; empty where it is missing or no string.
[[nodiscard]] std::string text_field(const Json& object, const char* name);

[[nodiscard]] std::string request_text(const RequestId& id, std::string_view method, const OrderedJson& params);
[[nodiscard]] std::string notification_text(std::string_view method, const OrderedJson& params);
[[nodiscard]] std::string result_text(const RequestId& id, const OrderedJson& result);
/// Without an id: as the dialect wants an error for a message whose id could not be read.
[[nodiscard]] std::string error_text(const std::optional<RequestId>& id, const RpcError& error,
                                     UnreadId unread = UnreadId::Null);

}  // namespace termhost::rpc
