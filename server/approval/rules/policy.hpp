// The policy: the lists of rules that a user or a policy file gives, prepared for decisions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "approval/rules/rules.hpp"
#include "sandbox/sandbox.hpp"

namespace termhost::approval {

/// The commands that may run without a rule.
enum class BuiltinRules {
  None,
  ReadOnly,  ///< commands that are proven to only read public files of the workspace and the system
};

/// A rule that says more than its words.
struct DetailedRule {
  enum class List { Allowed, Denied, Asked };
  List list = List::Allowed;
  std::string text;
  std::string reason;                       ///< shown to the model when it is denied, and to the user when it asks
  std::string folder;                       ///< holds only where commands run in it or below; empty: everywhere
  std::optional<sandbox::Level> sandbox{};  ///< Allowed: as Rule::sandbox
};

/// The lists of the settings or of a policy file.
struct PolicyRules {
  std::vector<std::string> allowed;  ///< word prefixes; "*" matches all
  std::vector<std::string> denied;
  std::string problem;  ///< not empty: the policy could not be used; everything asks, and says so
  std::vector<std::string> asked{};
  std::vector<DetailedRule> detailed{};
  BuiltinRules builtin = BuiltinRules::None;
  std::vector<std::string> secret_files{};      ///< names or paths, in addition to the known ones; built-in rules …
  std::vector<std::string> secret_variables{};  ///< … never read these files, and never show these variables
};

/// The rules of both; the smaller set of built-in rules.
void add(PolicyRules& all, const PolicyRules& more);
[[nodiscard]] PolicyRules without_allowed(PolicyRules rules);

/// Rules, prepared for decisions. A rule that cannot be read makes everything ask. Costs much more than a decision:
/// make it once and keep it where many decisions come.
class Policy {
 public:
  Policy(const PolicyRules& rules);  // NOLINT: a caller that decides once passes the lists as they are

  [[nodiscard]] const RuleIndex& allowed() const { return allowed_; }
  [[nodiscard]] const RuleIndex& denied() const { return denied_; }
  [[nodiscard]] const RuleIndex& asked() const { return asked_; }
  [[nodiscard]] bool reads_freely() const { return builtin_ == BuiltinRules::ReadOnly; }
  [[nodiscard]] const std::vector<std::string>& secret_files() const { return secret_files_; }
  [[nodiscard]] const std::vector<std::string>& secret_variables() const { return secret_variables_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Some rule allows its commands in a sandbox only.
  [[nodiscard]] bool confines() const { return confines_; }

 private:
  RuleIndex allowed_;
  RuleIndex denied_;
  RuleIndex asked_;
  BuiltinRules builtin_;
  std::vector<std::string> secret_files_, secret_variables_;
  std::string problem_;
  bool confines_;
};

}  // namespace termhost::approval
