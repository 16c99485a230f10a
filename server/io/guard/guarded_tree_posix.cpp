#include "io/guard/guarded_tree_posix.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utility>

#include "io/process/own_process.hpp"
#include "io/process/shell_view_posix.hpp"
#include "io/process/tree_signals_posix.hpp"

namespace termhost::io {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr int stop_looks = 200;
constexpr timespec stop_pause{0, 250'000};

/// Whoever forks as fast as he can must not be faster than we look.
void hurry() { ::setpriority(PRIO_PROCESS, 0, -20); }

}  // namespace

pid_t GuardedTree::fork_child() {
  if (group_) {
    if (const pid_t pid = group_->fork(); pid >= 0) return pid;
    group_.reset();
  }
  return ::fork();
}

bool GuardedTree::reap() {
  int status = 0;
  pid_t pid = 0;
  rusage used{};
  while ((pid = ::wait4(-1, &status, WNOHANG, &used)) > 0) {
    if (pid != child_) continue;
    ended_ = ended_now_ = true;
    status_ = status;
    used_ = used;
  }
  childless_ = pid < 0 && errno == ECHILD && (can_reap_orphans() || all().empty());
  return std::exchange(ended_now_, false);
}

/// As reap(), which shall still tell of the child's end.
void GuardedTree::wait_for_child() { ended_now_ = reap(); }

std::vector<Process> GuardedTree::all() const {
  std::vector<Process> tree = descendants(::getpid());
  if (can_reap_orphans()) return tree;
  for (Process& process : session_members(::getsid(0)))
    if (process.pid != ::getpid() &&
        std::none_of(tree.begin(), tree.end(), [&](const Process& known) { return known.pid == process.pid; }))
      tree.push_back(std::move(process));
  return tree;
}

/// The process that reads the lines, where it is a shell.
pid_t GuardedTree::shell() const { return is_shell_ && !ended_ ? reading_shell(child_) : child_; }

/// The shell, and its launcher, are nobody's command.
void GuardedTree::leave_out_shell(std::vector<Process>& tree) const {
  if (!is_shell_) return;
  std::erase_if(
      tree, [this, shell = shell()](const Process& process) { return process.pid == child_ || process.pid == shell; });
}

std::vector<Process> GuardedTree::targets() const {
  std::vector<Process> tree = all();
  leave_out_shell(tree);
  return tree;
}

/// A quick look while there is somebody; a thorough one before it is believed that there is not.
std::vector<Process> GuardedTree::running_targets() {
  wait_for_child();
  std::vector<Process> tree = quick_descendants(::getpid());
  leave_out_shell(tree);
  const bool runs = std::any_of(tree.begin(), tree.end(), [](const Process& process) { return process.state != 'T'; });
  return runs ? tree : targets();
}

void GuardedTree::signal_child(int signal) const {
  if (child_ > 0 && !ended_) ::kill(child_, signal);
}

/// Before its commands are: a shell tells of each that is stopped, and starts the next after each that is killed.
void GuardedTree::stop_shell() const {
  if (!is_shell_ || ended_) return;
  ::kill(shell(), SIGSTOP);
  for (int look = 0; look < stop_looks; ++look) {
    const auto shell = find_process(this->shell());
    if (!shell || !shell->alive() || shell->state == 'T' || shell->state == 't') return;
    ::nanosleep(&stop_pause, nullptr);
  }
}

void GuardedTree::stop_targets() {
  hurry();
  frozen_ = group_ && group_->freeze();
  if (frozen_) return;
  stop_shell();
  (void)stop_all([this] { return running_targets(); }, {::getpgrp(), child_, shell()}, stop_patience);
}

void GuardedTree::go_on() {
  if (std::exchange(frozen_, false)) return group_->thaw();
  if (is_shell_ && !ended_) ::kill(shell(), SIGCONT);
}

void GuardedTree::drop_rest_of_line() const {
  if (is_shell_ && !ended_) io::drop_rest_of_line(shell(), targets());
}

void GuardedTree::terminate() {
  stop_targets();
  const std::vector<Process> tree = targets();
  signal_upwards(tree, SIGTERM);
  signal_upwards(tree, SIGCONT);
  go_on();
}

void GuardedTree::kill_all_but_shell() {
  const Clock::time_point limit = Clock::now() + kill_patience;
  stop_targets();
  while (Clock::now() < limit) {
    const std::vector<Process> tree = targets();
    bool some_left = false;  // who is gone by now may have left a child
    for (auto process = tree.rbegin(); process != tree.rend(); ++process)
      some_left |= signal_process(*process, SIGKILL) || errno != EPERM;
    if (!some_left) break;  // nobody, or only who may not be killed
    ::nanosleep(&death_pause, nullptr);
    wait_for_child();
  }
  go_on();
}

void GuardedTree::kill_everyone() {
  hurry();
  if (group_) group_->kill();
  const std::vector<Process> left = all();
  if (left.empty()) return;
  signal_child(SIGSTOP);
  (void)stop_all(
      [this] {
        wait_for_child();
        return all();
      },
      {::getpgrp()}, stop_patience);
  signal_upwards(all(), SIGKILL);
}

void GuardedTree::signal_everyone(int signal) const { signal_upwards(all(), signal); }

}  // namespace termhost::io
