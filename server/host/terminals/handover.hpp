// The way of a shell's state into a sandbox: a shell there begins each command of a task with the exported variables,
// options and umask that the task's commands have left in its shell outside, and in trials that have ended. Nothing
// comes out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/state/host_context.hpp"
#include "host/terminals/task_shells.hpp"
#include "host/terminals/terminals.hpp"

namespace termhost::host {

class Handover {
 public:
  Handover(const HostContext& context, const Terminals& terminals, TaskShells& task_shells)
      : context_(context), terminals_(terminals), task_shells_(task_shells) {}

  /// A command of the task has ended in its shell outside.
  void look_outside(const base::TaskId& task);
  /// Writes the file that `inside` obeys before its next command, if its task has changed something since its last one.
  void give(const terminal::Terminal& inside);
  /// The shell tells its state, which is known to be as it was told last.
  [[nodiscard]] bool knows_state(const terminal::Terminal& terminal) const;
  /// A command of `inside` has started, so the file was obeyed.
  void taken(const terminal::Terminal& inside);
  /// The state that its last command has left in `inside` goes on to the next trial of the task, unless a process of
  /// the command still runs. False: it is the state that the shell began with.
  bool keep_state_of(const terminal::Terminal& inside);
  /// Variables that the task has set in sandboxes and this shell outside does not have so. Each is named once.
  [[nodiscard]] std::vector<std::string> missing_in(const terminal::Terminal& outside);
  /// A command of `inside` has ended, and its shell is still there.
  void works(const terminal::Terminal& inside);
  /// The terminal is gone. If its shell ended with the first command that began with the task's state, the next one
  /// begins without it.
  void forget(const base::TerminalId& terminal);

 private:
  [[nodiscard]] bool is_alone(const terminal::Terminal& inside) const;
  /// Without the variables that the user's settings call secret.
  [[nodiscard]] std::optional<shell::ShellState> read(const terminal::Terminal& terminal, std::string_view file) const;
  /// After its last command. Each file is read once, right after the shell has told its name: a later command, which
  /// may be one after which the shell tells nothing, could write it.
  [[nodiscard]] std::optional<shell::ShellState> last_state(const terminal::Terminal& terminal);

  struct Given {
    shell::StateChange known;
    std::optional<shell::StateChange> on_its_way;  ///< in the file
    std::optional<base::TaskId> unproven;          ///< no command has ended since this task's state was given
  };

  const HostContext& context_;
  const Terminals& terminals_;
  TaskShells& task_shells_;
  std::map<base::TerminalId, shell::ShellState> seen_;   ///< of shells outside
  std::map<base::TerminalId, shell::ShellState> begun_;  ///< of shells inside, read before a program could change it
  std::map<base::TerminalId, Given> given_;              ///< to shells inside
  std::map<base::TerminalId, std::pair<std::string, std::optional<shell::ShellState>>> last_;  ///< by their files
};

}  // namespace termhost::host
