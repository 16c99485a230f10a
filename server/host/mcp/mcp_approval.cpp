#include "host/mcp/mcp_approval.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/wire/shown_question.hpp"
#include "rpc/message.hpp"
#include "text/visible.hpp"

namespace termhost::host {
namespace {

using protocol::OrderedJson;
using protocol::mcp::ElicitAction;

constexpr std::string_view run_once = "Run it once";
constexpr std::string_view reject = "Do not run it";

/// The words of each kind of question: its title, its two answers, and the agent's wish.
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
  std::vector<std::string> few = shown(question).suggestions;
  few.resize(std::min(few.size(), most_suggestions));
  return few;
}

/// " [network, piped code]", or nothing
std::string bracketed(const std::vector<std::string>& hazards) {
  if (hazards.empty()) return {};
  std::string words = fmt::format(" [{}]", fmt::join(hazards, ", "));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

/// "- ask: `curl x`: no rule allows it [network]", and the part itself
std::string line_of(const protocol::CommandVerdict& part) {
  return fmt::format("- {}: {}{}\n  {}\n", protocol::wire_name(part.verdict), part.reason, bracketed(part.hazards),
                     part.text);
}

/// Each line behind its number, so that none can pass for a line of ours.
std::string numbered(std::string_view text) {
  std::string out;
  for (std::size_t number = 1;; ++number) {
    const std::size_t end = text.find('\n');
    out += fmt::format("{}│ {}\n", number, text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

/// At least `least` backticks, and more than the text has in a row: clients that know Markdown would hide what looks
/// like a comment of it.
std::string fence_of(std::string_view text, std::size_t least) {
  std::string fence(least, '`');
  while (text.find(fence) != std::string_view::npos) fence += '`';
  return fence;
}

std::string fenced(const std::string& text) {
  const std::string fence = fence_of(text, 3);
  return fmt::format("{}\n{}{}\n", fence, text, fence);
}

constexpr std::size_t longest_in_sentence = 120;

/// Blanks keep a backtick of the text from joining the fence; Markdown does not show them.
std::string in_sentence(std::string_view text) {
  const std::string line = text::visible_line(text, longest_in_sentence);
  const std::string fence = fence_of(line, 1);
  return fence.size() == 1 ? fmt::format("`{}`", line) : fmt::format("{} {} {}", fence, line, fence);
}

/// The first line has the command, because some clients fold the rest (Claude Code shows three lines). What is known of
/// it comes before the whole text, which could be long: nobody has to scroll for the verdict.
std::string message_of(const ApprovalQuestion& question) {
  const ShownQuestion seen = shown(question);
  std::string body = question.action == ApprovalAction::Input ? fmt::format("into {}\n", seen.target) : "";
  body += fmt::format("in {} ({})\n", seen.cwd, shell::to_string(question.shell));
  if (!seen.place.empty()) body += fmt::format("It would run {}.\n", seen.place);
  body += fmt::format("{}{}\n\n", seen.reason, bracketed(question.decision.hazards));
  for (const protocol::CommandVerdict& part : seen.parts) body += line_of(part);
  body += fmt::format("\nEverything below is the text, {}:\n\n{}", seen.size, numbered(seen.text));
  return fmt::format("The agent wants to {}: {}\n{}", wording_of(question).wish, in_sentence(question.command),
                     fenced(body));
}

}  // namespace

protocol::mcp::ElicitParams approval_form(const ApprovalQuestion& question, bool with_message) {
  const Wording& words = wording_of(question);
  OrderedJson choices = OrderedJson::array({words.yes});
  for (const std::string& prefix : offered(question)) choices.push_back(always(prefix));
  choices.push_back(words.no);
  OrderedJson fields;
  fields["decision"] = {{"type", "string"}, {"title", words.title}, {"enum", std::move(choices)}};
  if (with_message) fields["feedback"] = {{"type", "string"}, {"title", "Message to the agent"}};
  return {message_of(question), {{"type", "object"}, {"properties", std::move(fields)}, {"required", {"decision"}}}};
}

ApprovalAnswer approval_of(const protocol::mcp::ElicitResult& filled_in, const ApprovalQuestion& question) {
  ApprovalAnswer answer;
  if (filled_in.content.is_object()) answer.feedback = rpc::text_field(filled_in.content, "feedback");
  if (filled_in.action == ElicitAction::Decline) {
    answer.problem = "the approval question was declined";
    return answer;
  }
  if (filled_in.action == ElicitAction::Cancel || !filled_in.content.is_object()) {
    answer.problem = "nobody answered the approval question";
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
    answer.problem = "the answer to the approval question was not one of those offered";
  return answer;
}

}  // namespace termhost::host
