// The system's knowledge about another process of this user: its program, its command line, the folder that it works
// in, the files that it has open.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

namespace termhost::io {

/// Path of the executable; empty if it can't be told.
[[nodiscard]] std::string program_of(pid_t pid);

/// The words that it was started with, a zero byte after each; empty likewise.
[[nodiscard]] std::string command_line_of(pid_t pid);

/// Its current directory as a real path; empty likewise.
[[nodiscard]] std::string directory_of(pid_t pid);

/// True if its directory is this one, by another name too. Nothing if it can't be told.
[[nodiscard]] std::optional<bool> works_in(pid_t pid, const std::string& directory);

/// The name of the file behind a descriptor of it: a path, or the kind and number of a pipe or socket; empty likewise.
[[nodiscard]] std::string open_file_of(pid_t pid, int descriptor);

/// True if the process ignores the signal.
[[nodiscard]] bool ignores_signal(pid_t pid, int signal);

}  // namespace termhost::io
