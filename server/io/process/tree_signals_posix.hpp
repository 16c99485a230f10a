// Signals to processes that may have run away, or whose number may be another's by now.
#pragma once

#include <chrono>
#include <ctime>
#include <functional>
#include <vector>

#include "io/process/process_tree_posix.hpp"

namespace termhost::io {

/// Nobody who is signalled goes on running for this long; then the next step is due all the same.
inline constexpr std::chrono::milliseconds stop_patience{500};
/// A killed process is gone within a few milliseconds.
inline constexpr timespec death_pause{0, 1'000'000};

/// The process with this number is this very one.
[[nodiscard]] bool is_still_there(const Process& process);

/// Signals this very process: one that has its number since is left alone. False: it is gone, or not ours to signal.
bool signal_process(const Process& process, int signal);

/// Signals the whole group that the process is in, and so also whoever is being born in it.
void signal_group(const Process& member, int signal);

/// Children first, so that no parent sees its child go and starts the next.
void signal_upwards(const std::vector<Process>& tree, int signal);

/// To be called before `tree`, all below `shell`, is ended: an interactive shell that waits for one of them then drops
/// the rest of its line instead of going on with it (seen in bash, zsh, fish, ksh93, mksh and dash). One that waits for
/// nobody is left alone, since at its prompt an interrupt shows another prompt. What the program ended with is lost:
/// most shells say 130 then.
void drop_rest_of_line(pid_t shell, const std::vector<Process>& tree);

/// Stops everyone whom `list` names, parents first, and asks it again until it names nobody who runs. What forks and
/// exits at once is met by signalling whole process groups, which nobody forks his way out of. Groups in `spared` are
/// signalled by the process. False: somebody still ran after `patience`.
using ProcessList = std::function<std::vector<Process>()>;
bool stop_all(const ProcessList& list, const std::vector<pid_t>& spared, std::chrono::milliseconds patience);

}  // namespace termhost::io
