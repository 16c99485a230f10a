// The verdict on a command line, by rules about the words that the shell would see.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/files.hpp"
#include "approval/rules.hpp"
#include "approval/session.hpp"
#include "approval/workspace.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::approval {

enum class Verdict { Allow, Ask, Deny };

[[nodiscard]] std::string_view to_string(Verdict verdict);  ///< "allow", "ask", "deny"

struct CommandVerdict {
  std::string text;  ///< the simple command, as written
  Verdict verdict = Verdict::Ask;
  std::string rule;         ///< the rule that decided; empty if none did
  std::string reason;       ///< in words, for the user
  bool rule_helps = false;  ///< nothing but a rule is missing
  std::vector<std::string> hazards{};
  bool rule_asks = false;  ///< a rule wants the question, or may, if what can't be read is what it means
  RuledPlace place{};      ///< by the rules that have to do with allowing it
  /// It needs no rule because the settings files of its program do not exist.
  bool by_absence = false;
};

struct Decision {
  Verdict verdict = Verdict::Ask;
  std::vector<CommandVerdict> commands;
  std::string reason;
  bool unreadable = false;               ///< the shell could not read it either
  std::vector<std::string> suggestions;  ///< prefixes that are safe to remember
  /// In this order, each once: outside_workspace, writes_file, network, privileged, destructive, hidden_file, secret,
  /// piped_code, service.
  std::vector<std::string> hazards;

  /// The sandbox of the line: the strictest of its parts. `set`: the level for commands that no rule allows.
  [[nodiscard]] sandbox::Level level(sandbox::Level set) const;
};

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

  /// Some rule allows its commands in a sandbox only.
  [[nodiscard]] bool confines() const;
};

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

 private:
  RuleIndex allowed_;
  RuleIndex denied_;
  RuleIndex asked_;
  BuiltinRules builtin_;
  std::vector<std::string> secret_files_, secret_variables_;
  std::string problem_;
};

using FindProgram = std::function<std::string(std::string_view program)>;

struct Question {
  std::string_view command;  ///< exactly what will be submitted
  shell::ShellKind shell = shell::ShellKind::Bash;
  std::string_view cwd;  ///< absolute, its links followed; empty: it does not matter
  Workspace workspace;
  const SessionState* session = nullptr;  ///< names that earlier commands have changed
  /// The absolute path at which the shell's PATH, as it was at its start, finds a program; empty: it does not. Unset:
  /// unknown, and names are taken as written.
  FindProgram locate{};
  const Files* files = nullptr;             ///< null: paths are taken for what they say
  const shell::SyntaxTree* tree = nullptr;  ///< of a command of at most `max_judged_bytes`; null: it is parsed
};

/// The longest argument of a program on Linux. Only this much of a longer line is judged, and it is never allowed.
inline constexpr std::size_t max_judged_bytes = 128 * 1024;

[[nodiscard]] Decision decide(const Question& question, const Policy& policy);

}  // namespace termhost::approval
