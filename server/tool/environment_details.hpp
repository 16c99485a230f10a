// What an agent is told about the terminals with each turn: what runs and what it printed since last told, what waits
// for a terminal, and what has finished since then, with exit codes, oldest first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "terminal/completion.hpp"
#include "text/secrets/masked_text.hpp"

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
  std::string unread;                ///< rendered output since last told, or the end of it
  text::HiddenCount unread_hidden;   ///< secrets, for which `unread` has labels
  std::uint64_t unread_omitted = 0;  ///< bytes of it that are left out before that end
  bool owned = false;                ///< in a terminal of termhost's own
  std::optional<std::string> artifact_id;
  std::string reason;  ///< why it waits, or never ran
};

[[nodiscard]] std::string format_environment_details(const std::vector<ExecutionDetails>& executions);

}  // namespace termhost::tool
