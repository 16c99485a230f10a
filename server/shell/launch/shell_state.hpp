// The state that a shell's commands have left in it, as far as another shell can begin with it: exported variables,
// options and the umask. Our scripts write it to a file at the first prompt and before they report the end of a
// command, and a shell in a sandbox begins its next command with the changes of its task. The shell tells the name of
// the file in the property State of a mark.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::shell {

/// The file in a terminal's private folder with the statements that its shell obeys before its next command.
inline constexpr std::string_view given_state_file = "given";

struct ShellState {
  std::map<std::string, std::string> variables;  ///< that programs get
  std::string umask;                             ///< octal; empty: the shell has none
  std::vector<std::string> options;              ///< those that are on: `set -o pipefail`, `shopt -s nullglob`
};

/// The text of such a file. Nothing that belongs to one shell alone is in the state: SHLVL, PS1, `set -e`. Nothing: the
/// text is not whole, which `# end` as its last line says.
[[nodiscard]] std::optional<ShellState> read_shell_state(std::string_view text);

struct StateChange {
  std::map<std::string, std::optional<std::string>> variables;  ///< nothing: programs do not get it any more
  std::string umask;                                            ///< empty: it is the same
  std::map<std::string, bool> options;                          ///< by the statement that turns each on

  friend bool operator==(const StateChange&, const StateChange&) = default;
};

[[nodiscard]] StateChange change_between(const ShellState& before, const ShellState& now);
[[nodiscard]] ShellState changed(ShellState state, const StateChange& change);
/// `later` comes after `change`.
void add(StateChange& change, const StateChange& later);

/// The statements that bring a shell which has `given` already to `change`; empty: there is nothing to do. `options`:
/// they are those of a shell of this kind.
[[nodiscard]] std::string statements(const StateChange& change, const StateChange& given, ShellKind kind, bool options);

}  // namespace termhost::shell
