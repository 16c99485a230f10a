// Everything that was started in one terminal, as its guard sees it: the shell and all that is below the guard.
//
// To be used by the guard alone: it takes all descendants of this process, and waits for those that ended.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <sys/resource.h>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "io/guard/control_group.hpp"
#include "io/process/process_tree_posix.hpp"

namespace termhost::io {

/// Time for a killed process to be gone; longer only in uninterruptible sleep, which nobody can end. With the
/// guard's graces less than `guard_patience_ms` in spawn_posix.cpp.
inline constexpr std::chrono::milliseconds kill_patience{3000};

class GuardedTree {
 public:
  /// `group`: a control group of its own, where there may be one.
  explicit GuardedTree(std::optional<ControlGroup> group) : group_(std::move(group)) {}

  /// fork(), the child in the control group.
  [[nodiscard]] pid_t fork_child();
  /// With a PTY a stop does not concern the shell itself.
  void set_child(pid_t child, bool is_shell) {
    child_ = std::max(child, 0);
    is_shell_ = is_shell;
  }

  /// Waits for whoever ended. True, once, when the child has; then `status()` is its wait status.
  bool reap();
  [[nodiscard]] int status() const { return status_; }
  /// By it and those that it has waited for.
  [[nodiscard]] const rusage& used() const { return used_; }
  [[nodiscard]] bool ended() const { return ended_; }
  /// Nobody is left: neither to wait for nor, where the system gives us no orphans, in the session.
  [[nodiscard]] bool childless() const { return childless_; }

  /// Drops the rest of the line behind the program that the shell waits for: see tree_signals_posix.hpp.
  void drop_rest_of_line() const;
  /// SIGTERM to all but the shell, who all get it before any of them goes on.
  void terminate();
  /// SIGKILL to all but the shell, until nobody is left or time is up.
  void kill_all_but_shell();
  /// One round of SIGKILL to everyone.
  void kill_everyone();
  /// `signal` to everyone, the shell too.
  void signal_everyone(int signal) const;

 private:
  [[nodiscard]] std::vector<Process> all() const;
  [[nodiscard]] pid_t shell() const;
  void leave_out_shell(std::vector<Process>& tree) const;
  [[nodiscard]] std::vector<Process> targets() const;
  [[nodiscard]] std::vector<Process> running_targets();
  void wait_for_child();
  void stop_shell() const;
  void signal_child(int signal) const;
  void stop_targets();
  void go_on();

  std::optional<ControlGroup> group_;
  pid_t child_ = 0;
  bool is_shell_ = false;
  int status_ = 0;
  rusage used_{};
  bool ended_ = false, ended_now_ = false, childless_ = false;
  bool frozen_ = false;  // by the control group
};

}  // namespace termhost::io
