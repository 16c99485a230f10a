#include "approval/decision/examples.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/decision/decide.hpp"

namespace termhost::approval {
namespace {

/// True if the rule alone decides `wanted` for the line.
bool says(const RuleExamples& examples, const std::string& line, bool denies) {
  PolicyRules rules;
  (denies ? rules.denied : rules.allowed).push_back(examples.rule);
  const Question question{.command = line, .cwd = {}, .workspace = {}};
  return decide(question, rules).verdict == (denies ? Verdict::Deny : Verdict::Allow);
}

}  // namespace

std::string check_examples(const RuleExamples& examples, bool denies) {
  for (const std::string& line : examples.match)
    if (!says(examples, line, denies))
      return fmt::format("the rule `{}` does not match its example `{}`", examples.rule, line);
  for (const std::string& line : examples.not_match)
    if (says(examples, line, denies))
      return fmt::format("the rule `{}` matches `{}`, but its examples say that it must not", examples.rule, line);
  return {};
}

}  // namespace termhost::approval
