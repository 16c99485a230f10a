// Names that earlier commands have changed: functions, aliases, another path.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// One for all terminals, kept by the caller: which of them a command goes to is not known when it is judged.
class SessionState {
 public:
  /// Notes a command that was sent to the shell of a terminal, allowed or approved, or that the user ran there.
  void note_submitted(std::string_view terminal, const shell::SyntaxTree& command, shell::ShellKind shell);
  void forget(std::string_view terminal);  ///< its shell is gone

  [[nodiscard]] bool is_redefined(std::string_view name) const;
  /// A shell reads lines by other options than it began with: patterns and words may mean more than they say.
  [[nodiscard]] bool options_changed() const;

 private:
  struct Changes {
    std::set<std::string, std::less<>> names;
    bool options = false;
  };
  static void note(Changes& changes, const shell::SimpleCommands& found, shell::ShellKind shell, int depth);
  static void note(Changes& changes, std::span<const shell::ShellWord> words, shell::ShellKind shell, int depth);

  std::map<std::string, Changes, std::less<>> terminals_;
};

}  // namespace termhost::approval
