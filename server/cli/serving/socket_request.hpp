// One request over a blocking socket, and its answer: what an agent's process says to an editor's termhost before the
// agent's own words follow on the same connection.
#pragma once

#include <string>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/methods.hpp"
#include "rpc/error.hpp"

namespace termhost::cli {

/// The answer's result. Reads one line and not a byte more. ConnectionClosed: nobody answered within `seconds`.
[[nodiscard]] base::Expected<protocol::Json, rpc::RpcError> request_over(const io::FileDescriptor& socket,
                                                                         std::string_view method,
                                                                         const protocol::OrderedJson& params,
                                                                         int seconds);

template <class Params, class Result>
[[nodiscard]] base::Expected<Result, rpc::RpcError> request_over(const io::FileDescriptor& socket,
                                                                 const protocol::RequestMethod<Params, Result>& method,
                                                                 const Params& params, int seconds) {
  const auto json = request_over(socket, method.name, protocol::encode(params), seconds);
  if (!json) return base::unexpected(json.error());
  auto result = protocol::decode<Result>(*json, "result");
  if (result) return *std::move(result);
  return base::unexpected(rpc::make_error(rpc::ErrorCode::BadAnswer, protocol::to_string(result.error())));
}

}  // namespace termhost::cli
