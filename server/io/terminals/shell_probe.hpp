// A trial of our integration in a shell of this machine: it opens the shell, runs commands, and looks at the reports.
#pragma once

#include <chrono>
#include <string>

#include "io/guard/spawn_posix.hpp"
#include "io/process/own_process.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::io {

struct ProbeResult {
  std::string problem;                       ///< one clause; empty: every mark came, with the right codes
  std::chrono::microseconds ready_after{0};  ///< from opening to the first prompt
  std::chrono::microseconds command_took{0};
};

[[nodiscard]] ProbeResult probe_shell(shell::ShellKind kind, const std::string& path,
                                      const std::string& guard_program = own_program());

}  // namespace termhost::io
