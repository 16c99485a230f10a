#include "io/stop_tree_posix.hpp"

#include <signal.h>

#include "io/process_tree_posix.hpp"

namespace termhost::io {
namespace {

/// A killed process may have had a child just before; one that keeps having them faster than this is left to the next
/// step.
constexpr int kill_rounds = 20;

void signal_all(const std::vector<Process>& tree, int signal) {
  for (const Process& process : tree) ::kill(process.pid, signal);
}

}  // namespace

void signal_tree_below(int shell_pid, host::StopStep step) {
  switch (step) {
    case host::StopStep::Interrupt:
      for (const Process& process : descendants(shell_pid))
        if (process.foreground) ::kill(process.pid, SIGINT);
      return;
    case host::StopStep::Terminate: {
      const std::vector<Process> tree = descendants(shell_pid);
      signal_all(tree, SIGTERM);
      signal_all(tree, SIGCONT);
      return;
    }
    case host::StopStep::Kill:
      for (int round = 0; round < kill_rounds; ++round) {
        const std::vector<Process> tree = descendants(shell_pid);
        if (tree.empty()) return;
        signal_all(tree, SIGKILL);
      }
      return;
  }
}

}  // namespace termhost::io
