// The kernel's records of a process and of the files that it has open.
#pragma once

#include <optional>
#include <sys/proc_info.h>
#include <sys/sysctl.h>
#include <sys/types.h>
#include <vector>

namespace termhost::io {

/// Any user may read it, also of a process that is dead and not yet waited for.
[[nodiscard]] std::optional<kinfo_proc> kernel_record(pid_t pid);

/// Those of a process of this user; empty for another's.
[[nodiscard]] std::vector<proc_fdinfo> open_descriptors(pid_t pid);

}  // namespace termhost::io
