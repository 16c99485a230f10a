#include "cli/remote/open_requests.hpp"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "rpc/parser.hpp"

namespace termhost::cli {
namespace {

std::string with_reason(std::string sentence, const std::string& why) {
  return why.empty() ? sentence : sentence + " " + why;
}

/// In the text for the model, and in the notes of a command's structure.
rpc::OrderedJson with_note(rpc::OrderedJson result, const std::string& note, bool command) {
  if (!result.is_object()) return result;
  const auto content = result.find("content"), structure = result.find("structuredContent");
  if (content != result.end() && content->is_array()) content->push_back({{"type", "text"}, {"text", "Note: " + note}});
  if (command && structure != result.end() && structure->is_object()) (*structure)["notes"].push_back(note);
  return result;
}

}  // namespace

std::string lost_command(const std::string& machine, const std::string& why) {
  return with_reason(
      fmt::format("The connection to {} ended while the command ran; it is not known whether the command has ended. "
                  "termhost did not run it again.",
                  machine),
      why);
}

std::string repaired_note(const std::string& machine) {
  return fmt::format("the connection to {} was lost and repaired while this ran.", machine);
}

std::string failure_text(const rpc::RequestId& id, bool tool, const std::string& sentence) {
  if (!tool) return rpc::error_text(id, rpc::make_error(rpc::ErrorCode::RequestFailed, sentence));
  return rpc::result_text(
      id, {{"content", rpc::OrderedJson::array({{{"type", "text"}, {"text", sentence}}})}, {"isError", true}});
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

std::string OpenRequests::answered(std::string_view frame) {
  std::string passed(frame);
  for (const rpc::Message& message : rpc::parse_batch(frame)) {
    const auto* response = std::get_if<rpc::Response>(&message);
    const auto found = response != nullptr && response->id ? open_.find(*response->id) : open_.end();
    if (found == open_.end()) continue;
    if (found->second.repaired && found->second.tool && response->outcome)
      passed =
          rpc::result_text(found->first, with_note(*response->outcome, repaired_note(machine_), found->second.command));
    open_.erase(found);
  }
  return passed;
}

void OpenRequests::repaired() {
  for (auto& [id, kind] : open_) kind.repaired = true;
}

OpenRequests::Kind OpenRequests::kind_of(const rpc::Request& request) const {
  const bool tool = request.method == "tools/call" || request.method == "tool/call";
  return {
      .tool = tool,
      .command = tool && request.params.is_object() && rpc::text_field(request.params, "name") == "execute_command"};
}

std::string OpenRequests::truth_about(const Kind& kind, const std::string& why) const {
  if (kind.command) return lost_command(machine_, why);
  return with_reason(
      fmt::format("The connection to {} ended before the answer; it is not known whether the request was carried out.",
                  machine_),
      why);
}

std::vector<std::string> OpenRequests::end(const std::string& why) {
  std::vector<std::string> answers;
  for (const auto& [id, kind] : std::exchange(open_, {}))
    answers.push_back(failure_text(id, kind.tool, truth_about(kind, why)));
  return answers;
}

std::vector<std::string> OpenRequests::refuse(const std::string& sentence) {
  std::vector<std::string> answers;
  for (const auto& [id, kind] : std::exchange(open_, {})) answers.push_back(failure_text(id, kind.tool, sentence));
  return answers;
}

}  // namespace termhost::cli
