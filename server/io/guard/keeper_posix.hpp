// The keeper of one guard: the process between termhost and the guard. It ends what a killed guard leaves behind, also
// when termhost was killed with it.
#pragma once

#include <sys/types.h>

#include "io/guard/guard_protocol.hpp"

namespace termhost::io {

/// Waits for `guard`, a child of this process, and for nothing else. The guard's exit status; does not return from a
/// guard that was killed, but follows it when what it held is gone.
[[nodiscard]] int keep_guard(pid_t guard, const StartOrder& order);

}  // namespace termhost::io
