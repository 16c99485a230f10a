// The files that a process waits to read at this moment, as the kernel tells it.
#pragma once

#include <optional>
#include <sys/types.h>
#include <vector>

namespace termhost::io {

/// The descriptors that one of its threads is blocked on in a read, or in a poll, select or epoll for input; empty
/// where it does something else, or has set itself a clock as event loops with other things to do. Nothing where the
/// system does not tell (another user's process, another system than Linux).
[[nodiscard]] std::optional<std::vector<int>> awaited_descriptors(pid_t pid);

}  // namespace termhost::io
