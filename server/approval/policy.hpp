// The verdict on a command line, by rules that see what the shell would see.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shell/shell_kind.hpp"

namespace termhost::approval {

enum class Verdict { Allow, Ask, Deny };

[[nodiscard]] std::string_view to_string(Verdict verdict);  ///< "allow", "ask", "deny"

struct CommandVerdict {
  std::string text;  ///< the simple command, as written
  Verdict verdict = Verdict::Ask;
  std::string rule;    ///< the rule that decided; empty if none did
  std::string reason;  ///< in words, for the person
};

struct Decision {
  Verdict verdict = Verdict::Ask;
  std::vector<CommandVerdict> commands;
  std::string reason;
  std::vector<std::string> suggestions;  ///< prefixes that are safe to remember
  std::vector<std::string> hazards;      ///< outside_workspace, writes_file, network, privileged, destructive …
};

struct PolicyRules {
  std::vector<std::string> allowed;  ///< word prefixes; "*" matches all
  std::vector<std::string> denied;
  std::string problem;  ///< not empty: the policy could not be used; everything asks, and says so
};

struct Question {
  std::string_view command;
  shell::ShellKind shell = shell::ShellKind::Bash;
  std::string_view cwd;
  std::vector<std::string> workspace_folders;
};

[[nodiscard]] Decision decide(const Question& question, const PolicyRules& rules);

}  // namespace termhost::approval
