#include "io/terminals/start_watch.hpp"

#include <utility>

#include "io/process/process_tree_posix.hpp"
#include "io/process/shell_view_posix.hpp"

namespace termhost::io {
namespace {

using host::StartObstacle;
using host::StartObstacleKind;

/// "tmux" of "tmux: client".
std::string program_name(const Process& process) { return process.name.substr(0, process.name.find(':')); }

}  // namespace

StartWatch::StartWatch(pid_t shell, const std::string& shell_path, base::Instant started)
    : shell_(shell), kind_(shell::shell_kind_of(shell_path)), started_(started) {}

std::optional<StartObstacle> StartWatch::look(base::Instant now, bool reads_keys) {
  const std::optional<StartObstacle> found = obstacle(now, reads_keys);
  return found && std::exchange(seen_, found) == found ? found : std::nullopt;
}

std::optional<StartObstacle> StartWatch::obstacle(base::Instant now, bool reads_keys) const {
  const std::optional<Process> started = find_process(shell_);
  if (!started || !started->alive()) return std::nullopt;
  if (shell::shell_kind_of(started->name) != kind_)
    return StartObstacle{StartObstacleKind::Replaced, program_name(*started)};
  const std::optional<Process> shell = find_process(reading_shell(shell_));
  if (!shell || !shell->alive()) return std::nullopt;
  if (awaits_terminal(*shell)) return StartObstacle{StartObstacleKind::AwaitsInput, program_name(*shell)};
  // A shell that reads its startup files may keep what they start in its own group. One of the programs that read keys
  // may leave the reading to its server (tmux).
  for (const Process& program : quick_descendants(shell->pid))
    if (program.foreground && (reads_keys || awaits_terminal(program)))
      return StartObstacle{StartObstacleKind::AwaitsInput, program_name(program)};
  if (now - started_ < patience) return std::nullopt;
  return StartObstacle{StartObstacleKind::TooSlow, {}};
}

}  // namespace termhost::io
