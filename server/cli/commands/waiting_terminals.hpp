// The terminals that wait for a termhost, for `termhost list`, `stop` and `attach`: their number is that in their
// door's name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/expected.hpp"
#include "host/state/kept_execution.hpp"
#include "io/guard/successor_posix.hpp"

namespace termhost::cli {

struct WaitingTerminal {
  int id = 0;
  io::WaitingFacts facts;
  std::optional<host::KeptExecution> kept;  ///< nothing: another version of termhost has written it
  std::string problem;                      ///< why it tells nothing; then the rest is empty
};

[[nodiscard]] std::vector<WaitingTerminal> waiting_terminals();

/// The connection over which it was asked. The error is a sentence: nobody waits with this number, or it refuses.
[[nodiscard]] base::Expected<io::FileDescriptor, std::string> ask_waiting(int id, io::DoorVerb verb);

}  // namespace termhost::cli
