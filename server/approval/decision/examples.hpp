// Rules of a policy file that have examples.
#pragma once

#include <string>
#include <vector>

namespace termhost::approval {

/// A rule with the commands that it must and must not match, for PolicyRules of a file.
struct RuleExamples {
  std::string rule;
  std::vector<std::string> match;
  std::vector<std::string> not_match;
};

/// Empty, or one sentence on the first example that the rule contradicts. A rule matches a line if each command in it
/// does; `denies`: if it would be found anywhere in it.
[[nodiscard]] std::string check_examples(const RuleExamples& examples, bool denies);

}  // namespace termhost::approval
