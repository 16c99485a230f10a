// System calls that a confined process may not make at all.
#pragma once

#include "sandbox/plan.hpp"

namespace termhost::io {

/// False: errno says why. `watched`: somebody refuses network sockets, and remembers it (watched_calls_linux.hpp).
[[nodiscard]] bool restrict_system_calls(const sandbox::Plan& plan, bool watched);
[[nodiscard]] bool can_restrict_system_calls();

}  // namespace termhost::io
