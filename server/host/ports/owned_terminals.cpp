#include "host/ports/owned_terminals.hpp"

#include <fmt/format.h>

namespace termhost::host {

std::string to_string(const StartObstacle& obstacle) {
  switch (obstacle.kind) {
    case StartObstacleKind::Replaced: return fmt::format("replace the shell by '{}'", obstacle.program);
    case StartObstacleKind::AwaitsInput: return fmt::format("wait for input ('{}')", obstacle.program);
    case StartObstacleKind::TooSlow: return "take longer than 30 s";
  }
  return "do not end";
}

base::Expected<OpenedTerminal, OpenError> OwnedTerminals::open(const base::TerminalId& /*terminal*/,
                                                               const OwnedShell& /*shell*/) {
  return base::unexpected(OpenError{OpenErrorCode::SpawnFailed, "there is no terminal that could run it"});
}

sandbox::Enforcement OwnedTerminals::enforcement(const sandbox::Sandbox& /*sandbox*/) {
  return {.by = {}, .gaps = {}, .problem = "there is no terminal that could have a sandbox"};
}

}  // namespace termhost::host
