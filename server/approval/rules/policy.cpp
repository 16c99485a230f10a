#include "approval/rules/policy.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace termhost::approval {
namespace {

RuleIndex compile(const std::vector<std::string>& texts, const std::vector<DetailedRule>& detailed,
                  DetailedRule::List list, std::string_view name, std::string& problem) {
  const auto refuse = [&](const std::string& why) {
    if (problem.empty()) problem = fmt::format("{}: {}", name, why);
  };
  std::vector<Rule> rules;
  rules.reserve(texts.size());
  for (const DetailedRule& detail : detailed) {
    if (detail.list != list) continue;
    base::Expected<Rule, std::string> rule = parse_rule(detail.text);
    if (!rule) {
      refuse(rule.error());
      continue;
    }
    rule->reason = detail.reason;
    rule->folder = detail.folder;
    rule->sandbox = detail.sandbox;
    rules.push_back(std::move(*rule));
  }
  for (const std::string& text : texts) {
    base::Expected<Rule, std::string> rule = parse_rule(text);
    if (rule)
      rules.push_back(std::move(*rule));
    else
      refuse(rule.error());
  }
  return RuleIndex(std::move(rules));
}

bool names_a_sandbox(const DetailedRule& rule) {
  return rule.sandbox.value_or(sandbox::Level::Off) != sandbox::Level::Off;
}

void append(auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); }

}  // namespace

void add(PolicyRules& all, const PolicyRules& more) {
  append(all.allowed, more.allowed);
  append(all.denied, more.denied);
  append(all.asked, more.asked);
  append(all.detailed, more.detailed);
  append(all.secret_files, more.secret_files);
  append(all.secret_variables, more.secret_variables);
  if (more.builtin == BuiltinRules::None) all.builtin = BuiltinRules::None;
  if (all.problem.empty()) all.problem = more.problem;
}

PolicyRules without_allowed(PolicyRules rules) {
  rules.allowed.clear();
  std::erase_if(rules.detailed, [](const DetailedRule& rule) { return rule.list == DetailedRule::List::Allowed; });
  return rules;
}

Policy::Policy(const PolicyRules& rules)
    : builtin_(rules.builtin),
      secret_files_(rules.secret_files),
      secret_variables_(rules.secret_variables),
      problem_(rules.problem),
      confines_(std::any_of(rules.detailed.begin(), rules.detailed.end(), names_a_sandbox)) {
  allowed_ = compile(rules.allowed, rules.detailed, DetailedRule::List::Allowed, "allowedCommands", problem_);
  denied_ = compile(rules.denied, rules.detailed, DetailedRule::List::Denied, "deniedCommands", problem_);
  asked_ = compile(rules.asked, rules.detailed, DetailedRule::List::Asked, "askedCommands", problem_);
}

}  // namespace termhost::approval
