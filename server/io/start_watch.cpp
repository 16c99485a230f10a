#include "io/start_watch.hpp"

#include <algorithm>
#include <utility>

namespace termhost::io {

StartWatch::StartWatch(std::string nonce, std::optional<Process> shell)
    : nonce_(shell ? std::move(nonce) : std::string()), shell_(std::move(shell)) {}

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
  const std::optional<Process> now = over() ? std::nullopt : find_process(shell_->pid);
  if (!now || !now->alive()) return std::nullopt;
  host::StartObstacle found{host::StartObstacleKind::Replaced, now->name};
  if (now->name == shell_->name) {
    // A shell that reads its startup files may keep what they start in its own group.
    const std::vector<Process> programs = quick_descendants(shell_->pid);
    const auto program =
        std::find_if(programs.begin(), programs.end(), [](const Process& process) { return process.foreground; });
    if (program == programs.end()) return std::nullopt;
    found = {host::StartObstacleKind::Occupied, program->name};
  }
  if (told_ == found) return std::nullopt;
  return told_ = found;
}

}  // namespace termhost::io
