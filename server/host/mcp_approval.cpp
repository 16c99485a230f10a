#include "host/mcp_approval.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "rpc/message.hpp"

namespace termhost::host {
namespace {

using protocol::OrderedJson;
using protocol::mcp::ElicitAction;

constexpr std::string_view run_once = "Run it once";
constexpr std::string_view reject = "Do not run it";

/// What each question is called, and what a yes and a no to it are.
struct Wording {
  ApprovalAction action;
  std::string_view title, yes, no, wish;
};
constexpr std::array wordings{
    Wording{ApprovalAction::Run, "Run this command?", run_once, reject, "run this command"},
    Wording{ApprovalAction::Input, "Type this?", "Type it", "Do not type it", "type this into a running command"},
    Wording{ApprovalAction::Stop, "Stop your command?", "Stop it", "Do not stop it", "stop your own command"},
    Wording{ApprovalAction::Read, "Show your command's output?", "Show it", "Do not show it",
            "read what your own command printed"},
};

const Wording& wording_of(const ApprovalQuestion& question) {
  return *std::find_if(wordings.begin(), wordings.end(),
                       [&](const Wording& row) { return row.action == question.action; });
}
constexpr std::size_t most_suggestions = 3;  // a form, not a list to scroll

std::string always(const std::string& prefix) {
  return fmt::format("Run it, and always allow '{}' in this session", prefix);
}

std::vector<std::string> offered(const ApprovalQuestion& question) {
  const auto& all = question.decision.suggestions;
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most_suggestions))};
}

}  // namespace

protocol::mcp::ElicitParams approval_form(const ApprovalQuestion& question) {
  const Wording& words = wording_of(question);
  OrderedJson choices = OrderedJson::array({words.yes});
  for (const std::string& prefix : offered(question)) choices.push_back(always(prefix));
  choices.push_back(words.no);
  OrderedJson fields;
  fields["decision"] = {{"type", "string"}, {"title", words.title}, {"enum", std::move(choices)}};
  fields["feedback"] = {{"type", "string"}, {"title", "What to tell the agent"}};
  const std::string into = question.action == ApprovalAction::Input ? fmt::format(" ({})", question.target) : "";
  return {fmt::format("The agent wants to {}{} in {} ({}):\n\n{}\n\n{}", words.wish, into, question.cwd,
                      shell::to_string(question.shell), question.command, question.decision.reason),
          {{"type", "object"}, {"properties", std::move(fields)}, {"required", {"decision"}}}};
}

ApprovalAnswer approval_of(const protocol::mcp::ElicitResult& filled_in, const ApprovalQuestion& question) {
  ApprovalAnswer answer;
  if (filled_in.content.is_object()) answer.feedback = rpc::text_field(filled_in.content, "feedback");
  if (filled_in.action == ElicitAction::Decline) {
    answer.problem = "the question whether it may be done was declined";
    return answer;
  }
  if (filled_in.action == ElicitAction::Cancel || !filled_in.content.is_object()) {
    answer.problem = "nobody answered the question whether it may be done";
    return answer;
  }
  const std::string decision = rpc::text_field(filled_in.content, "decision");
  if (decision == wording_of(question).yes) answer.verdict = ApprovalDecision::Approve;
  if (decision == wording_of(question).no) return answer;
  for (const std::string& prefix : offered(question)) {
    if (decision != always(prefix)) continue;
    answer.verdict = ApprovalDecision::Approve;
    answer.remember = Remember{.allowed = true, .prefix = prefix};
  }
  if (answer.verdict != ApprovalDecision::Approve)
    answer.problem = "the answer to the question whether it may be done was none of those offered";
  return answer;
}

}  // namespace termhost::host
