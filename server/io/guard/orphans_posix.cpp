#include "io/guard/orphans_posix.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <set>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "io/guard/control_group.hpp"
#include "io/process/tree_signals_posix.hpp"

namespace termhost::io {
namespace {

using Clock = std::chrono::steady_clock;

/// The event loop waits meanwhile.
constexpr std::chrono::milliseconds death_patience{1000};

/// A fact of the process, as its children are.
std::set<pid_t>& living_guards() {
  static std::set<pid_t> guards;
  return guards;
}

class Orphans {
 public:
  /// Those at the top and everything below them. The dead among the first are waited for on the way.
  [[nodiscard]] std::vector<Process> all() {
    left_ = false;
    std::vector<Process> tree;
    for (const Process& process : list_processes()) {
      if (!is_orphan(process)) continue;
      left_ = true;
      if (!process.alive()) {
        ::waitpid(process.pid, nullptr, WNOHANG);
        continue;
      }
      tree.push_back(process);
      for (Process& below : descendants(process.pid)) tree.push_back(std::move(below));
    }
    return tree;
  }

  /// Some were there at the last look, alive or dead.
  [[nodiscard]] bool left() const { return left_; }

 private:
  /// Nobody comes into our session from a guard's.
  [[nodiscard]] bool is_orphan(const Process& process) const {
    return process.parent == ::getpid() && process.session != session_ && !living_guards().contains(process.pid);
  }

  pid_t session_ = ::getsid(0);
  bool left_ = false;
};

}  // namespace

void note_guard(pid_t guard) { living_guards().insert(guard); }

int wait_for_guard(pid_t guard) {
  int status = 0;
  while (::waitpid(guard, &status, 0) < 0 && errno == EINTR) {
  }
  living_guards().erase(guard);
  return status;
}

void end_orphans(const std::vector<pid_t>& gone) {
  std::vector<ControlGroup> groups;
  for (const pid_t guard : gone) {
    auto group = ControlGroup::find(control_group_name(guard));
    if (!group) continue;
    group->kill();
    groups.push_back(std::move(*group));
  }
  Orphans orphans;
  for (const Clock::time_point limit = Clock::now() + death_patience; Clock::now() < limit;) {
    std::vector<Process> tree = orphans.all();
    if (!orphans.left()) break;
    if (!tree.empty()) {
      (void)stop_all([&] { return orphans.all(); }, {}, stop_patience);
      signal_upwards(orphans.all(), SIGKILL);
    }
    ::nanosleep(&death_pause, nullptr);
  }
}

}  // namespace termhost::io
