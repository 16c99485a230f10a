#include "io/process/start_watch.hpp"

#include <algorithm>
#include <utility>

#include "io/process/process_tree_posix.hpp"

namespace termhost::io {

StartWatch::StartWatch(std::string nonce, pid_t shell, const std::string& shell_path)
    : nonce_(std::move(nonce)), shell_(shell), kind_(shell::shell_kind_of(shell_path)) {}

void StartWatch::read(std::string_view output) {
  if (over()) return;
  tail_ += output;
  if (tail_.find(nonce_) != std::string::npos) {
    nonce_.clear();
    tail_.clear();
  } else if (tail_.size() >= nonce_.size()) {
    tail_.erase(0, tail_.size() - nonce_.size() + 1);  // it may come in two pieces
  }
}

std::optional<host::StartObstacle> StartWatch::obstacle() {
  const std::optional<Process> now = over() ? std::nullopt : find_process(shell_);
  if (!now || !now->alive()) return std::nullopt;
  host::StartObstacle found{host::StartObstacleKind::Replaced, now->name};
  if (shell::shell_kind_of(now->name) == kind_) {
    // A shell that reads its startup files may keep what they start in its own group.
    const std::vector<Process> programs = quick_descendants(shell_);
    const auto program =
        std::find_if(programs.begin(), programs.end(), [](const Process& process) { return process.foreground; });
    if (program == programs.end()) return std::nullopt;
    found = {host::StartObstacleKind::Occupied, program->name};
  }
  if (told_ == found) return std::nullopt;
  return told_ = found;
}

}  // namespace termhost::io
