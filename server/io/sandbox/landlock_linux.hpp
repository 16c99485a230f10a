// Landlock: the kernel's own list of the files that a process may use, and a fence that no signal, no `ptrace` and no
// abstract socket gets over.
#pragma once

#include "sandbox/plan.hpp"

namespace termhost::io {

/// The version of its interface; 0: the kernel has none, or it is switched off.
[[nodiscard]] int landlock_version();

/// In the view of the plan, if it has one. False: errno says why.
[[nodiscard]] bool restrict_by_landlock(const sandbox::Plan& plan);

}  // namespace termhost::io
