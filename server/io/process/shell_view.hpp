// What the kernel says of a shell that somebody runs: whether it runs something, and whether that waits for input.
#pragma once

#include <optional>
#include <sys/types.h>

#include "host/ports.hpp"
#include "io/process/process_tree_posix.hpp"

namespace termhost::io {

/// Nothing where there is no such process, or no such kernel interface (Linux has it: /proc).
[[nodiscard]] std::optional<host::ShellView> look_at_shell(pid_t shell);

/// It waits for what is typed in its terminal, or in another one.
[[nodiscard]] bool awaits_terminal(const Process& process);

}  // namespace termhost::io
