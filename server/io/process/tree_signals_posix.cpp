#include "io/process/tree_signals_posix.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <set>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace termhost::io {
namespace {

using Clock = std::chrono::steady_clock;

/// Stopping takes no time but on a busy machine.
constexpr timespec settle{0, 100'000};

/// Runs, and could start another process.
bool runs(const Process& process) { return process.state != 'T' && process.state != 't'; }

class Sweep {
 public:
  explicit Sweep(const std::vector<pid_t>& spared) : spared_(spared) {}

  /// False if all are stopped, or will be before they can do anything.
  bool stop(const std::vector<Process>& tree) {
    bool stopped_one = false;
    std::set<pid_t> groups;
    for (const Process& process : tree) {
      if (!runs(process)) continue;
      // A process in uninterruptible sleep (a parent in vfork) stops when it wakes; one that may not be signalled never
      // does.
      const bool known = !signalled_.insert({process.pid, process.started}).second;
      if (known && (process.state == 'D' || refused_.contains(process.pid))) continue;
      stopped_one |= signal_one(process, groups);
    }
    return stopped_one;
  }

 private:
  bool signal_one(const Process& process, std::set<pid_t>& groups) {
    const bool spared = std::find(spared_.begin(), spared_.end(), process.group) != spared_.end();
    if (!spared && groups.insert(process.group).second) signal_group(process, SIGSTOP);
    if (signal_process(process, SIGSTOP)) return true;
    if (errno != EPERM) return true;  // gone; perhaps it has left a child
    refused_.insert(process.pid);
    return false;
  }

  const std::vector<pid_t>& spared_;
  std::set<std::pair<pid_t, unsigned long long>> signalled_;
  std::set<pid_t> refused_;
};

}  // namespace

/// Times of start are counted in hundredths of a second: who forks and exits faster than that may have lost his number
/// to a stranger of the same time, who is in another session.
bool is_still_there(const Process& process) {
  const auto now = find_process(process.pid);
  return now && now->started == process.started && now->session == process.session;
}

/// A child of ours keeps the group's number in use until we wait for it, even when it is dead by now.
void signal_group(const Process& member, int signal) {
  if (member.group > 1 && (member.parent == ::getpid() || is_still_there(member))) ::kill(-member.group, signal);
}

void signal_upwards(const std::vector<Process>& tree, int signal) {
  for (auto process = tree.rbegin(); process != tree.rend(); ++process) signal_process(*process, signal);
}

void drop_rest_of_line(pid_t shell, const std::vector<Process>& tree) {
  const bool waits = std::any_of(tree.begin(), tree.end(), [](const Process& process) { return process.foreground; });
  if (waits) ::kill(shell, SIGINT);
}

bool stop_all(const ProcessList& list, const std::vector<pid_t>& spared, std::chrono::milliseconds patience) {
  Sweep sweep(spared);
  for (const Clock::time_point limit = Clock::now() + patience; Clock::now() < limit;) {
    if (!sweep.stop(list())) return true;
    ::nanosleep(&settle, nullptr);
  }
  return false;
}

}  // namespace termhost::io
