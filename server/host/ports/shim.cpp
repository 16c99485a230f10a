#include "host/ports/shim.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace termhost::host {
namespace {

/// The rules that would allow the part of the line that none allows; empty where more than a rule is missing.
std::string missing_rules(const approval::Decision& decision) {
  std::string rules;
  for (const approval::CommandVerdict& part : decision.commands) {
    if (part.verdict == approval::Verdict::Allow) continue;
    if (!part.rule_helps) return {};
    const auto& offered = decision.suggestions;
    const auto fits = std::find_if(offered.begin(), offered.end(),
                                   [&](const std::string& prefix) { return part.text.starts_with(prefix); });
    const std::string rule = fmt::format("\"{}\"", fits == offered.end() ? part.text : *fits);
    if (rules.find(rule) == std::string::npos) rules += (rules.empty() ? "" : ", ") + rule;
  }
  return rules;
}

}  // namespace

std::string nobody_to_ask(const ApprovalQuestion& question, std::string_view who, std::string_view where) {
  if (question.decision.unreadable) return {};
  const std::string rules = missing_rules(question.decision);
  if (rules.empty()) return std::string(who);
  return fmt::format("{}. The user can allow it by adding {} to {}", who, rules, where);
}

}  // namespace termhost::host
