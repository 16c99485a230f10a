// The work of a terminal: its task, its command, and the traces of earlier commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "terminal/holder.hpp"

namespace termhost::terminal {

/// An agent's command that has ended.
struct LastCommand {
  std::string line;
  base::TaskId task;
  std::optional<int> exit_code;
};

class Work {
 public:
  Work() = default;
  explicit Work(base::TaskId task) : task_(std::move(task)) {}

  /// The one whose commands it runs; empty: anybody's.
  [[nodiscard]] const base::TaskId& task() const { return task_; }
  /// The execution that runs there or was submitted; empty: none.
  [[nodiscard]] const base::ExecutionId& current() const { return current_; }
  [[nodiscard]] bool busy() const { return !current_.empty(); }
  [[nodiscard]] base::Instant idle_since() const { return idle_since_; }
  [[nodiscard]] const LastCommand& last() const { return last_; }

  void assign(const base::TaskId& task) { task_ = task; }
  void begin(const base::ExecutionId& execution) { current_ = execution; }
  /// False: it was not the current one.
  bool end(const base::ExecutionId& execution);
  void idle(base::Instant since) { idle_since_ = since; }
  /// An agent's command has ended; `holders` still have its output open, and the agent was told so.
  void finished(LastCommand last, const std::vector<Holder>& holders);
  /// The holders that no earlier command has left behind.
  [[nodiscard]] std::vector<Holder> new_among(std::vector<Holder> holders);

 private:
  base::TaskId task_;
  base::ExecutionId current_;
  base::Instant idle_since_{};
  LastCommand last_;
  std::vector<Holder> left_behind_;
};

}  // namespace termhost::terminal
