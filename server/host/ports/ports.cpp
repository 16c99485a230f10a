#include "host/ports/ports.hpp"

#include <fmt/format.h>

namespace termhost::host {

std::string to_string(const OpenError& error) {
  if (!error.context.empty()) return error.context;
  switch (error.code) {
    case OpenErrorCode::ShellNotFound: return "the shell was not found";
    case OpenErrorCode::DirectoryNotFound: return "the directory does not exist or can't be entered";
    case OpenErrorCode::NoPty: return "the system gave no terminal";
    case OpenErrorCode::SpawnFailed: return "the shell could not be started";
    case OpenErrorCode::NotConfined: return "the shell could not be confined";
  }
  return "the shell could not be started";
}

std::string to_string(const StartObstacle& obstacle) {
  switch (obstacle.kind) {
    case StartObstacleKind::Replaced: return fmt::format("put '{}' in its place", obstacle.program);
    case StartObstacleKind::AwaitsInput: return fmt::format("wait for input ('{}')", obstacle.program);
    case StartObstacleKind::TooSlow: return "take longer than 30 s";
  }
  return "do not end";
}

}  // namespace termhost::host
