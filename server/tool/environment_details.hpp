// What an agent is told about the terminals with each turn: what runs and what it printed since last told, and what has
// finished since then, with exit codes, oldest first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "terminal/completion.hpp"

namespace termhost::tool {

struct ExecutionDetails {
  base::TerminalId terminal;
  base::ExecutionId execution;
  std::string command;
  std::string cwd;
  bool running = false;
  bool hot = false;                 ///< printed something within the last seconds
  terminal::Completion completion;  ///< of a finished one
  base::Millis duration{0};
  std::string unread;  ///< rendered output since last told
  std::optional<std::string> artifact_id;
};

[[nodiscard]] std::string format_environment_details(const std::vector<ExecutionDetails>& executions);

}  // namespace termhost::tool
