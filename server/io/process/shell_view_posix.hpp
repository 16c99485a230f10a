// A shell that somebody runs, as the kernel shows it: its children, and the process that waits for input.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "host/ports/ports.hpp"
#include "host/ports/processes.hpp"
#include "io/process/process_tree_posix.hpp"

namespace termhost::io {

/// Nothing if there is no such process.
[[nodiscard]] std::optional<host::ShellView> look_at_shell(pid_t started);

/// The process that waits for what is typed in the terminal of this shell, or in one that its programs have opened
/// below it. Nothing if none does, or if it only passes on what is typed, or if the system can't tell.
[[nodiscard]] std::optional<terminal::InputReader> find_input_reader(pid_t started);

/// The process that reads the lines. A launcher starts it with its own arguments and waits for it (the `pwsh` of .NET's
/// tools, a wrapper script); only PowerShell's integration is told apart so.
[[nodiscard]] pid_t reading_shell(pid_t started);

/// Words as the system shows those of a process (process_image.hpp).
[[nodiscard]] std::string command_line_of(const std::vector<std::string>& words);

/// True if the process waits for what is typed in its terminal, or in another one.
[[nodiscard]] bool awaits_terminal(const Process& process);

}  // namespace termhost::io
