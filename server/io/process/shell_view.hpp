// What the kernel says of a shell that somebody runs: whether it runs something, and whether that waits for input.
#pragma once

#include <optional>
#include <sys/types.h>

#include "host/ports.hpp"
#include "io/process/process_tree_posix.hpp"

namespace termhost::io {

/// Nothing where there is no such process, or no such kernel interface (Linux has it: /proc).
[[nodiscard]] std::optional<host::ShellView> look_at_shell(pid_t shell);

/// Who waits for what is typed in the terminal of this shell, or in one that its programs have opened below it. Nothing
/// where nobody does, and where somebody only passes on what is typed.
[[nodiscard]] std::optional<terminal::InputReader> find_input_reader(pid_t shell);

/// It waits for what is typed in its terminal, or in another one.
[[nodiscard]] bool awaits_terminal(const Process& process);

}  // namespace termhost::io
