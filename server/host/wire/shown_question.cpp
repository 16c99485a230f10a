#include "host/wire/shown_question.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "host/wire/wire.hpp"
#include "text/visible.hpp"

namespace termhost::host {
namespace {

using protocol::CommandVerdict;
using text::visible_line;

constexpr std::size_t longest_name = 4096;  // folders and reasons are cut nowhere else

/// The most dangerous commands come first, because the user may read no further.
std::vector<CommandVerdict> by_danger(std::vector<CommandVerdict> commands) {
  constexpr std::array<std::string_view, 4> gravest_first{"destructive", "piped_code", "privileged", "network"};
  const auto danger = [&](const CommandVerdict& command) {
    const auto* worst = std::find_if(gravest_first.begin(), gravest_first.end(), [&](std::string_view hazard) {
      return std::find(command.hazards.begin(), command.hazards.end(), hazard) != command.hazards.end();
    });
    return std::pair(command.verdict, gravest_first.end() - worst);
  };
  std::stable_sort(commands.begin(), commands.end(),
                   [&](const auto& x, const auto& y) { return danger(x) > danger(y); });
  return commands;
}

CommandVerdict as_shown(CommandVerdict part) {
  part.text = visible_line(part.text);
  part.reason = visible_line(part.reason, longest_name);
  if (part.rule) part.rule = visible_line(*part.rule, longest_name);
  return part;
}

std::string text_of(const ApprovalQuestion& question) {
  return question.action == ApprovalAction::Input ? text::visible_keys(question.command)
                                                  : text::visible(question.command);
}

}  // namespace

ShownQuestion shown(const ApprovalQuestion& question) {
  ShownQuestion seen{.text = text_of(question),
                     .size = text::size_in_words(question.command),
                     .target = visible_line(question.target),
                     .cwd = visible_line(question.cwd, longest_name),
                     .reason = visible_line(question.decision.reason, longest_name),
                     .place = visible_line(question.place, longest_name),
                     .parts = by_danger(to_wire(question.decision.commands)),
                     .suggestions = {}};
  for (CommandVerdict& part : seen.parts) part = as_shown(std::move(part));
  for (const std::string& prefix : question.decision.suggestions)
    if (visible_line(prefix) == prefix) seen.suggestions.push_back(prefix);
  return seen;
}

}  // namespace termhost::host
