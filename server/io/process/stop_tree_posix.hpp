// Stopping what runs in a shell that somebody else started.
#pragma once

#include "host/ports/ports.hpp"
#include "terminal/stop_step.hpp"

namespace termhost::io {

/// Signals the processes below `shell_pid`, never the shell itself. Interrupt reaches those in the foreground of its
/// terminal, as Ctrl+C would.
void signal_tree_below(int shell_pid, terminal::StopStep step);

/// See tree_signals_posix.hpp.
void drop_rest_of_line_of(int shell_pid);

}  // namespace termhost::io
