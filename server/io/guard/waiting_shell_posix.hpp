// The state of the shell, as its guard sees it.
#pragma once

#include <sys/types.h>

namespace termhost::io {

/// It has the terminal, and sleeps.
[[nodiscard]] bool shell_waits(pid_t shell, int terminal);

/// As far as the modes tell: a line editor reads keys there.
[[nodiscard]] bool shell_is_at_prompt(pid_t shell, int terminal);

}  // namespace termhost::io
