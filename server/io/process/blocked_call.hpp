// Which files a process waits to read at this moment, as the kernel tells it.
#pragma once

#include <sys/types.h>
#include <vector>

namespace termhost::io {

/// The descriptors that its main thread is blocked on in a read, or in a poll, select or epoll for input; empty where
/// it does something else, or where the system does not tell (another user's process, another system than Linux).
[[nodiscard]] std::vector<int> awaited_descriptors(pid_t pid);

}  // namespace termhost::io
