#include "io/guard/keeper_posix.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "io/guard/control_group.hpp"
#include "io/guard/guarded_tree_posix.hpp"
#include "io/guard/successor_posix.hpp"
#include "io/private_folder_posix.hpp"
#include "io/process/process_tree_posix.hpp"
#include "io/process/tree_signals_posix.hpp"

namespace termhost::io {
namespace {

using Clock = std::chrono::steady_clock;

void end_tree_of(pid_t guard) {
  GuardedTree tree(ControlGroup::find(control_group_name(::getpid())));
  for (const Process& process : session_members(guard)) signal_process(process, SIGKILL);
  const Clock::time_point last = Clock::now() + kill_patience;
  for ((void)tree.reap(); !tree.childless() && Clock::now() < last; (void)tree.reap()) {
    tree.kill_everyone();
    ::nanosleep(&death_pause, nullptr);
  }
}

}  // namespace

int keep_guard(pid_t guard, const StartOrder& order) {
  int status = 0;
  while (::waitpid(guard, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  end_tree_of(guard);
  remove_private_folder(order.private_folder);
  remove_scratch_folder(order.scratch_folder);
  remove_door(order.waiting_folder, ::getpid());
  ::kill(::getpid(), SIGKILL);  // termhost sees what became of the guard
  return 1;
}

}  // namespace termhost::io
