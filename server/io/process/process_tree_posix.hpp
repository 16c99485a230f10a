// The processes of this machine, and the tree below one of them.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace termhost::io {

struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  unsigned long long cpu_ticks = 0;  ///< used by it and those that it has waited for, in clock ticks (sysconf)
  unsigned long long started = 0;    ///< when, in a unit of the system's: with the pid it names one process for ever
  int threads = 0;                   ///< 0: not known
  char state = '?';         ///< as ps shows it: R runs, S sleeps, T is stopped, Z is dead and not yet waited for
  bool foreground = false;  ///< its group is the foreground group of its terminal
  std::string name;
  [[nodiscard]] bool alive() const { return state != 'Z' && state != 'X'; }
};

/// Those of all users.
[[nodiscard]] std::vector<pid_t> list_pids();
[[nodiscard]] std::vector<Process> list_processes();
[[nodiscard]] std::optional<Process> find_process(pid_t pid);

/// Children, their children and so on; `root` not counted. Dead ones that wait for their parent are left out.
[[nodiscard]] std::vector<Process> descendants(pid_t root);
/// A quick look at the same: it asks the kernel for each one's children if it lists them, so that the
/// other processes of the machine cost nothing. May miss one whose brother ends at that moment; not for killing.
[[nodiscard]] std::vector<Process> quick_descendants(pid_t root);
[[nodiscard]] std::vector<Process> quick_descendants(const Process& root);

/// Everything alive in a session: what is left to go by when the tree's root has gone.
[[nodiscard]] std::vector<Process> session_members(pid_t session);

/// The name under which the system lists an open file in the tables of other processes ("/dev/pts/3", "pipe:[71]");
/// empty where it can't be told.
[[nodiscard]] std::string open_file_name(int fd);

/// Does the process have one of these files open, but as its standard input, from which nothing is printed?
[[nodiscard]] bool has_open(const Process& process, const std::vector<std::string>& file_names);

}  // namespace termhost::io
