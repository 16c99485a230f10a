// What the kernel says of a shell that somebody runs: whether it runs something, and whether that waits for input.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "host/ports/ports.hpp"
#include "io/process/process_tree_posix.hpp"

namespace termhost::io {

/// Nothing where there is no such process, or no such kernel interface (Linux has it: /proc).
[[nodiscard]] std::optional<host::ShellView> look_at_shell(pid_t started);

/// Whether the directory of the shell is the one of this name. Nothing where there is no such kernel interface.
[[nodiscard]] std::optional<bool> stands_in(pid_t shell, const std::string& directory);

/// Who waits for what is typed in the terminal of this shell, or in one that its programs have opened below it. Nothing
/// where nobody does, and where somebody only passes on what is typed.
[[nodiscard]] std::optional<terminal::InputReader> find_input_reader(pid_t started);

/// The process that reads the lines. A launcher starts it with its own arguments and waits for it (the `pwsh` of .NET's
/// tools, a wrapper script); only PowerShell's integration is told apart so.
[[nodiscard]] pid_t reading_shell(pid_t started);

/// The words that a program was started with, as one text; empty where the system can't tell.
[[nodiscard]] std::string command_line_of(pid_t process);
[[nodiscard]] std::string command_line_of(const std::vector<std::string>& words);

/// It waits for what is typed in its terminal, or in another one.
[[nodiscard]] bool awaits_terminal(const Process& process);

}  // namespace termhost::io
