// A question to the approval engine, and its answer.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/session.hpp"
#include "approval/files.hpp"
#include "approval/rules/policy.hpp"
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
};

struct Decision {
  Verdict verdict = Verdict::Ask;
  std::vector<CommandVerdict> commands;
  std::string reason;
  bool unreadable = false;               ///< the shell could not read it either
  std::vector<std::string> suggestions;  ///< prefixes that are safe to remember
  /// In this order, each once: outside_workspace, writes_file, network, privileged, destructive, hidden_file, secret,
  /// piped_code, service, changes_repository, listens.
  std::vector<std::string> hazards;

  /// The sandbox of the line: the strictest of its parts. `set`: the level for commands that no rule allows.
  [[nodiscard]] sandbox::Level level(sandbox::Level set) const;
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
  const Files* files = nullptr;             ///< null: no link is followed, and a path is what it says
  const shell::SyntaxTree* tree = nullptr;  ///< of a command of at most `max_judged_bytes`; null: it is parsed
};

}  // namespace termhost::approval
