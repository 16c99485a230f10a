// What the kernel says of a shell that somebody runs: whether it runs something, and whether that waits for input.
#pragma once

#include <optional>
#include <sys/types.h>

#include "host/ports.hpp"

namespace termhost::io {

/// Nothing where there is no such process, or no such kernel interface (Linux has it: /proc).
[[nodiscard]] std::optional<host::ShellView> look_at_shell(pid_t shell);

}  // namespace termhost::io
