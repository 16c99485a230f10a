#include "cli/remote/open_requests.hpp"

#include <utility>

#include <fmt/format.h>

#include "rpc/parser.hpp"

namespace termhost::cli {

std::string lost_command(const std::string& machine) {
  return fmt::format(
      "The connection to {} ended while the command ran; it is not known whether the command has ended. termhost did "
      "not run it again.",
      machine);
}

void OpenRequests::asked(std::string_view frame) {
  for (const rpc::Message& message : rpc::parse_batch(frame)) {
    if (const auto* request = std::get_if<rpc::Request>(&message))
      open_.insert_or_assign(request->id, kind_of(*request));
    const auto* notification = std::get_if<rpc::Notification>(&message);
    if (notification == nullptr || dialect_.cancel_rule != rpc::CancelRule::StaySilent) continue;
    if (notification->method != dialect_.cancel_method || !notification->params.is_object()) continue;
    const auto field = notification->params.find(dialect_.cancel_id_field);
    if (field == notification->params.end()) continue;
    if (const auto id = rpc::read_id(*field)) open_.erase(*id);
  }
}

void OpenRequests::answered(std::string_view frame) {
  for (const rpc::Message& message : rpc::parse_batch(frame))
    if (const auto* response = std::get_if<rpc::Response>(&message); response != nullptr && response->id)
      open_.erase(*response->id);
}

OpenRequests::Kind OpenRequests::kind_of(const rpc::Request& request) const {
  const bool tool = request.method == "tools/call" || request.method == "tool/call";
  return {
      .tool = tool,
      .command = tool && request.params.is_object() && rpc::text_field(request.params, "name") == "execute_command"};
}

std::string OpenRequests::answer_to(const rpc::RequestId& id, const Kind& kind) const {
  const std::string sentence =
      kind.command
          ? lost_command(machine_)
          : fmt::format(
                "The connection to {} ended before the answer; it is not known whether the request was carried out.",
                machine_);
  if (!kind.tool) return rpc::error_text(id, rpc::make_error(rpc::ErrorCode::RequestFailed, sentence));
  return rpc::result_text(
      id, {{"content", rpc::OrderedJson::array({{{"type", "text"}, {"text", sentence}}})}, {"isError", true}});
}

std::vector<std::string> OpenRequests::end() {
  std::vector<std::string> answers;
  for (const auto& [id, kind] : std::exchange(open_, {})) answers.push_back(answer_to(id, kind));
  return answers;
}

}  // namespace termhost::cli
