// The arguments of a system call in which another process waits: its memory, and the entry that a path means to it. The
// kernel's walk of the path is done for the process, so that the name is known however it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// At most `size` bytes: as many as are there.
[[nodiscard]] std::string memory_of(pid_t process, std::uint64_t address, std::size_t size);

/// The text up to its zero byte; empty if none is found within the length of a path.
[[nodiscard]] std::string text_of(pid_t process, std::uint64_t address);

/// The place of a name.
struct Entry {
  std::string folder;  ///< absolute and without links
  std::string name;
  bool is_there = false;
};

/// The treatment of a link whose name is the last of a path.
enum class LastLink { Stays, IsFollowed };

/// `folder`: that of the descriptors of `thread` that a relative path begins at; AT_FDCWD: its current one. A link of
/// /proc that leads to a file, not to a name, is gone through to that file; as the last name it is there, so it stays.
/// Nothing: errno says why. ENOENT, ENOTDIR and EACCES are what the thread would get as well; ELOOP is also for what we
/// can't know.
[[nodiscard]] std::optional<Entry> entry_named(pid_t thread, int folder, const std::string& path, LastLink last);

/// The file that a path leads to, whatever it is, with all links followed (O_PATH). Without an end: errno, likewise.
[[nodiscard]] FileDescriptor file_named(pid_t thread, const std::string& path);

[[nodiscard]] pid_t process_of(pid_t thread);  ///< 0: it is gone

}  // namespace termhost::io
