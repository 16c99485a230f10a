#include "io/process/stop_tree_posix.hpp"

#include <set>
#include <signal.h>
#include <unistd.h>

#include "io/process/tree_signals_posix.hpp"

namespace termhost::io {
namespace {

/// A killed process may have had a child just before; one that keeps having them faster than this is left to the next
/// step.
constexpr int kill_rounds = 20;

/// Each job of the shell at once: neither does a loop start its next program meanwhile, nor does the shell, which must
/// not be stopped, see one of its programs stopped.
void kill_jobs(const Process& shell, const std::vector<Process>& tree) {
  std::set<pid_t> groups{shell.group};
  for (const Process& process : tree)
    if (groups.insert(process.group).second) signal_group(process, SIGKILL);
  signal_upwards(tree, SIGKILL);
}

/// The shell first: it starts nothing more when its program is gone. Whoever is started meanwhile is found by his
/// parent, as long as that is there: so nobody is killed before everybody is stopped.
void end_shell(pid_t shell_pid) {
  const std::optional<Process> shell = find_process(shell_pid);
  if (!shell || !signal_process(*shell, SIGSTOP)) return;
  (void)stop_all([shell_pid] { return descendants(shell_pid); }, {::getpgrp()}, stop_patience);
  signal_upwards(descendants(shell_pid), SIGKILL);
  signal_process(*shell, SIGKILL);
}

}  // namespace

void signal_tree_below(int shell_pid, terminal::StopStep step) {
  switch (step) {
    case terminal::StopStep::Interrupt:
      for (const Process& process : descendants(shell_pid))
        if (process.foreground) signal_process(process, SIGINT);
      return;
    case terminal::StopStep::Terminate: {
      const std::vector<Process> tree = descendants(shell_pid);
      signal_upwards(tree, SIGTERM);
      signal_upwards(tree, SIGCONT);
      return;
    }
    case terminal::StopStep::Kill:
      for (int round = 0; round < kill_rounds; ++round) {
        const std::optional<Process> shell = find_process(shell_pid);
        const std::vector<Process> tree = descendants(shell_pid);
        if (!shell || tree.empty()) return;
        kill_jobs(*shell, tree);
      }
      return;
    case terminal::StopStep::EndShell: return end_shell(shell_pid);
  }
}

void drop_rest_of_line_of(int shell_pid) { drop_rest_of_line(shell_pid, descendants(shell_pid)); }

}  // namespace termhost::io
