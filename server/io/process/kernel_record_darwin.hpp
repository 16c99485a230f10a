// The record that the kernel has of a process, which any user may read, also of one that is dead and not yet waited
// for.
#pragma once

#include <optional>
#include <sys/sysctl.h>
#include <sys/types.h>

namespace termhost::io {

[[nodiscard]] std::optional<kinfo_proc> kernel_record(pid_t pid);

}  // namespace termhost::io
