// Processes that fork and exit at once, over and over, are ended like any other: who lists them is always too late.
#include <array>
#include <chrono>
#include <csignal>
#include <functional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "io/guard/guarded_tree_posix.hpp"

using namespace termhost;

namespace {

using Clock = std::chrono::steady_clock;

/// However a test goes, nobody runs for longer.
constexpr std::chrono::seconds lifetime{15};

/// Whoever gets away must not fill the machine; the dead that nobody has waited for count too. root has no such limit.
constexpr rlimit most_processes{1000, 1000};
constexpr uid_t nobody_else = 64124;

void become_limited() {
  if (::setrlimit(RLIMIT_NPROC, &most_processes) != 0) ::_exit(1);
  // The C library's setuid() waits for threads that a fork has left behind, such as a sanitizer's.
  if (::geteuid() == 0 && ::syscall(SYS_setuid, nobody_else) != 0) ::_exit(1);
}

/// Goes on as its own child, thousands of times a second.
[[noreturn]] void run_away(bool new_sessions) {
  for (const Clock::time_point end = Clock::now() + lifetime; Clock::now() < end;) {
    if (::fork() > 0) ::_exit(0);
    if (new_sessions) ::setsid();
  }
  ::_exit(0);
}

/// Starts the next child as soon as one ends, and hears no signal that can be ignored.
[[noreturn]] void respawn() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  for (const Clock::time_point end = Clock::now() + lifetime; Clock::now() < end;) {
    if (::fork() == 0) {
      ::usleep(500);
      ::_exit(0);
    }
    ::wait(nullptr);
  }
  ::_exit(0);
}

void start(const std::function<void()>& program) {
  if (::fork() == 0) program();
}

/// What a guard does, in a process of its own; its status tells whether `what` was true.
bool in_a_guard(const std::function<bool()>& what) {
  const pid_t guard = ::fork();
  if (guard == 0) {
    ::setsid();
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::_exit(what() ? 0 : 1);
  }
  int status = 1;
  ::waitpid(guard, &status, 0);
  return status == 0;
}

/// A child in `tree` that starts all kinds; returns when they run.
void start_all(io::GuardedTree& tree, bool is_shell) {
  int started[2];
  if (::pipe(started) != 0) ::_exit(1);
  const pid_t child = tree.fork_child();
  if (child == 0) {
    become_limited();
    ::setpgid(0, 0);
    for (const bool new_sessions : {false, true, false, true})
      start([new_sessions] {
        ::setpgid(0, 0);
        run_away(new_sessions);
      });
    start(respawn);
    if (::write(started[1], "", 1) != 1) ::_exit(1);
    ::alarm(static_cast<unsigned>(lifetime.count()));
    while (true) ::pause();
  }
  tree.set_child(child, is_shell);
  ::close(started[1]);
  if (char byte = 0; ::read(started[0], &byte, 1) != 1) ::_exit(1);
  ::usleep(50'000);
}

/// The shell waits, and all others are gone: what was killed takes a moment on a busy machine.
bool is_alone_soon(io::GuardedTree& tree) {
  const Clock::time_point end = Clock::now() + std::chrono::seconds{5};
  for (tree.reap(); !tree.ended() && Clock::now() < end; tree.reap()) {
    const std::vector<io::Process> left = io::descendants(::getpid());
    if (left.size() == 1 && left[0].state == 'S') return true;
    ::usleep(1000);
  }
  return false;
}

bool ends_within(io::GuardedTree& tree, std::chrono::seconds limit) {
  const Clock::time_point end = Clock::now() + limit;
  for (tree.reap(); !tree.childless() && Clock::now() < end; tree.reap()) {
    tree.kill_everyone();
    ::usleep(1000);
  }
  return tree.childless();
}

}  // namespace

TEST_CASE("fast forkers are ended, with a control group and without") {
  for (const bool grouped : {false, true}) {
    INFO("control group: " << grouped);
    CHECK(in_a_guard([grouped] {
      auto group = grouped ? io::ControlGroup::make(io::control_group_name(::getpid())) : std::nullopt;
      io::GuardedTree tree(std::move(group));
      start_all(tree, false);
      return ends_within(tree, std::chrono::seconds{10});
    }));
  }
}

TEST_CASE("fast forkers below a shell are ended, and the shell is not, nor does it see any of them stopped") {
  for (const bool grouped : {false, true}) {
    INFO("control group: " << grouped);
    CHECK(in_a_guard([grouped] {
      auto group = grouped ? io::ControlGroup::make(io::control_group_name(::getpid())) : std::nullopt;
      io::GuardedTree tree(std::move(group));
      start_all(tree, true);
      tree.kill_all_but_shell();
      const bool alone = is_alone_soon(tree);
      return ends_within(tree, std::chrono::seconds{10}) && alone;
    }));
  }
}
