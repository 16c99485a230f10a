// What earlier commands of a terminal made of names: a function, an alias, another path.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::approval {

/// One for each terminal, kept by the caller for as long as its shell lives.
class SessionState {
 public:
  /// Everything that was sent to the shell, allowed or approved, after it was sent.
  void note_submitted(std::string_view text, shell::ShellKind shell);
  /// For a terminal whose integration tells what is defined in it.
  void note_defined(std::string name) { redefined_.insert(std::move(name)); }
  void forget() { redefined_.clear(); }  ///< a new shell

  [[nodiscard]] bool is_redefined(std::string_view name) const { return redefined_.find(name) != redefined_.end(); }

 private:
  void note(std::string_view text, shell::ShellKind shell, int depth);

  std::set<std::string, std::less<>> redefined_;
};

}  // namespace termhost::approval
