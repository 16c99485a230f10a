// What a path means to another process: the kernel's walk, done for the process, so that a name which a call is about
// to make is known however it is written.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

namespace termhost::io {

/// Where a name stands.
struct Entry {
  std::string folder;  ///< absolute and without links
  std::string name;
  bool is_there = false;
};

/// What becomes of a link whose name is the last of a path.
enum class LastLink { Stays, IsFollowed };

/// `folder`: that of the descriptors of `thread` that a relative path begins at; AT_FDCWD: its current one. A link of
/// /proc that leads to a file, not to a name, is gone through to that file; as the last name it is there, so it stays.
/// Nothing: errno says why. ENOENT, ENOTDIR and EACCES are what the thread would get as well; ELOOP is also for what we
/// can't know.
[[nodiscard]] std::optional<Entry> entry_named(pid_t thread, int folder, const std::string& path, LastLink last);

}  // namespace termhost::io
