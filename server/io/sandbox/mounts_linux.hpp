// The files as a confined process sees them: everything read only but what its plan lets be written, and nothing in
// what the plan hides.
#pragma once

#include "sandbox/plan.hpp"

namespace termhost::io {

/// In a mount namespace of the caller's own. False: errno says why.
[[nodiscard]] bool mount_view(const sandbox::Plan& plan);

}  // namespace termhost::io
