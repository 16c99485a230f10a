// What a process that waits in a system call has passed by address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <sys/types.h>

namespace termhost::io {

/// As many bytes as are there.
[[nodiscard]] std::string memory_of(pid_t process, std::uint64_t address, std::size_t size);

/// Up to its zero byte; empty where none is found within the length of a path.
[[nodiscard]] std::string text_of(pid_t process, std::uint64_t address);

}  // namespace termhost::io
