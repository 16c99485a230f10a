// Stopping what runs in a shell that somebody else started.
#pragma once

#include "host/ports.hpp"

namespace termhost::io {

/// Signals the processes below `shell_pid`; the shell itself is only made to drop the rest of its line. Interrupt reaches
/// those in the foreground of its terminal, as Ctrl+C would.
void signal_tree_below(int shell_pid, host::StopStep step);

}  // namespace termhost::io
