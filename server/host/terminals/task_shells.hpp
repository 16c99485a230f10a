// Where a task's commands run: in the shell of its last one, where that one left it.
#pragma once

#include <map>
#include <string>

#include "base/ids.hpp"
#include "host/terminals/terminals.hpp"

namespace termhost::host {

class TaskShells {
 public:
  explicit TaskShells(const Terminals& terminals) : terminals_(terminals) {}

  /// The folder of a call that names none; empty: the workspace's.
  [[nodiscard]] std::string cwd_of(const base::TaskId& task) const;
  /// Of the task's last command; empty: there was none.
  [[nodiscard]] base::TerminalId terminal_of(const base::TaskId& task) const;
  void remember(const base::TaskId& task, const terminal::Terminal& terminal);
  void forget(const base::TaskId& task) { shells_.erase(task); }
  /// Where the person goes the agents' shells begin.
  void forget_all() { shells_.clear(); }

 private:
  struct Shell {
    base::TerminalId terminal;
    std::string cwd;  ///< when it was last seen
  };

  const Terminals& terminals_;
  std::map<base::TaskId, Shell> shells_;
};

}  // namespace termhost::host
