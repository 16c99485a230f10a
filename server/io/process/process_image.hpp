// What the system tells of another process of this user: its program, and the folder that it works in.
#pragma once

#include <string>
#include <sys/types.h>

namespace termhost::io {

/// Path of the executable; empty where it can't be told.
[[nodiscard]] std::string program_of(pid_t pid);

/// Its current directory as a real path; empty likewise.
[[nodiscard]] std::string directory_of(pid_t pid);

}  // namespace termhost::io
