// The place of a task's commands: the shell of its last one, in the folder where that one left it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "base/ids.hpp"
#include "host/state/configuration.hpp"
#include "host/terminals/terminals.hpp"
#include "shell/launch/shell_state.hpp"

namespace termhost::host {

class TaskShells {
 public:
  TaskShells(const Terminals& terminals, const Configuration& configuration)
      : terminals_(terminals), configuration_(configuration) {}

  /// The commands of this task begin in `folder`, absolute, wherever the user goes. Others begin in the workspace's.
  void begin(const base::TaskId& task, std::string folder);
  /// The folder of a call that names none; empty: the workspace's.
  [[nodiscard]] std::string cwd_of(const base::TaskId& task) const;
  /// The terminal of the task's last command; empty: there was none.
  [[nodiscard]] base::TerminalId terminal_of(const base::TaskId& task) const;
  /// The terminal of the task's last command outside of a sandbox; empty: there was none.
  [[nodiscard]] base::TerminalId outside_of(const base::TaskId& task) const;
  /// The changes that its commands have made in their shells, and the kind of the shell whose options these are.
  struct LeftState {
    shell::StateChange change;
    shell::ShellKind shell = shell::ShellKind::Unknown;
    std::set<std::string> only_inside;  ///< variables that were set in a sandbox, until a result has told so
  };
  /// Null: nothing.
  [[nodiscard]] LeftState* left_state(const base::TaskId& task);
  /// Its commands have set variables that programs get, or unset them.
  [[nodiscard]] bool has_variables(const base::TaskId& task) const;
  void add_change(const base::TaskId& task, const shell::StateChange& change, const terminal::Terminal& by);
  void forget_state(const base::TaskId& task);
  /// A command of the task begins in `terminal`, or has ended there. `begun`: the folder in which it began, which the
  /// call may have named.
  void remember(const base::TaskId& task, const terminal::Terminal& terminal, const std::string& begun);
  void forget(const base::TaskId& task) { shells_.erase(task); }
  /// The user has gone to another folder, where the agents' shells begin.
  void forget_all();

 private:
  struct Shell {
    base::TerminalId terminal;
    base::TerminalId outside;
    std::string cwd;  ///< when it was last seen
    LeftState left;
    std::string first;  ///< the folder in which the task begins; empty: the workspace's
  };

  [[nodiscard]] bool folder_goes_on(const terminal::Terminal& terminal) const;

  const Terminals& terminals_;
  const Configuration& configuration_;
  std::map<base::TaskId, Shell> shells_;
};

}  // namespace termhost::host
