#include "cli/remote/remote_answer.hpp"

#include "rpc/frames/framer.hpp"
#include "rpc/message.hpp"
#include "rpc/parser.hpp"

namespace termhost::cli {

std::string remote_request(std::string_view method, const protocol::OrderedJson& params) {
  return rpc::framed(rpc::Framing::Lines, rpc::request_text("on", method, params));
}

RemoteAnswer<protocol::Json> remote_result(std::string_view line, const std::string& machine) {
  const rpc::Message answer = rpc::parse_message(line);
  const auto* response = std::get_if<rpc::Response>(&answer);
  if (response == nullptr) return base::unexpected(RemoteFailure{machine + " did not answer like termhost", true});
  if (!response->outcome)
    return base::unexpected(RemoteFailure{machine + ": " + response->outcome.error().message, false});
  return *response->outcome;
}

}  // namespace termhost::cli
