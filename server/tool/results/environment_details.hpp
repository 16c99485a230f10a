// The report about the terminals that an agent gets with each turn: running commands with their output since the last
// report, calls that wait for a terminal, and commands that have finished since then, with exit codes, oldest first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "terminal/completion.hpp"
#include "terminal/executions/output_log.hpp"

namespace termhost::tool {

enum class ExecutionNewsState { Running, Waiting, Finished, Lost, NeverRan };

struct ExecutionDetails {
  base::TerminalId terminal;
  base::ExecutionId execution;
  std::string command;
  std::string cwd;
  ExecutionNewsState state = ExecutionNewsState::Running;
  bool hot = false;                 ///< printed something within the last seconds
  terminal::Completion completion;  ///< of a finished one
  base::Millis duration{0};
  terminal::OutputSnapshot unread;  ///< the part of its output that was not reported yet
  bool owned = false;               ///< in a terminal of termhost's own
  std::string reason;               ///< why it waits, or never ran
};

[[nodiscard]] std::string format_environment_details(const std::vector<ExecutionDetails>& executions);

}  // namespace termhost::tool
