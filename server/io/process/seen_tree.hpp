// A terminal's processes as the kernel shows them: the resources that they have used, and the ports that they listen
// on.
#pragma once

#include <sys/types.h>

#include "terminal/process_tree.hpp"

namespace termhost::io {

/// `root` and all below it, the `shell` among them; what stands between the two looks after the shell. Empty where
/// there is no such process, or no such kernel interface (Linux has it: /proc).
[[nodiscard]] terminal::SeenTree see_tree(pid_t root, pid_t shell, bool with_ports);

}  // namespace termhost::io
