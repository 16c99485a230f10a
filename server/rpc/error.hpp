// Errors on the wire: the codes of JSON-RPC and LSP, and our own codes outside of their reserved ranges.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "protocol/codec/fields.hpp"

namespace termhost::rpc {

using protocol::Json;
using protocol::OrderedJson;

enum class ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  ServerCancelled = -32802,
  RequestCancelled = -32800,
  // Ours: JSON-RPC reserves -32768 to -32000, LSP -32899 to -32800.
  LimitExceeded = 1001,     ///< too many unanswered requests; try again when some are answered
  ConnectionClosed = 1002,  ///< never on the wire: what a caller gets when the other side is gone
  BadAnswer = 1003,         ///< never on the wire: the answer to our request was not of its type
};

struct RpcError {
  int code = static_cast<int>(ErrorCode::InternalError);
  std::string message;  ///< one sentence: what, where, what to do
  Json data;            ///< null: none
};

[[nodiscard]] inline RpcError make_error(ErrorCode code, std::string message) {
  return {static_cast<int>(code), std::move(message), nullptr};
}

}  // namespace termhost::rpc
