// An answer of a termhost on another machine to a request of this one.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "protocol/codec/decode.hpp"

namespace termhost::cli {

/// `began`: the request had been sent, so it is not known what the other termhost did.
struct RemoteFailure {
  std::string sentence;
  bool began = false;
};
template <class T>
using RemoteAnswer = base::Expected<T, RemoteFailure>;

/// The line of an outgoing request.
[[nodiscard]] std::string remote_request(std::string_view method, const protocol::OrderedJson& params);

/// The result in the line of an answer.
[[nodiscard]] RemoteAnswer<protocol::Json> remote_result(std::string_view line, const std::string& machine);

template <class Result>
[[nodiscard]] RemoteAnswer<Result> decoded(const RemoteAnswer<protocol::Json>& json, const std::string& machine) {
  if (!json) return base::unexpected(json.error());
  auto result = protocol::decode<Result>(*json, "result");
  if (result) return *std::move(result);
  return base::unexpected(RemoteFailure{machine + " answered in a way that this termhost does not understand", true});
}

}  // namespace termhost::cli
