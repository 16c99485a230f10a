// A sandbox on this machine, for this user.
#pragma once

#include <string>

#include "base/expected.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

/// `private_folder`: of the terminal; empty: it has none. The error: why it would hold nothing.
[[nodiscard]] base::Expected<sandbox::Plan, std::string> plan_here(const sandbox::Sandbox& sandbox,
                                                                   const std::string& private_folder);

/// What of the kernel holds a terminal here, and what nothing does. Says nothing of whether we may use it.
[[nodiscard]] sandbox::Enforcement kernel_means();

}  // namespace termhost::io
