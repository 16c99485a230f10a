// The files as a confined process sees them: everything read only but what its plan lets be written, and nothing in
// what the plan hides.
#pragma once

#include "io/file_descriptor.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

/// In a mount namespace of the caller's own. False: errno says why. `layers`: of a trial, the folder with the upper
/// layers of its copies, which no path leads to afterwards (copied_trees_linux.hpp).
[[nodiscard]] bool mount_view(const sandbox::Plan& plan, FileDescriptor& layers);

}  // namespace termhost::io
